import template, { Sql as Statement } from "sql-template-tag";

export { empty, join, raw, type Sql } from "sql-template-tag";

/** Statements whose text was put together for one request, from fragments that carry values. */
const composed = new WeakSet<Statement>();

/** SQL with its values: `sql\`select … where id = ${id}\``. A value that is itself SQL becomes a part of the text. */
export function sql(parts: readonly string[], ...values: unknown[]): Statement {
  const statement = template(parts, ...values);
  if (values.some(isComposedFragment)) composed.add(statement);
  return statement;
}

const isComposedFragment = (value: unknown): boolean =>
  value instanceof Statement && (value.values.length > 0 || composed.has(value));

/** The same statement, composed of fragments that are the same in every request. */
export function withFixedText(statement: Statement): Statement {
  composed.delete(statement);
  return statement;
}

/** Whether the statement has the same text in every request, so that its plan is worth keeping. */
export const hasFixedText = (statement: Statement): boolean => !composed.has(statement);
