import type { Readable } from "node:stream";
import { isId } from "../core/ids.ts";
import { readName } from "../files/files.ts";
import { type OnRows, type Shapes, type StoreHeader, shapeIn, siteColumns } from "./export-store.ts";
import { BadArchive, isRows } from "./format.ts";
import { openArchive } from "./reader.ts";
import { columnsIn } from "./row-queries.ts";
import { STORE_TABLES } from "./tables.ts";

/** A store's file that is whole, and that this server can read. */
export interface CheckedStore {
  header: StoreHeader;
  /** The row of the store itself. */
  site: string;
  /** Names the file: no other has it. */
  sha256: string;
  /** How many rows of each table it has. */
  rows: Record<string, number>;
  /** All of them. */
  total: number;
}

/** Reads a store's file to its end, and writes nothing. Throws BadArchive for one that this server cannot take whole. */
export async function checkStore(
  file: Readable,
  shapes: Shapes,
  onRows: OnRows,
  signal: AbortSignal,
): Promise<CheckedStore> {
  const { header, entries, sha256 } = await openArchive<StoreHeader>(file, "store");
  const columns = requireTables(header, shapes);
  const order = new Map(["sites", ...STORE_TABLES.map(({ name }) => name)].map((name, i) => [name, i]));
  const expected = Object.values(header.rows).reduce((sum, count) => sum + count, 0);
  const rows: Record<string, number> = {};
  let [place, total, site] = [-1, 0, ""];
  for await (const entry of entries) {
    signal.throwIfAborted();
    const table = isRows(entry) ? entry.rows : "files";
    const lines = isRows(entry) ? entry.lines : [entry.row ?? ""];
    const found = order.get(table);
    if (found === undefined || found < place || (isRows(entry) && table === "files"))
      throw wrong(`${table} at this place`);
    place = found;
    if (table === "sites") site = lines[0] ?? "";
    for (const line of lines) requireColumns(line, columns.get(table) ?? [], table);
    if (!isRows(entry)) requireNamed(entry.file, entry.row ?? "", header.store.id);
    rows[table] = (rows[table] ?? 0) + lines.length;
    total += lines.length;
    onRows(Math.min(total, expected), expected);
  }
  if (rows.sites !== 1) throw wrong("not one store");
  const less = STORE_TABLES.find(({ name }) => name !== "files" && (rows[name] ?? 0) !== header.rows[name]);
  if (less) throw wrong(`not all ${less.name}`);
  return { header, site, sha256: sha256(), rows, total };
}

/** The columns of each table, which must be those of this server. Throws BadArchive. */
function requireTables({ columns, store, version, rows }: StoreHeader, shapes: Shapes): Map<string, string[]> {
  if (!isId(store?.id ?? "") || !columns || !rows) throw wrong("no store in its header");
  const here = new Map([
    ["sites", siteColumns(shapes)],
    ...STORE_TABLES.map((table) => [table.name, columnsIn(shapeIn(shapes, table.name), table)] as const),
  ]);
  const names = new Set([...here.keys(), ...Object.keys(columns)]);
  const differing = [...names].find((name) => JSON.stringify(columns[name]) !== JSON.stringify(here.get(name)));
  if (differing !== undefined) {
    throw new BadArchive(
      `The file was written by Hanout ${version}, whose table ${differing} differs from this server's: bring both to one version.`,
    );
  }
  return here;
}

function requireColumns(line: string, columns: readonly string[], table: string): void {
  const row = parsed(line);
  const names = Object.keys(row);
  if (names.length !== columns.length || !columns.every((name) => Object.hasOwn(row, name))) {
    throw wrong(`a row of ${table} with other columns`);
  }
}

function requireNamed(name: string, line: string, siteId: string): void {
  const { hash, kind } = parsed(line);
  if (name !== `${String(hash)}.${String(kind)}` || !readName(siteId, name))
    throw wrong("a file with another name than its row");
}

function parsed(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // said below
  }
  throw wrong("a row that is none");
}

const wrong = (what: string) => new BadArchive(`The file has ${what}: it is damaged, or was changed.`);
