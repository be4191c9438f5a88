import type { Readable } from "node:stream";
import { type CsvError, type Parser, parse } from "csv-parse";
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
  rows: { line: number; row: Row }[];
  problems: Problem[];
}

/** A product's rows are held together; a runaway file must not hold all of memory. */
const MOST_ROWS = 1000;
const LARGEST_ROW = 4_194_304; // characters

/**
 * Reads Shopify's product export as a stream: products one after the other, each from its rows, which follow each
 * other and share a handle. Holds one product at a time. Amounts come in minor units of `currency`.
 * Throws NotShopifyCsv for a file that is none. Closes `source` when done or left.
 */
export async function* readShopifyCsv(source: Readable, currency: string): AsyncGenerator<ReadProduct> {
  const handles = new Map<string, string>(); // by slug
  for await (const group of groupsOf(source)) {
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

async function* groupsOf(source: Readable): AsyncGenerator<Group> {
  let group: Group | undefined;
  for await (const { line, row, problem } of rowsOf(source)) {
    if (!group || (row && startsProduct(row, group))) {
      if (group) yield group;
      group = { handle: row?.handle ?? "", line, rows: [], problems: [] };
    }
    if (problem) group.problems.push({ line, reason: problem });
    else if (row?.handle === "" && group.handle !== "") group.problems.push({ line, reason: "there is no handle" });
    else if (row && group.rows.length < MOST_ROWS) group.rows.push({ line, row });
    else if (group.rows.length === MOST_ROWS) {
      group.problems = [{ line: group.line, reason: `a product may have at most ${MOST_ROWS} rows` }];
    }
  }
  if (group) yield group;
}

/** Without handle and title, a row is taken for one of the product above, which is not whole without it. */
const startsProduct = (row: Row, group: Group): boolean =>
  row.handle === "" ? row.title !== "" : row.handle !== group.handle;

interface Read {
  line: number;
  row?: Row;
  problem?: string;
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
      const begins = line + lineBreaks(/^[\r\n]*/.exec(raw)?.[0] ?? "");
      line += lineBreaks(raw);
      if (WELL_FORMED.test(raw)) {
        if (!BLANK.test(raw)) yield { line: begins, row: rowOf(record) };
      } else yield { line: begins, row: rowOf(record), problem: strayQuote(begins, raw) };
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

/** The parser counts lines as well, but the two characters of a Windows line end within quotes as two. */
const lineBreaks = (raw: string): number => raw.match(/\r\n|\r|\n/g)?.length ?? 0;

/** Spreadsheets leave rows of commas at the end. */
const BLANK = /^[\s,"]*$/;

/** A quoted cell ends at its quote. Where it does not, the parser goes on to the next one, over rows if need be. */
const WELL_FORMED = /^[\r\n]*(?:(?:"[^"]*(?:""[^"]*)*"|(?!")[^,\r\n]*)(?:,|[\r\n]?$))+$/;

function strayQuote(begins: number, raw: string): string {
  const last = begins + lineBreaks(raw.trim());
  return `not readable as CSV: a quote is astray${last > begins ? `; lines ${begins} to ${last} were not read` : ""}`;
}
