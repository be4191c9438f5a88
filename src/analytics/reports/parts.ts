import { toMajor } from "../../core/money.ts";
import type { SiteDb } from "../../db/database.ts";
import type { ColumnKind, SortTerm } from "../columns.ts";
import type { ReasonRow } from "../return-queries.ts";

/** What the reports share: how their sentences and totals are written. */

export const money = ({ currency }: SiteDb, minor: number): number => toMajor(minor, currency);
export const amountText = (db: SiteDb, minor: number): string => `${money(db, minor)} ${db.currency}`;

/** `part / whole`, rounded to four decimals; null when `whole` is 0. */
export const ratio = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
export const percent = (part: number, whole: number): string =>
  whole === 0 ? "–" : `${Math.round((part / whole) * 100)} %`;
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

export const descending = (column: string, kind: ColumnKind): SortTerm => ({ column, kind, direction: "desc" });
export const ascending = (column: string, kind: ColumnKind): SortTerm => ({ column, kind, direction: "asc" });

/** The numbers of orders by reason, without zeros. */
export const countsOf = (reasons: readonly ReasonRow[], of: "returned" | "cancelled"): Record<string, number> =>
  Object.fromEntries(reasons.flatMap((row) => (row[of] > 0 ? [[row.reason, row[of]]] : [])));
