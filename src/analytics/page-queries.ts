import { type TProperties, Type } from "typebox";
import { raw, type Sql, sql } from "../db/sql.ts";
import { type Cell, COMPARED_TEXT, type ColumnKind, type RowsAsked, type SortTerm } from "./columns.ts";

/**
 * The rows of a statement of `pageWithTotals`: each has the totals of the whole report beside its own columns. When no row is
 * there, one row has the totals and a null key.
 */
export const WithTotals = <T extends TProperties, R extends TProperties>(totals: T, row: R) =>
  Type.Union([Type.Object({ ...totals, ...row, key: Type.String() }), Type.Object({ ...totals, key: Type.Null() })]);

/** The totals and the rows that such a statement answered. */
export function splitRows<T extends { key: string | null }>(found: T[]): { totals: T; rows: T[] } {
  const [totals] = found;
  if (!totals) throw new Error("a report has a row of totals");
  return { totals, rows: found.filter(({ key }) => key !== null) };
}

/**
 * Selects the asked rows of `rows`, with the totals. `rows` and `totals` are relations; `totals` has one row. The columns of
 * `details` are added to all rows when the rows are sorted by one of them, else only to the rows of the page.
 */
export function pageWithTotals(
  asked: RowsAsked,
  { rows, totals, details }: { rows: Sql; totals: Sql; details?: Details },
): Sql {
  const isSortedByDetail = "terms" in asked && asked.terms.some(({ column }) => details?.columns.includes(column));
  const add = (relation: Sql) => (details ? sql`(${details.addTo(relation)})` : relation);
  const page = isSortedByDetail ? pageOf(add(rows), asked) : add(pageOf(rows, asked));
  return sql`
    select t.*, r.*
    from ${totals} t
    left join ${page} r on true
    ${"terms" in asked ? sql`order by ${orderBy(asked.terms)}` : sql``}
  `;
}

/** Columns that are read from other tables. */
export interface Details {
  columns: readonly string[];
  addTo(relation: Sql): Sql;
}

const pageOf = (relation: Sql, asked: RowsAsked): Sql =>
  "keys" in asked
    ? sql`(select r.* from ${relation} r where r.key = any(${asked.keys}::text[]))`
    : sql`(
      select r.*
      from ${relation} r
      where ${asked.after === null ? sql`true` : isAfter(asked.terms, asked.after)}
      order by ${orderBy(asked.terms)}
      limit ${asked.limit}
    )`;

/** Values are compared without case and with accents after their letter, and times as precisely as JSON has them. */
const comparable = (kind: ColumnKind, value: Sql): Sql => {
  if (kind === "text") return sql`lower(normalize(left(${value}::text, ${raw(String(COMPARED_TEXT))}), nfkd))`;
  if (kind === "time") return sql`date_trunc('milliseconds', ${value}::timestamptz)`;
  if (kind === "id" || kind === "date") return sql`${value}::text`;
  return kind === "flag" ? sql`${value}::boolean` : sql`${value}::double precision`;
};

const cellOf = ({ column, kind }: SortTerm): Sql => comparable(kind, sql`r.${raw(column)}`);

/** Rows without a value come last in both directions. */
const orderBy = (terms: readonly SortTerm[]): Sql =>
  terms
    .map((term) => sql`${cellOf(term)} ${raw(term.direction)} nulls last`)
    .reduce((before, term) => sql`${before}, ${term}`);

/** The condition that a row comes after a position. */
function isAfter([term, ...others]: readonly SortTerm[], [value = null, ...values]: readonly Cell[]): Sql {
  if (!term) return sql`false`;
  const cell = cellOf(term);
  const rest = isAfter(others, values);
  if (value === null) return sql`(${cell} is null and ${rest})`;
  const limit = comparable(term.kind, sql`${value}`);
  return sql`(${cell} ${raw(term.direction === "asc" ? ">" : "<")} ${limit} or ${cell} is null or (${cell} = ${limit} and ${rest}))`;
}
