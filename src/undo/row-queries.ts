import { Type } from "typebox";
import { COLUMNS } from "../core/columns/columns.ts";
import type { SiteDb } from "../db/database.ts";
import { keyOf, type Row } from "../db/recording/recording.ts";
import { columnsOf, namesOf, ofStore, RowOf, withKeys } from "../db/recording/row-queries.ts";
import { type TableName, tableOf } from "../db/recording/tables.ts";
import { join, raw, type Sql, sql } from "../db/sql.ts";
import { bumpedUpdatedAt } from "../db/updated-at.ts";
import { usesOf } from "../promotions/promotions.ts";
import { RULES } from "./rules.ts";

/** Statements on the rows of any recorded table. Each list of rows is at most as long as a caller's batch. */

const keyColumns = (table: TableName): string[] => Object.keys(tableOf(table).key);

const recordsOf = (
  table: TableName,
  rows: readonly Row[],
): Sql => sql`json_to_recordset(${JSON.stringify(rows)}::json) as r (
      ${raw(
        Object.entries(columnsOf(table))
          .map(([name, type]) => `${name} ${type}`)
          .join(", "),
      )}
    )`;

/** The rows with these keys by key, locked in the order of their keys. */
export async function lockRows(db: SiteDb, table: TableName, keys: readonly string[]): Promise<Map<string, Row>> {
  const found = await db.many(
    RowOf,
    sql`
    select to_json(r) as row
    from (
      select ${namesOf(columnsOf(table), "t.")}
      from ${raw(table)} t
      where ${ofStore(db, table)} and ${withKeys(table, keys)}
      order by ${namesOf(tableOf(table).key, "t.")}
      ${RULES[table].isHeldByOrders ? sql`for update` : sql`for no key update`}
    ) r
  `,
  );
  return new Map(found.map(({ row }) => [keyOf(table, row), row]));
}

const isStamped = (table: TableName): boolean => "updated_at" in COLUMNS[table];

/** Sets a column that is computed, in an update of rows `t` to the values `r`. */
const COMPUTED: Partial<Record<TableName, (db: SiteDb) => Sql>> = {
  orders: () => sql`total = t.subtotal - t.discount + r.shipping_cost + r.rounding`,
  // While a promotion has no limit, its uses are not counted.
  promotions: (db) => sql`used_count = ${usesOf(db, sql`t.id`)}`,
};

/** Writes these values of rows that exist, and what is computed from them. `columns`: which; the others stay. */
export const updateRows = (db: SiteDb, table: TableName, columns: readonly string[], rows: readonly Row[]) =>
  db.run(sql`
    update ${raw(table)} t
    set ${join([
      ...columns.map((column) => raw(`${column} = r.${column}`)),
      ...(COMPUTED[table] ? [COMPUTED[table](db)] : []),
      ...(isStamped(table) ? [sql`updated_at = ${bumpedUpdatedAt(db.now, sql`t.updated_at`)}`] : []),
    ])}
    from ${recordsOf(table, rows)}
    where ${ofStore(db, table)} and ${withKeys(
      table,
      rows.map((row) => keyOf(table, row)),
    )}
      and ${raw(
        keyColumns(table)
          .map((column) => `t.${column} = r.${column}`)
          .join(" and "),
      )}
  `);

/** Values of columns that are computed, for a row that comes back; they are computed afterwards. */
const PLACEHOLDERS: Partial<Record<TableName, Readonly<Record<string, Sql>>>> = {
  products: { sort_name: sql`''`, min_price: sql`0`, max_price: sql`0`, search: sql`''` },
  promotions: { used_count: sql`0` },
};

/** Inserts rows; returns how many. A row that is there already, or whose slug is taken, is left out. */
export async function insertRows(db: SiteDb, table: TableName, rows: readonly Row[]): Promise<number> {
  const others = { ...PLACEHOLDERS[table], ...(isStamped(table) ? { updated_at: sql`${db.now}` } : {}) };
  const inserted = await db.many(
    Type.Object({ site_id: Type.String() }),
    sql`
    insert into ${raw(table)} (${join([sql`site_id`, namesOf(columnsOf(table)), ...Object.keys(others).map((name) => raw(name))])})
    select ${join([sql`${db.siteId}`, namesOf(columnsOf(table), "r."), ...Object.values(others)])}
    from ${recordsOf(table, rows)}
    on conflict do nothing
    returning site_id
  `,
  );
  return inserted.length;
}

/** Gives rows a value of their own in a column that is unique, so that other rows can get theirs. */
export const vacate = (db: SiteDb, table: TableName, column: string, keys: readonly string[]) =>
  db.run(sql`
    update ${raw(table)} t
    set ${raw(column)} = t.id::text
    where ${ofStore(db, table)} and ${withKeys(table, keys)}
  `);

export const deleteRows = (db: SiteDb, table: TableName, keys: readonly string[]) =>
  db.run(sql`
    delete from ${raw(table)} t
    where ${ofStore(db, table)} and ${withKeys(table, keys)}
  `);

/** The ids of these that exist, locked against deletion. */
export async function existingIds(db: SiteDb, table: TableName, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.many(
    Type.Object({ id: Type.String() }),
    sql`
    select t.id
    from ${raw(table)} t
    where t.site_id = ${db.siteId} and t.id = any(${[...ids]}::uuid[])
    order by t.id
    for key share
  `,
  );
  return new Set(rows.map(({ id }) => id));
}
