import { isDeepStrictEqual } from "node:util";
import { idOf, type Row, type RowImage } from "../db/recording/recording.ts";
import { type TableName, tableOf } from "../db/recording/tables.ts";

/** What undoing does with one row: the whole row as it is (null: it comes back), and as it will be (null: it is removed). */
export type PlannedRow = RowImage;

/** What cannot be put back. */
export interface Conflict {
  table: TableName;
  key: string;
  /** The row as it is, or as it was, for its name. */
  row: Row;
  /** The columns that it is about; empty: the whole row. */
  columns: string[];
  /** Whether the row can neither come back nor be removed. */
  isWhole: boolean;
  reason: string;
}

interface Planned {
  row?: PlannedRow | undefined;
  conflict?: Conflict | undefined;
}

/** What undoing an image does with its row, as it is now; and which of its columns cannot be put back. */
export function planRow(image: RowImage, current: Row | null): Planned {
  if (image.before === null) return planRemoval(image, image.after ?? {}, current);
  if (image.after === null) return planReturn(image, image.before, current);
  return planUpdate(image, image.before, image.after, current);
}

const CHANGED = "changed since";

/** The call created the row: it is removed, if nothing changed it since. */
function planRemoval({ table, key }: RowImage, created: Row, current: Row | null): Planned {
  if (current === null) return {};
  const columns = Object.keys(created).filter((column) => !isDeepStrictEqual(created[column], current[column]));
  if (columns.length > 0) return { conflict: { table, key, row: current, columns, isWhole: true, reason: CHANGED } };
  return { row: { table, key, before: current, after: null } };
}

/** The call deleted the row: it comes back with all its values. */
function planReturn({ table, key }: RowImage, deleted: Row, current: Row | null) {
  if (current === null) return { row: { table, key, before: null, after: deleted } };
  if (isDeepStrictEqual(current, deleted)) return {};
  return { conflict: { table, key, row: current, columns: [], isWhole: true, reason: "was created again since" } };
}

/** The call changed columns: each gets its value back, if nothing changed it since; of a count, the difference is subtracted. */
function planUpdate({ table, key }: RowImage, before: Row, after: Row, current: Row | null) {
  if (current === null) {
    const row = { ...after, ...idOf(table, key) };
    const columns = Object.keys(before);
    return { conflict: { table, key, row, columns, isWhole: false, reason: "was deleted since" } };
  }
  const counts = tableOf(table).counts ?? [];
  const next: Row = { ...current };
  const columns: string[] = [];
  for (const column of Object.keys(before)) {
    if (counts.includes(column)) {
      next[column] = Number(current[column]) + Number(before[column]) - Number(after[column]);
    } else if (isDeepStrictEqual(current[column], after[column])) {
      next[column] = before[column];
    } else if (!isDeepStrictEqual(current[column], before[column])) {
      columns.push(column);
    }
  }
  return {
    row: isDeepStrictEqual(next, current) ? undefined : { table, key, before: current, after: next },
    conflict: columns.length > 0 ? { table, key, row: current, columns, isWhole: false, reason: CHANGED } : undefined,
  };
}

/** Whether a row comes back or is removed, and is not only changed. */
export const isWhole = ({ before, after }: PlannedRow): boolean => before === null || after === null;

/** The conflict of a planned row, or of some of the columns that it changes. */
export const conflictOf = (planned: PlannedRow, reason: string, columns: string[] = []): Conflict => ({
  table: planned.table,
  key: planned.key,
  row: planned.before ?? planned.after ?? {},
  columns,
  isWhole: isWhole(planned),
  reason,
});

/** The rows of a plan as they will be, by key; null: removed. */
export const afterOf = (plan: readonly PlannedRow[], table: TableName): Map<string, Row | null> =>
  new Map(plan.filter((row) => row.table === table).map(({ key, after }) => [key, after]));
