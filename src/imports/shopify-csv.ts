import type { Readable } from "node:stream";
import { readRows } from "../core/text/csv.ts";
import { type Column, columnsOf, NotShopifyCsv, type Row, rowOf } from "./shopify-columns.ts";
import { type ImportedProduct, productOf, type RowProblem, slugOfHandle } from "./shopify-product.ts";

export type { ImportedProduct } from "./shopify-product.ts";

/** One product of the file, or why it could not be read. */
export interface ReadProduct {
  handle: string;
  /** Where it begins in the file; the header is line 1. */
  line: number;
  input: ImportedProduct | null;
  problems: RowProblem[];
}

/** Rows that follow each other and name the same product. */
interface Group {
  handle: string;
  line: number;
  /** The number of its rows, including those that cannot be read. */
  size: number;
  rows: { line: number; row: Row }[];
  problems: RowProblem[];
}

/** The rows of one product are in memory together, so their number is limited. */
const MAX_ROWS = 1000;

/**
 * Reads Shopify's product export as a stream: products one after the other, each from its rows, which follow each
 * other and share a handle. Holds one product at a time. Amounts come in minor units of `currency`.
 * Throws NotShopifyCsv for a file that is not such an export, or has more than `maxRows` rows. Closes `source` at the end, or when the caller stops early.
 */
export async function* readShopifyCsv(
  source: Readable,
  currency: string,
  { maxRows = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<ReadProduct> {
  const handles = new Map<string, string>(); // by slug
  for await (const group of groupsOf(source, maxRows)) {
    const slug = slugOfHandle(group.handle);
    const before = handles.get(slug);
    if (before !== undefined) group.problems.push({ line: group.line, reason: cameBefore(group.handle, before, slug) });
    else if (slug) handles.set(slug, group.handle);
    const { input, problems } = productOf(group.rows, currency);
    const all = [...group.problems, ...problems].sort((one, other) => one.line - other.line);
    yield { handle: group.handle, line: group.line, input: all.length > 0 ? null : input, problems: all };
  }
}

/** A second product of one slug would replace the first. */
const cameBefore = (handle: string, before: string, slug: string): string =>
  handle.toLowerCase() === before.toLowerCase()
    ? "the handle is already used above; its rows must follow each other"
    : `the handle "${before}" above has the same address, "${slug}"`;

async function* groupsOf(source: Readable, maxRows: number): AsyncGenerator<Group> {
  let group: Group | undefined;
  let rows = 0;
  for await (const { line, row, problem } of rowsOf(source)) {
    rows++;
    if (rows > maxRows) throw new NotShopifyCsv(`it has more than ${maxRows} rows`);
    if (!group || (row && startsProduct(row, group))) {
      if (group) yield group;
      group = { handle: row?.handle ?? "", line, size: 0, rows: [], problems: [] };
    }
    group.size++;
    if (group.size > MAX_ROWS) {
      group.rows = [];
      group.problems = [{ line: group.line, reason: `a product may have at most ${MAX_ROWS} rows` }];
    } else if (problem) group.problems.push({ line, reason: problem });
    else if (row?.handle === "" && group.handle !== "") group.problems.push({ line, reason: "there is no handle" });
    else if (row) group.rows.push({ line, row });
  }
  if (group) yield group;
}

/** A row without handle and title belongs to the product above, which would be incomplete without it. */
const startsProduct = (row: Row, group: Group): boolean =>
  row.handle === "" ? row.title !== "" : row.handle !== group.handle;

/** The rows below the header. Throws NotShopifyCsv without a header that can be read. */
async function* rowsOf(source: Readable): AsyncGenerator<{ line: number; row: Row; problem: string | undefined }> {
  let columns: (Column | false)[] | undefined;
  for await (const { line, cells, problem } of readRows(source)) {
    if (columns) yield { line, row: rowOf(columns, cells), problem };
    else if (problem && cells.length === 0) throw new NotShopifyCsv(problem);
    else columns = columnsOf(cells);
  }
  if (!columns) throw new NotShopifyCsv("the file is empty");
}
