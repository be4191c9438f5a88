import { Type } from "typebox";
import type { SiteDb } from "../database.ts";
import { join, raw, type Sql, sql } from "../sql.ts";
import { idOf, Row } from "./recording.ts";
import { type TableName, tableOf } from "./tables.ts";

export const RowOf = Type.Object({ row: Row });

/** The recorded columns of a table with their types, the key's first. */
export const columnsOf = (table: TableName): Record<string, string> => ({
  ...tableOf(table).key,
  ...tableOf(table).columns,
});

/** The names of columns, with commas between and `prefix` before each. */
export const namesOf = (columns: object, prefix = ""): Sql =>
  raw(
    Object.keys(columns)
      .map((name) => `${prefix}${name}`)
      .join(", "),
  );

/** The recorded columns of a row, as JSON: what a statement that locks or writes rows can answer with. */
export const rowOf = (table: TableName, alias: string): Sql =>
  raw(
    `json_build_object(${Object.keys(columnsOf(table))
      .map((name) => `'${name}', ${alias}.${name}`)
      .join(", ")})`,
  );

/** Rows `t` of the store. */
export const ofStore = (db: SiteDb, table: TableName): Sql =>
  sql`${raw(table === "sites" ? "t.id" : "t.site_id")} = ${db.siteId}`;

/** Rows with these keys. Each column of the key is compared by itself, so that the primary key's index is used. */
export function withKeys(table: TableName, keys: readonly string[]): Sql {
  const { key } = tableOf(table);
  const rows = keys.map((one) => idOf(table, one));
  const each = Object.entries(key).map(
    ([column, type]) =>
      sql`t.${raw(column)} = any(${[...new Set(rows.map((row) => row[column] as string))]}::${raw(type)}[])`,
  );
  if (each.length === 1) return join(each);
  const whole = raw(
    Object.keys(key)
      .map((column) => `t.${column}`)
      .join(` || e'\\t' || `),
  );
  return sql`${join(each, " and ")} and ${whole} = any(${[...keys]}::text[])`;
}

const rowsWhere = async (db: SiteDb, table: TableName, condition: Sql): Promise<Row[]> => {
  const found = await db.many(
    RowOf,
    sql`
    select to_json(r) as row
    from (
      select ${namesOf(columnsOf(table), "t.")}
      from ${raw(table)} t
      where ${ofStore(db, table)} and ${condition}
    ) r
  `,
  );
  return found.map(({ row }) => row);
};

/** The rows of a table with these values in a column. */
export const readRows = (db: SiteDb, table: TableName, column: string, values: readonly unknown[]): Promise<Row[]> =>
  rowsWhere(db, table, sql`t.${raw(column)} = any(${[...values]}::${raw(columnsOf(table)[column] ?? "")}[])`);

/** The rows of a table with these keys. */
export const readKeys = (db: SiteDb, table: TableName, keys: readonly string[]): Promise<Row[]> =>
  rowsWhere(db, table, withKeys(table, keys));
