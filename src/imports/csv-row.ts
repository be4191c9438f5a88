/** Rows of CSV as they stand in the file, read character by character: a row may hold a megabyte of commas or quotes. */

/** Far more than any export has. */
export const MAX_CELLS = 1000;

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];

/** Line ends; the two characters of a Windows line end are one. */
export function lineBreaks(raw: string): number {
  let breaks = 0;
  for (let i = 0; i < raw.length; i++) {
    const character = raw.charCodeAt(i);
    if (character === CARRIAGE_RETURN || (character === LINE_FEED && raw.charCodeAt(i - 1) !== CARRIAGE_RETURN))
      breaks++;
  }
  return breaks;
}

/** The line ends before the row's first character. */
export const breaksBefore = (raw: string): number => lineBreaks(raw.slice(0, beginningOf(raw)));

function beginningOf(raw: string): number {
  const first = raw.search(/[^\r\n]/);
  return first < 0 ? raw.length : first;
}

/** Spreadsheets leave rows of commas at the end. */
export const isBlank = (raw: string): boolean => !/[^\s,"]/.test(raw);

/**
 * How many cells the row has, counted to one more than `MAX_CELLS`; undefined when a quote is astray. A quoted cell ends at its quote: where it does not, the
 * parser goes on to the next quote, over rows if need be.
 */
export function countCells(raw: string): number | undefined {
  let i = beginningOf(raw);
  for (let cells = 1; ; cells++) {
    i = raw[i] === '"' ? endOfQuoted(raw, i) : endOfPlain(raw, i);
    if (raw[i] !== ",") return isEnd(raw, i) ? cells : undefined;
    if (cells > MAX_CELLS) return cells;
    i++;
  }
}

/** Behind the closing quote; two quotes stand for one inside the cell. */
function endOfQuoted(raw: string, start: number): number {
  let i = start;
  do {
    i = raw.indexOf('"', i + 1) + 1;
    if (i === 0) return raw.length + 1; // it never closes
  } while (raw[i] === '"');
  return i;
}

function endOfPlain(raw: string, start: number): number {
  let i = start;
  while (i < raw.length && raw[i] !== "," && raw[i] !== "\r" && raw[i] !== "\n") i++;
  return i;
}

/** Whether nothing but the row's own line end follows. */
const isEnd = (raw: string, i: number): boolean => i <= raw.length && /^(?:\r\n|\r|\n)?$/.test(raw.slice(i, i + 3));
