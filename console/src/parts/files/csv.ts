/** A cell that spreadsheets would run as a formula, also behind spaces and in full width. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Numbers and phone numbers begin with a sign and are no formulas. */
const DIGITS = /^[+-]?\d[\d ]*([.,]\d+)?$/;

const harmless = (cell: string): string => (FORMULA.test(cell) && !DIGITS.test(cell) ? `'${cell}` : cell);

const quoted = (cell: string): string => (/[";,\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/**
 * Rows as CSV (RFC 4180). No cell is a formula. French and Arabic spreadsheets want semicolons between cells and commas in numbers;
 * English ones commas and points.
 */
export function csvOf(rows: readonly (readonly (string | number | null)[])[], language: string): string {
  const [separator, point] = language === "en" ? [",", "."] : [";", ","];
  const text = (cell: string | number | null): string =>
    typeof cell === "number" ? String(cell).replace(".", point) : harmless(cell ?? "");
  return rows.map((row) => `${row.map((cell) => quoted(text(cell))).join(separator)}\r\n`).join("");
}
