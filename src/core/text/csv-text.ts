/** A cell that spreadsheets would run as a formula, also behind spaces and in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Numbers and phone numbers begin with a sign and are no formulas. */
const DIGITS = /^[+-]?\d[\d ]*(\.\d+)?$/;

/** A cell as text: one that a spreadsheet would run begins with an apostrophe. */
const harmless = (cell: string): string => (FORMULA.test(cell) && !DIGITS.test(cell) ? `'${cell}` : cell);

/** One line of CSV (RFC 4180), with its line end. No cell is a formula. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(harmless(cell))).join(",")}\r\n`;

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
