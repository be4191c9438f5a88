import { changedColumns } from "../db/recording/recording.ts";
import { type Conflict, isWhole, type PlannedRow } from "./plan.ts";
import { RULES } from "./rules.ts";

/** Columns of a product and its variants that are right only together. */
const STRUCTURE = ["options", "option_values", "title", "position"];

/**
 * Leaves conflicting columns and rows out of a plan, and what is right only with them (`RULES`). The structure of a product,
 * which are its options and which variants it has, is put back as a whole or not at all: a product always has a variant, and
 * each variant a value of each option.
 */
export function withoutConflicts(plan: readonly PlannedRow[], conflicts: readonly Conflict[]): PlannedRow[] {
  const broken = new Set(conflicts.filter(isStructural).map(productOf));
  const byRow = new Map<string, Conflict[]>();
  for (const conflict of conflicts) {
    const id = `${conflict.table} ${conflict.key}`;
    byRow.set(id, [...(byRow.get(id) ?? []), conflict]);
  }
  return plan.flatMap((row) => {
    const own = byRow.get(`${row.table} ${row.key}`) ?? [];
    const product = productOf(row);
    const isBroken = product !== undefined && broken.has(product);
    if (isWhole(row)) return own.length > 0 || isBroken ? [] : [row];
    if (own.some(({ columns }) => columns.length === 0)) return [];
    return without(row, [...own.flatMap(({ columns }) => columns), ...(isBroken ? STRUCTURE : [])]);
  });
}

/** Whether the options of a product, or which variants it has, cannot be put back. */
const isStructural = (conflict: Conflict): boolean =>
  conflict.isWhole || conflict.columns.some((column) => STRUCTURE.includes(column));

/** The columns of the structure that a row of a product or variant changes; none for one that comes or goes. */
export const structureOf = (row: PlannedRow): string[] =>
  isWhole(row) ? [] : changedColumns(row).filter((column) => STRUCTURE.includes(column));

/** The product that a row of it, or of its variants, belongs to. */
export function productOf(one: PlannedRow | Conflict): string | undefined {
  if (one.table === "products") return one.key;
  const row = "row" in one ? one.row : (one.after ?? one.before);
  return one.table === "variants" ? (row?.product_id as string | undefined) : undefined;
}

/** The row with these columns, and those that are right only with them, as they are; nothing when no other changes. */
function without(row: PlannedRow, columns: string[]): PlannedRow[] {
  const groups = (RULES[row.table].together ?? []).filter((group) => group.some((column) => columns.includes(column)));
  const left = new Set([...columns, ...groups.flat()]);
  const kept = Object.fromEntries(Object.entries(row.before ?? {}).filter(([column]) => left.has(column)));
  const next = { ...row, after: { ...row.after, ...kept } };
  return changedColumns(next).length > 0 ? [next] : [];
}
