import template, { Sql as Statement } from "sql-template-tag";

export { empty, join, raw, type Sql } from "sql-template-tag";

/** Statements whose text depends on the request, because they contain fragments with values. */
const composed = new WeakSet<Statement>();

/** SQL with its values: `sql\`select … where id = ${id}\``. A value that is SQL itself becomes part of the text. */
export function sql(parts: readonly string[], ...values: unknown[]): Statement {
  const statement = template(parts, ...values);
  if (values.some(isComposedFragment)) composed.add(statement);
  return statement;
}

const isComposedFragment = (value: unknown): boolean =>
  value instanceof Statement && (value.values.length > 0 || composed.has(value));

/** Marks a composed statement whose fragments are the same in every request. Returns the statement. */
export function withFixedText(statement: Statement): Statement {
  composed.delete(statement);
  return statement;
}

/** Whether the statement has the same text in every request, so that preparing it is worthwhile. */
export const hasFixedText = (statement: Statement): boolean => !composed.has(statement);

/** The value of a parameter for a column of jsonb: null stays null of SQL. */
export const jsonOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
