import type { Row } from "../db/recording/recording.ts";
import { type Conflict, changedColumns, type PlannedRow } from "./plan.ts";
import { RULES } from "./rules.ts";

/** Columns of a product and its variants that are right only together. */
const STRUCTURE = ["options", "option_values", "title", "position"];

/**
 * Leaves conflicting columns and rows out of a plan. The structure of a product, which are its options and which variants it
 * has, is put back as a whole or not at all: a product always has a variant, and each variant a value of each option. What
 * refers to a row that does not come back stays away with it.
 */
export function keepingUnits(plan: PlannedRow[], conflicts: Conflict[]): { plan: PlannedRow[]; conflicts: Conflict[] } {
  const broken = new Set(
    conflicts
      .filter((conflict) => isStructural(conflict.columns))
      .flatMap(({ table, row, key }) => productOf(table, key, row) ?? []),
  );
  const kept = plan.flatMap((row) => {
    const of = productOf(row.table, row.key, row.after ?? row.before ?? {});
    const own = conflicts.filter((conflict) => conflict.table === row.table && conflict.key === row.key);
    const isWhole = row.before === null || row.after === null;
    if (isWhole) return own.length > 0 || (of !== undefined && broken.has(of)) ? [] : [row];
    const left = new Set(own.flatMap(({ columns }) => columns));
    if (of !== undefined && broken.has(of)) for (const column of STRUCTURE) left.add(column);
    return without(row, left);
  });
  const optional = conflicts.filter(({ table, columns }) => RULES[table].isOptional && columns.length === 0);
  return { plan: kept, conflicts: conflicts.filter((conflict) => !optional.includes(conflict)) };
}

const isStructural = (columns: string[]): boolean =>
  columns.length === 0 || columns.some((column) => STRUCTURE.includes(column));

/** The product that a row of it, or of its variants, belongs to. */
function productOf(table: string, key: string, row: Row): string | undefined {
  if (table === "products") return key;
  return table === "variants" ? (row.product_id as string | undefined) : undefined;
}

/** The row with these columns as they are; nothing when no other changes. */
function without(row: PlannedRow, columns: ReadonlySet<string>): PlannedRow[] {
  const kept = Object.fromEntries(Object.entries(row.before ?? {}).filter(([column]) => columns.has(column)));
  const next = { ...row, after: { ...row.after, ...kept } };
  return changedColumns(next).length > 0 ? [next] : [];
}
