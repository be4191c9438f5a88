import { CATALOGUE_COLUMNS } from "./catalogue-columns.ts";
import type { Line } from "./line.ts";
import { ORDER_COLUMNS } from "./order-columns.ts";
import { PEOPLE_COLUMNS } from "./people-columns.ts";
import { STORE_COLUMNS } from "./store-columns.ts";

/** Every column of every table that holds data of stores: whose it is, who sees it, and what erasing a person does with it. */
export const COLUMNS = {
  ...PEOPLE_COLUMNS,
  ...ORDER_COLUMNS,
  ...CATALOGUE_COLUMNS,
  ...STORE_COLUMNS,
} as const satisfies Record<string, Record<string, Line>>;

export type DeclaredTable = keyof typeof COLUMNS;

/** The columns of a table with their lines. */
export const linesOf = (table: DeclaredTable): [string, Line][] => Object.entries(COLUMNS[table]);
