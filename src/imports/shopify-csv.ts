import type { Readable } from "node:stream";
import { type CsvError, type Parser, parse } from "csv-parse";
import { breaksBefore, countCells, isBlank, lineBreaks, MAX_CELLS } from "./csv-row.ts";
import { columnsOf, NotShopifyCsv, type Row, rowOf } from "./shopify-columns.ts";
import { type ImportedProduct, type Problem, productOf, slugOf } from "./shopify-product.ts";

export type { ImportedProduct } from "./shopify-product.ts";

/** One product of the file, or why it could not be read. */
export interface ReadProduct {
  handle: string;
  /** Where it begins in the file; the header is line 1. */
  line: number;
  input: ImportedProduct | null;
  problems: Problem[];
}

/** Rows that follow each other and name the same product. */
interface Group {
  handle: string;
  line: number;
  /** How many rows there are of it, also those that cannot be read. */
  size: number;
  rows: { line: number; row: Row }[];
  problems: Problem[];
}

/** A product's rows are held together; a runaway file must not hold all of memory. */
const MOST_ROWS = 1000;
const LARGEST_ROW = 1_048_576; // characters
/** Characters of one cell; the longest that there are hold a description's HTML. */
const LARGEST_CELL = 200_000;

/**
 * Reads Shopify's product export as a stream: products one after the other, each from its rows, which follow each
 * other and share a handle. Holds one product at a time. Amounts come in minor units of `currency`.
 * Throws NotShopifyCsv for a file that is none, or has more than `maxRows` rows. Closes `source` when done or left.
 */
export async function* readShopifyCsv(
  source: Readable,
  currency: string,
  { maxRows = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<ReadProduct> {
  const handles = new Map<string, string>(); // by slug
  for await (const group of groupsOf(source, maxRows)) {
    const slug = slugOf(group.handle);
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
    ? "this handle came before; its rows must follow each other"
    : `the handle "${before}" came before and has the same address, "${slug}"`;

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
    if (group.size > MOST_ROWS) {
      group.rows = [];
      group.problems = [{ line: group.line, reason: `a product may have at most ${MOST_ROWS} rows` }];
    } else if (problem) group.problems.push({ line, reason: problem });
    else if (row?.handle === "" && group.handle !== "") group.problems.push({ line, reason: "there is no handle" });
    else if (row) group.rows.push({ line, row });
  }
  if (group) yield group;
}

/** Without handle and title, a row is taken for one of the product above, which is not whole without it. */
const startsProduct = (row: Row, group: Group): boolean =>
  row.handle === "" ? row.title !== "" : row.handle !== group.handle;

interface Read {
  line: number;
  row?: Row;
  problem?: string | undefined;
}

/** Rows with the line each begins on. */
async function* rowsOf(source: Readable): AsyncGenerator<Read> {
  let line = 0; // where the next row begins; 0 before the header
  let end: string | undefined;
  const parser: Parser = parse({
    bom: true,
    columns: (header: string[]) => {
      line = parser.info.lines + 1;
      return columnsOf(header);
    },
    raw: true,
    record_delimiter: ["\r\n", "\n", "\r"], // files edited by hand mix them
    relax_column_count: true,
    relax_quotes: true, // a stray quote then spoils its own row, and not all that follow
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: LARGEST_ROW,
    on_skip: (error) => {
      end ??= explain(error);
      source.unpipe(parser).destroy(); // with relaxed quotes, what is left to fail is a quote never closed
      parser.end();
      return undefined;
    },
  });
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { record, raw } of parser as AsyncIterable<{ record: Partial<Row>; raw: string }>) {
      const begins = line + breaksBefore(raw);
      line += lineBreaks(raw);
      const problem = problemOf(record, raw, begins);
      if (problem !== undefined || !isBlank(raw)) yield { line: begins, row: rowOf(record), problem };
    }
    if (line === 0) throw new NotShopifyCsv(end ?? "the file is empty");
    if (end) yield { line, problem: end };
  } finally {
    source.destroy();
  }
}

function explain(error: CsvError | undefined): string {
  const why =
    error?.code === "CSV_MAX_RECORD_SIZE" ? `a row longer than ${LARGEST_ROW} characters` : "Quote Not Closed";
  return `not readable as CSV: ${why}; nothing from here on was read`;
}

/** Why a row cannot be read; undefined when it can. */
function problemOf(record: Partial<Row>, raw: string, begins: number): string | undefined {
  const cells = countCells(raw);
  if (cells === undefined) return strayQuote(begins, raw);
  if (cells > MAX_CELLS) return `a row may have at most ${MAX_CELLS} cells`;
  const long = Object.values(record).some((cell) => cell.length > LARGEST_CELL);
  return long ? `a cell may hold at most ${LARGEST_CELL} characters` : undefined;
}

function strayQuote(begins: number, raw: string): string {
  const last = begins + lineBreaks(raw.trim());
  return `not readable as CSV: a quote is astray${last > begins ? `; lines ${begins} to ${last} were not read` : ""}`;
}
