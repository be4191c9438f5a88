import pg from "pg";

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** The values as `pg` sends them. Throws for a value that it cannot send. */
export const valuesAsText = (values: unknown[]): unknown[] => values.map((value) => prepareValue(value));
