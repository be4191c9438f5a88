/** Cells of one row; far more than any export has. */
export const MAX_CELLS = 1000;
/** Characters of one cell; the longest cells hold the HTML of a description. */
const MAX_CELL = 200_000;
/** Characters of one row; in a file whose last quote is never closed, the rest is one row. */
const MAX_ROW = 1_048_576;

/** A row that is not blank. */
export interface CsvRow {
  /** Where it begins in the file; the first line is 1. */
  line: number;
  cells: string[];
  /** Why its cells cannot be trusted; undefined when they can. */
  problem: string | undefined;
}

/** What may stand between two cells. */
export const SEPARATORS = [";", "\t", ","] as const;
export type Separator = (typeof SEPARATORS)[number];

/**
 * Reads CSV (RFC 4180, with any line ends) as a stream, in one pass and without recursion. Its separator is the one that
 * parts its first line into most cells. The time for a row grows only with its length, even for a megabyte of commas or
 * quotes. A quoted cell may span several lines and ends at its closing quote. If anything but a separator or a line end
 * follows, the quote is misplaced. Rows with a misplaced quote and rows that exceed the limits above have a problem. Rows
 * of only separators, spaces and quotes are skipped.
 */
export async function* readRows(source: AsyncIterable<string | Buffer>): AsyncGenerator<CsvRow> {
  const decoder = new TextDecoder(); // drops a byte order mark
  let start = "";
  let reader: RowReader | undefined;
  for await (const piece of source) {
    const text = typeof piece === "string" ? piece : decoder.decode(piece, { stream: true });
    if (reader) yield* reader.read(text);
    else {
      start += text;
      const header = firstLine(start);
      if (header === undefined && start.length <= MAX_ROW) continue;
      reader = new RowReader(separatorOf(header ?? start));
      yield* reader.read(start);
    }
    if (reader.isTooLong) break;
  }
  const rest = decoder.decode(); // a character that the file's end cuts off
  if (reader) yield* reader.read(rest);
  else {
    reader = new RowReader(separatorOf(start));
    yield* reader.read(start + rest);
  }
  yield* reader.end();
}

/** The first line that is not blank; undefined while its end is missing. */
function firstLine(text: string): string | undefined {
  const begin = text.search(/[^\s",;]/);
  const length = begin < 0 ? -1 : text.slice(begin).search(/[\r\n]/);
  return length < 0 ? undefined : text.slice(0, begin + length);
}

function separatorOf(header: string): Separator {
  const parts = SEPARATORS.map((separator) => rowsOfText(header, separator).at(-1)?.cells.length ?? 1);
  const most = Math.max(...parts);
  return most > 1 ? (SEPARATORS[parts.indexOf(most)] ?? ",") : ",";
}

/** Reads the rows of a text as `readRows` does, with the separator that it has. */
export function rowsOfText(text: string, separator: Separator): CsvRow[] {
  const reader = new RowReader(separator);
  return [...reader.read(text), ...reader.end()];
}

const [QUOTE, LINE_FEED, CARRIAGE_RETURN] = [0x22, 0x0a, 0x0d];
const BYTE_ORDER_MARK = 0xfeff;

class RowReader {
  readonly #separator: number;
  /** Of a cell that makes a row worth reading. */
  readonly #content: RegExp;
  /** In a cell: before its first character, within, within quotes, or behind a quote within quotes. */
  #place: "start" | "plain" | "quoted" | "quote" = "start";
  #line = 1;
  #previous = 0;
  #cell = "";
  #row = emptyRow(1);

  constructor(separator: Separator) {
    this.#separator = separator.charCodeAt(0);
    this.#content = new RegExp(`[^\\s"${separator}]`);
  }

  get isTooLong(): boolean {
    return this.#row.size > MAX_ROW;
  }

  /** The rows that end in this piece of the text. */
  *read(text: string): Generator<CsvRow> {
    let from = 0; // what of the piece belongs to the cell and is not in it yet begins here
    const keep = (to: number) => {
      this.#cell += text.slice(from, to);
      from = to + 1;
    };
    for (let i = 0; i < text.length && !this.isTooLong; i++) {
      const character = text.charCodeAt(i);
      this.#row.size++;
      if (this.#place === "quoted") {
        if (character === QUOTE) {
          keep(i);
          this.#place = "quote";
        } else if (isLineEnd(character)) this.#countLine(character);
      } else if (character === this.#separator) {
        keep(i);
        this.#endCell();
      } else if (isLineEnd(character)) {
        keep(i);
        this.#endCell();
        if (!this.#isBlank()) yield this.#asRead();
        this.#countLine(character);
        this.#row = emptyRow(this.#line);
      } else if (this.#place === "quote") {
        from = i; // two quotes are one
        this.#place = character === QUOTE ? "quoted" : "plain";
        if (character !== QUOTE) {
          this.#row.hasMisplacedQuote = true;
          this.#cell = `"${this.#cell}"`; // as it stands in the file
        }
      } else if (this.#place === "start") {
        from = character === QUOTE || (character === BYTE_ORDER_MARK && this.#previous === 0) ? i + 1 : i;
        this.#place = character === QUOTE ? "quoted" : from > i ? "start" : "plain";
      }
      this.#previous = character;
    }
    keep(text.length);
  }

  /** The last row, when no line end follows it or the reading stopped in it. */
  *end(): Generator<CsvRow> {
    const why = this.isTooLong ? `a row longer than ${MAX_ROW} characters` : "a quote is not closed";
    if (this.isTooLong || this.#place === "quoted") {
      const problem = `not readable as CSV: ${why}; nothing from here on was read`;
      yield { line: this.#row.line, cells: [], problem };
      return;
    }
    this.#endCell();
    if (!this.#isBlank()) yield this.#asRead();
  }

  /** The two characters of a Windows line end are one. */
  #countLine(character: number): void {
    if (character !== LINE_FEED || this.#previous !== CARRIAGE_RETURN) this.#line++;
  }

  #endCell(): void {
    const { cells } = this.#row;
    if (cells.length <= MAX_CELLS) cells.push(this.#cell);
    this.#cell = "";
    this.#place = "start";
  }

  #isBlank = (): boolean => !this.#row.hasMisplacedQuote && this.#row.cells.every((cell) => !this.#content.test(cell));

  #asRead(): CsvRow {
    const { line, cells } = this.#row;
    return { line, cells, problem: this.#problem() };
  }

  #problem(): string | undefined {
    const { line, cells, hasMisplacedQuote } = this.#row;
    if (hasMisplacedQuote) {
      const lost = this.#line > line ? `; lines ${line} to ${this.#line} were not read` : "";
      return `not readable as CSV: a quote is misplaced${lost}`;
    }
    if (cells.length > MAX_CELLS) return `a row may have at most ${MAX_CELLS} cells`;
    return cells.some((cell) => cell.length > MAX_CELL) ? `a cell may hold at most ${MAX_CELL} characters` : undefined;
  }
}

const emptyRow = (line: number) => ({ line, size: 0, cells: [] as string[], hasMisplacedQuote: false });

const isLineEnd = (character: number): boolean => character === LINE_FEED || character === CARRIAGE_RETURN;
