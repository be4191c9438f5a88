import { invalidValue } from "../core/problem.ts";

/**
 * What a column of a report holds. `count` and `amount` are figures of the period, and are compared with the period before;
 * an `amount` is in minor units. An `average` is such a figure that is null where there is nothing to divide by. A `level` is a number as it is now. A `flag` is true or false.
 */
export type ColumnKind = "id" | "text" | "date" | "time" | "flag" | "count" | "amount" | "average" | "level";

/** The columns of a report, in the order in which they are shown. */
export type Columns = Readonly<Record<string, ColumnKind>>;

export type Cell = string | number | boolean | null;

/** A row with the columns of its report, and with a `key`: a text that no other row of the report has. */
export type ReportRow = Readonly<Record<string, Cell>>;

export type Direction = "asc" | "desc";

/** One column of an order of rows. */
export interface SortTerm {
  column: string;
  kind: ColumnKind;
  direction: Direction;
}

const BY_KEY: SortTerm = { column: "key", kind: "id", direction: "asc" };

/** Texts are compared by so many characters, so that a cursor has a limited length. */
export const COMPARED_TEXT = 100;

/** The kinds that are figures: high ones come first unless the caller says otherwise. */
const HIGH_FIRST: ReadonlySet<ColumnKind> = new Set(["count", "amount", "average", "level", "flag"]);

export interface SortAsked {
  sort?: string | undefined;
  order?: Direction | undefined;
}

/**
 * The order of a report's rows: by `sort`, else by the report's own order. Ties are broken by the report's own order, then by
 * the key, so that no two rows are equal. Throws `invalid_value` for `sort` with the columns.
 */
export function sortTerms(
  report: string,
  columns: Columns,
  ownOrder: readonly SortTerm[],
  { sort, order }: SortAsked,
): SortTerm[] {
  const own = [...ownOrder, BY_KEY];
  const first = sort === undefined ? (own[0] ?? BY_KEY) : columnTerm(report, columns, sort);
  const others = own.filter(({ column }) => column !== first.column);
  return [{ ...first, direction: order ?? first.direction }, ...others];
}

function columnTerm(report: string, columns: Columns, column: string): SortTerm {
  const kind = Object.hasOwn(columns, column) ? columns[column] : undefined;
  if (kind === undefined) {
    throw invalidValue("sort", `must be a column of ${report}: ${Object.keys(columns).join(", ")}`);
  }
  return { column, kind, direction: HIGH_FIRST.has(kind) ? "desc" : "asc" };
}

/** The values of a row that say where it stands in an order. */
export const positionOf = (row: ReportRow, terms: readonly SortTerm[]): Cell[] =>
  terms.map(({ column, kind }) => {
    const cell = row[column] ?? null;
    return kind === "text" && typeof cell === "string" ? [...cell].slice(0, COMPARED_TEXT).join("") : cell;
  });

/** Whether a value, of a cursor that a client sent, can be one of such a column. */
export function isCellOf(kind: ColumnKind, cell: unknown): cell is Cell {
  if (cell === null) return true;
  if (kind === "flag") return typeof cell === "boolean";
  if (HIGH_FIRST.has(kind)) return Number.isFinite(cell);
  return typeof cell === "string" && (kind !== "time" || isTime(cell));
}

/** Whether a value, of a cursor that a client sent, is a time as answers have it. */
export const isTime = (value: unknown): value is string =>
  typeof value === "string" && /^[12]\d{3}-/.test(value) && toIso(value) === value;

const toIso = (text: string): string | undefined => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

/** Rows that are asked for: a page in an order, or the rows with these keys, in any order. */
export type RowsAsked = Page | { keys: string[] };

export interface Page {
  terms: readonly SortTerm[];
  /** The position of the row before the first one. */
  after: readonly Cell[] | null;
  limit: number;
}

/** The asked rows of a report that has all its rows in memory. `text` and `date` are compared as they are. */
export function selectInMemory(rows: readonly ReportRow[], asked: RowsAsked): ReportRow[] {
  if ("keys" in asked) return rows.filter(({ key }) => typeof key === "string" && asked.keys.includes(key));
  const { terms, after, limit } = asked;
  return rows
    .map((row) => ({ row, position: positionOf(row, terms) }))
    .filter(({ position }) => after === null || comparePositions(position, after, terms) > 0)
    .sort((one, other) => comparePositions(one.position, other.position, terms))
    .slice(0, limit)
    .map(({ row }) => row);
}

function comparePositions(one: readonly Cell[], other: readonly Cell[], terms: readonly SortTerm[]): number {
  for (const [i, { direction }] of terms.entries()) {
    const [a = null, b = null] = [one[i], other[i]];
    if (a === b) continue;
    if (a === null || b === null) return a === null ? 1 : -1; // what is missing comes last in both directions
    return a < b === (direction === "asc") ? -1 : 1;
  }
  return 0;
}
