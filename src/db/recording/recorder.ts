import type { SiteDb } from "../database.ts";
import { imageOf, joinImages, keyOf, type Row, type RowImage, type RowRecording } from "./recording.ts";
import { readKeys, readRows } from "./row-queries.ts";
import { type TableName, tableOf } from "./tables.ts";

/** Records the rows that one transaction writes. */
export class RowRecorder implements RowRecording {
  readonly #db: SiteDb;
  readonly #before = new Map<TableName, Map<string, Row>>();
  /** By table and column: the values of the rows that were asked for. */
  readonly #asked = new Map<TableName, Map<string, Set<string>>>();
  readonly #noted: RowImage[] = [];

  constructor(db: SiteDb) {
    this.#db = db;
  }

  async remember(table: TableName, column: string, values: readonly string[]): Promise<void> {
    const unread = this.#ask(table, column, values);
    if (unread.length === 0) return;
    const rows = entryOf(this.#before, table, () => new Map<string, Row>());
    for (const row of await readRows(this.#db, table, column, unread)) {
      const key = keyOf(table, row);
      if (!rows.has(key)) rows.set(key, row);
    }
  }

  /** Answers those of the values that were not asked for yet. */
  #ask(table: TableName, column: string, values: readonly string[]): string[] {
    const columns = entryOf(this.#asked, table, () => new Map<string, Set<string>>());
    const asked = entryOf(columns, column, () => new Set<string>());
    const unasked = values.filter((value) => !asked.has(value));
    for (const value of unasked) asked.add(value);
    return unasked;
  }

  note(images: readonly RowImage[]): void {
    for (const image of images) this.#noted.push(image); // a call takes some hundred thousand arguments at most
  }

  /** What the transaction has changed so far of the rows that it told of; one image of each row. */
  async images(): Promise<RowImage[]> {
    return joinImages([...this.#noted, ...(await this.#remembered())]);
  }

  async #remembered(): Promise<RowImage[]> {
    const images = await Promise.all([...this.#asked].map(([table, columns]) => this.#imagesOf(table, columns)));
    return images.flat();
  }

  async #imagesOf(table: TableName, columns: ReadonlyMap<string, ReadonlySet<string>>): Promise<RowImage[]> {
    const found = await Promise.all(
      [...columns].map(([column, values]) => readRows(this.#db, table, column, [...values])),
    );
    const before = this.#before.get(table) ?? new Map<string, Row>();
    const after = new Map(found.flat().map((row) => [keyOf(table, row), row]));
    const missing = [...before].filter(([key, row]) => !after.has(key) && !isAskedByKey(table, columns, row));
    const keys = missing.map(([key]) => key);
    for (const row of await this.#readAgain(table, keys)) after.set(keyOf(table, row), row);
    return [...new Set([...before.keys(), ...after.keys()])].flatMap(
      (key) => imageOf(table, key, before.get(key) ?? null, after.get(key) ?? null) ?? [],
    );
  }

  /** The rows with these keys that are still there: they have another value now in the column that they were asked by. */
  async #readAgain(table: TableName, keys: readonly string[]): Promise<Row[]> {
    if (keys.length === 0) return [];
    return readKeys(this.#db, table, keys);
  }
}

/** Whether a row was asked for by a column of its key, which never changes: when it is not found again, it is deleted. */
const isAskedByKey = (table: TableName, asked: ReadonlyMap<string, ReadonlySet<string>>, row: Row): boolean =>
  Object.keys(tableOf(table).key).some((column) => asked.get(column)?.has(row[column] as string));

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
