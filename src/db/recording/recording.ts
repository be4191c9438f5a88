import { isDeepStrictEqual } from "node:util";
import { type Static, Type } from "typebox";
import { RECORDED_TABLES, type TableName, tableOf } from "./tables.ts";

/** A row as JSON: amounts in minor units, times as PostgreSQL writes them. */
export const Row = Type.Record(Type.String(), Type.Unknown());
export type Row = Static<typeof Row>;

/** What one call changed of a row. Of a row that stays, `before` and `after` hold the columns that differ. */
export interface RowImage {
  table: TableName;
  /** The values of its key, with tabs between. */
  key: string;
  /** Null when the call created the row. */
  before: Row | null;
  /** Null when the call deleted it. */
  after: Row | null;
}

/** Rows that one undo may put back. */
export const MAX_UNDONE_ROWS = 100_000;

/** What a verb says of the rows that it is about to write. */
export interface RowRecording {
  /**
   * Records the rows of a table with these values in a column, as they are now; call it before writing them, and after locking
   * them. Rows that the call creates with such a value are recorded as created.
   */
  remember(table: TableName, column: string, values: readonly string[]): Promise<void>;
  /** Records rows of which the caller knows what changed: too many to read them twice. */
  note(images: readonly RowImage[]): void;
}

/** Outside a merchant's call nothing is recorded. */
export const NOT_RECORDING: RowRecording = { remember: async () => {}, note: () => {} };

/** The key of a row, as `RowImage` has it. */
export const keyOf = (table: TableName, row: Row): string =>
  Object.keys(RECORDED_TABLES[table].key)
    .map((column) => row[column])
    .join("\t");

/** One image of each row, of images of successive changes: as the row was before the first, and as it is after the last. */
export function joinImages(images: readonly RowImage[]): RowImage[] {
  const joined = new Map<string, RowImage>();
  for (const image of images) {
    const id = `${image.table} ${image.key}`;
    const first = joined.get(id);
    joined.set(id, first ? { ...image, ...joinTwo(first, image) } : image);
  }
  return [...joined.values()].flatMap(({ table, key, before, after }) => imageOf(table, key, before, after) ?? []);
}

const joinTwo = (first: RowImage, next: RowImage): Pick<RowImage, "before" | "after"> => ({
  before: first.before && { ...(first.after === null ? {} : next.before), ...first.before },
  after: next.after && { ...(next.before === null ? {} : first.after), ...next.after },
});

/** The key's columns with their values. */
export function idOf(table: TableName, key: string): Row {
  const values = key.split("\t");
  return Object.fromEntries(Object.keys(tableOf(table).key).map((column, i) => [column, values[i]]));
}

/** The columns that differ; of a row that comes or goes, all. */
export function changedColumns({ before, after }: Pick<RowImage, "before" | "after">): string[] {
  const [was, is] = [before ?? {}, after ?? {}];
  return Object.keys({ ...was, ...is }).filter((column) => !isDeepStrictEqual(was[column], is[column]));
}

/** The image of a row; undefined when nothing differs. */
export function imageOf(table: TableName, key: string, before: Row | null, after: Row | null): RowImage | undefined {
  if (before === null || after === null) return before === after ? undefined : { table, key, before, after };
  const differing = changedColumns({ before, after });
  if (differing.length === 0) return undefined;
  const only = (row: Row) => Object.fromEntries(differing.map((column) => [column, row[column]]));
  return { table, key, before: only(before), after: only(after) };
}
