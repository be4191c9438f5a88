import type { Readable } from "node:stream";
import { type CsvError, type Info, parse } from "csv-parse";
import { columnsOf, NotShopifyCsv, type Row, rowOf } from "./shopify-columns.ts";
import { type ImportedProduct, type Problem, productOf } from "./shopify-product.ts";

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
 * Throws NotShopifyCsv for a file that is none.
 */
export async function* readShopifyCsv(source: Readable, currency: string): AsyncGenerator<ReadProduct> {
  const seen = new Set<string>();
  for await (const group of groupsOf(source)) {
    const handle = group.handle.toLowerCase();
    if (handle && seen.has(handle)) {
      group.problems.push({ line: group.line, reason: "this handle came before; its rows must follow each other" });
    }
    seen.add(handle);
    const { input, problems } = productOf(group.rows, currency);
    const all = [...group.problems, ...problems].sort((one, other) => one.line - other.line);
    yield { handle: group.handle, line: group.line, input: all.length > 0 ? null : input, problems: all };
  }
}

async function* groupsOf(source: Readable): AsyncGenerator<Group> {
  let group: Group | undefined;
  for await (const { line, row, problem } of rowsOf(source)) {
    if (!group || (row && row.handle !== group.handle)) {
      if (group) yield group;
      group = { handle: row?.handle ?? "", line, rows: [], problems: [] };
    }
    if (problem) group.problems.push({ line, reason: problem });
    else if (row && group.rows.length < MOST_ROWS) group.rows.push({ line, row });
    else if (group.rows.length === MOST_ROWS) {
      group.problems = [{ line: group.line, reason: `a product may have at most ${MOST_ROWS} rows` }];
    }
  }
  if (group) yield group;
}

interface Read {
  line: number;
  row?: Row;
  problem?: string;
}

/** Rows with the line each begins on. A row that is no CSV is a problem of the product it stands in. */
async function* rowsOf(source: Readable): AsyncGenerator<Read> {
  const broken: Read[] = [];
  let hasHeader = false;
  const parser = parse({
    bom: true,
    columns: (header: string[]) => {
      hasHeader = true;
      return columnsOf(header);
    },
    info: true,
    relax_column_count: true,
    relax_quotes: true, // a stray quote then spoils its own row only
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: LARGEST_ROW,
    on_skip: (error) => {
      broken.push({ line: Number(error?.lines ?? 0), problem: `not readable as CSV: ${explain(error)}` });
      return undefined;
    },
  });
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);

  let lastLine = 1;
  for await (const { record, info } of parser as AsyncIterable<{ record: Partial<Row>; info: Info }>) {
    // The parser is some rows ahead; only what it could not read before this row belongs here.
    while (broken[0] && broken[0].line < info.lines) {
      lastLine = broken[0].line;
      yield broken.shift() as Read;
    }
    yield { line: lastLine + 1, row: rowOf(record) };
    lastLine = info.lines;
  }
  yield* broken;
  if (!hasHeader) throw new NotShopifyCsv("the file is empty");
}

const explain = (error: CsvError | undefined): string => error?.message.split("\n", 1)[0] ?? "it is malformed";
