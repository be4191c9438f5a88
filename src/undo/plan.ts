import { isDeepStrictEqual } from "node:util";
import type { Row, RowImage } from "../db/recording/recording.ts";
import { type TableName, tableOf } from "../db/recording/tables.ts";

/** What undoing does with one row. */
export interface PlannedRow {
  table: TableName;
  key: string;
  /** The row as it is; null: it comes back. */
  before: Row | null;
  /** The row as it will be; null: it is removed. */
  after: Row | null;
}

/** What cannot be put back. */
export interface Conflict {
  table: TableName;
  key: string;
  /** The row as it is, or as it was, for its name. */
  row: Row;
  /** Columns; empty: the whole row. */
  columns: string[];
  reason: string;
}

/** What undoing an image does with its row, as it is now; and which of its columns cannot be put back. */
export function planRow(image: RowImage, current: Row | null): { row?: PlannedRow; conflict?: Conflict } {
  if (image.before === null) return planRemoval(image, image.after ?? {}, current);
  if (image.after === null) return planReturn(image, image.before, current);
  return planUpdate(image, image.before, image.after, current);
}

const CHANGED = "changed since";

/** The call created the row: it is removed, if nothing changed it since. */
function planRemoval({ table, key }: RowImage, created: Row, current: Row | null) {
  if (current === null) return {};
  const columns = Object.keys(created).filter((column) => !isDeepStrictEqual(created[column], current[column]));
  if (columns.length > 0) return { conflict: { table, key, row: current, columns, reason: CHANGED } };
  return { row: { table, key, before: current, after: null } };
}

/** The call deleted the row: it comes back with all its values. */
function planReturn({ table, key }: RowImage, deleted: Row, current: Row | null) {
  if (current === null) return { row: { table, key, before: null, after: deleted } };
  return { conflict: { table, key, row: current, columns: [], reason: "was created again since" } };
}

/** The call changed columns: each gets its value back, if nothing changed it since; of a count, the difference is subtracted. */
function planUpdate({ table, key }: RowImage, before: Row, after: Row, current: Row | null) {
  if (current === null) {
    const row = { ...after, ...idOf(table, key) };
    return { conflict: { table, key, row, columns: Object.keys(before), reason: "was deleted since" } };
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
    ...(isDeepStrictEqual(next, current) ? {} : { row: { table, key, before: current, after: next } }),
    ...(columns.length > 0 ? { conflict: { table, key, row: current, columns, reason: CHANGED } } : {}),
  };
}

/** The key's columns with their values. */
export function idOf(table: TableName, key: string): Row {
  const values = key.split("\t");
  return Object.fromEntries(Object.keys(tableOf(table).key).map((column, i) => [column, values[i]]));
}

/** The columns that a planned row changes. */
export function changedColumns({ before, after }: PlannedRow): string[] {
  const [was, is] = [before ?? {}, after ?? {}];
  return Object.keys({ ...was, ...is }).filter((column) => !isDeepStrictEqual(was[column], is[column]));
}
