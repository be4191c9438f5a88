import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Database, SiteDb, Tenant } from "../db/database.ts";
import type { FileRow, Files } from "../files/files.ts";
import type { Entry, Header } from "./format.ts";
import {
  columnsIn,
  countRows,
  findShapes,
  readRows,
  readSite,
  readTree,
  stayOpen,
  type TableShape,
} from "./row-queries.ts";
import { STAYING_COLUMNS, STORE_TABLES, type StoreTable } from "./tables.ts";
import { archive } from "./writer.ts";

/** Rows of an entry, and about how many bytes they may have. */
const PAGE = 500;
const PAGE_BYTES = 8 * 2 ** 20;
/** Files are read few at a time: each has a row and what is kept of it. */
const FILES_PAGE = 8;

/** What the header of a store's file says besides. */
export interface StoreHeader extends Header {
  store: { id: string; slug: string; currency: string; country: string; locale: string; time_zone: string | null };
  /** The columns of each table. */
  columns: Record<string, string[]>;
  /** How many rows each table has; of files, those that may have gone meanwhile, too. */
  rows: Record<string, number>;
}

/** How many rows were written or read, of how many. */
export type OnRows = (done: number, total: number) => void;

export interface StoreToExport {
  tenant: Tenant;
  slug: string;
}

/**
 * Writes a store to a file, as it is at one moment. Returns how many rows of each table were written, and how many pictures are missing
 * where they are kept. Throws when `out` fails, or when
 * `signal` is aborted.
 */
export function exportStore(
  database: Database,
  { tenant, slug }: StoreToExport,
  files: Files,
  { out, onRows, signal }: { out: Writable; onRows: OnRows; signal: AbortSignal },
): Promise<{ rows: Record<string, number>; missing: number }> {
  return database.report(tenant, async (db) => {
    await stayOpen(db);
    const shapes = await shapesOf(db);
    const rows = await countAll(db);
    const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
    const written: Record<string, number> = {};
    const { siteId: id, currency, country, locale, timeZone: time_zone } = tenant;
    const columns = Object.fromEntries([
      ["sites", siteColumns(shapes)] as const,
      ...STORE_TABLES.map((table) => [table.name, columnsIn(shapeIn(shapes, table.name), table)] as const),
    ]);
    const header: Omit<StoreHeader, keyof Header> = {
      store: { id, slug, currency, country, locale, time_zone },
      columns,
      rows,
    };
    async function* counted(): AsyncGenerator<Entry> {
      let done = 0;
      for await (const entry of entriesOf(db, shapes, files)) {
        const [name, count] = "rows" in entry ? [entry.rows, entry.lines.length] : ["files", 1];
        written[name] = (written[name] ?? 0) + count;
        yield entry;
        done += count;
        onRows(done, total);
      }
    }
    await pipeline(Readable.from(archive("store", header, counted()), { objectMode: false }), createGzip(), out, {
      signal,
    });
    return { rows: written, missing: (rows.files ?? 0) - (written.files ?? 0) };
  });
}

/** What is known of each table, by name. */
export type Shapes = ReadonlyMap<string, TableShape>;

export async function shapesOf(db: SiteDb): Promise<Shapes> {
  return new Map((await findShapes(db)).map((shape) => [shape.name, shape]));
}

export function shapeIn(shapes: Shapes, name: string): TableShape {
  const shape = shapes.get(name);
  if (!shape) throw new Error(`there is no table ${name}`);
  return shape;
}

/** The columns of the store itself that are in a file. */
export const siteColumns = (shapes: Shapes): string[] =>
  shapeIn(shapes, "sites").columns.filter((name) => !STAYING_COLUMNS.includes(name));

/** How many rows the store has in each table. */
export async function countAll(db: SiteDb): Promise<Record<string, number>> {
  const counts: [string, number][] = [];
  for (const { name } of STORE_TABLES) counts.push([name, await countRows(db, name)]);
  return Object.fromEntries(counts);
}

async function* entriesOf(db: SiteDb, shapes: Shapes, files: Files): AsyncGenerator<Entry> {
  const site = await readSite(db, siteColumns(shapes));
  if (!site) throw new Error("the store is gone");
  yield { rows: "sites", lines: [plain(site.row)] };
  for (const table of STORE_TABLES) {
    for await (const lines of pagesOf(db, table, shapeIn(shapes, table.name))) {
      if (table.name === "files") yield* filesOf(db.siteId, lines, files);
      else yield* entriesIn(table.name, lines);
    }
  }
}

/** Rows that together have too many bytes are several entries. */
function* entriesIn(rows: string, lines: string[]): Generator<Entry> {
  let [page, room] = [[] as string[], PAGE_BYTES];
  for (const line of lines) {
    room -= Buffer.byteLength(line);
    if (room < 0 && page.length > 0) {
      yield { rows, lines: page };
      [page, room] = [[], PAGE_BYTES - Buffer.byteLength(line)];
    }
    page.push(line);
  }
  yield { rows, lines: page };
}

/** The rows of a table, some at a time. */
async function* pagesOf(db: SiteDb, table: StoreTable, shape: TableShape): AsyncGenerator<string[]> {
  const limit = table.name === "files" ? FILES_PAGE : PAGE;
  const { parent } = table;
  let after: unknown[] | undefined;
  for (let offset = 0; ; offset += limit) {
    const rows =
      parent === undefined
        ? await readRows(db, table, shape, { after, limit })
        : await readTree(db, { ...table, parent }, shape, { offset, limit });
    if (rows.length > 0) yield rows.map(({ row }) => plain(row));
    if (rows.length < limit) return;
    const last = JSON.parse(rows.at(-1)?.row ?? "{}") as Record<string, unknown>;
    after = shape.key.map((name) => last[name]);
  }
}

/** Pictures with what is kept of them. One that is missing, as one that was deleted since, is left out. */
async function* filesOf(siteId: string, lines: string[], files: Files): AsyncGenerator<Entry> {
  for (const row of lines) {
    const file = JSON.parse(row) as FileRow;
    const found = await files.whole(siteId, file);
    if (found) yield { file: `${file.hash}.${file.kind}`, row, ...found };
  }
}

/** A row in one line: PostgreSQL keeps breaks of JSON that stand between its values. */
const plain = (row: string): string => row.replaceAll("\n", " ");
