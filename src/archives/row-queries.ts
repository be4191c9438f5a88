import { type Static, Type } from "typebox";
import type { SiteDb } from "../db/database.ts";
import { empty, join, raw, type Sql, sql } from "../db/sql.ts";
import type { StoreTable } from "./tables.ts";

/** A row as JSON. */
const JsonRow = Type.Object({ row: Type.String() });

const TableRow = Type.Object({
  name: Type.String(),
  columns: Type.Array(Type.String()),
  key: Type.Array(Type.String()),
  key_types: Type.Array(Type.String()),
});

/** What is known of a table: its columns, but those that are computed, and its key. Both without the store's. */
export type TableShape = Static<typeof TableRow>;

/** The shapes of the tables that have a store's rows, and of the stores. */
export const findShapes = (db: SiteDb) =>
  db.many(
    TableRow,
    sql`
    select c.relname::text as name,
      array(
        select a.attname::text
        from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> 'site_id'
        order by a.attname
      ) as columns,
      array(
        select a.attname::text
        from unnest(k.conkey) with ordinality as part (number, position)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = part.number
        where a.attname <> 'site_id'
        order by part.position
      ) as key,
      array(
        select format_type(a.atttypid, a.atttypmod)
        from unnest(k.conkey) with ordinality as part (number, position)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = part.number
        where a.attname <> 'site_id'
        order by part.position
      ) as key_types
    from pg_class c
    join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and exists (
        select
        from pg_attribute a
        where a.attrelid = c.oid and a.attname = case c.relname when 'sites' then 'slug' else 'site_id' end
      )
    order by c.relname
  `,
  );

/** Lets the transaction be idle while pictures are read, or while the file takes no more: PostgreSQL would end it. */
export const stayOpen = (db: SiteDb) => db.run(sql`set local idle_in_transaction_session_timeout = 0`);

const quoted = (names: readonly string[]): Sql => raw(names.map((name) => `"${name}"`).join(", "));

/** The columns that are in a file. */
export const columnsIn = ({ columns }: TableShape, { instead = {} }: StoreTable): string[] =>
  columns.filter((name) => !Object.hasOwn(instead, name));

/** The store itself, without its id. */
export const readSite = (db: SiteDb, columns: readonly string[]) =>
  db.first(
    JsonRow,
    sql`
    select to_json(r)::text as row
    from (select ${quoted(columns)} from sites where id = ${db.siteId}) r
  `,
  );

/** Rows in the order of their key, after the row with these values of it. */
export const readRows = (
  db: SiteDb,
  table: StoreTable,
  shape: TableShape,
  { after, limit }: { after: readonly unknown[] | undefined; limit: number },
) => {
  const place = after && sql`and (${quoted(shape.key)}) > (${join(valuesOf(shape, after))})`;
  return db.many(
    JsonRow,
    sql`
    select to_json(r)::text as row
    from (
      select ${quoted(columnsIn(shape, table))}
      from ${raw(table.name)}
      where site_id = ${db.siteId} ${place ?? empty}
      order by ${quoted(shape.key)}
      limit ${limit}
    ) r
  `,
  );
};

const valuesOf = ({ key_types }: TableShape, values: readonly unknown[]): Sql[] =>
  values.map((value, i) => sql`${value}::${raw(key_types[i] ?? "text")}`);

/** Rows of a table that refers to itself, those first that are referred to. */
export const readTree = (
  db: SiteDb,
  table: StoreTable & { parent: string },
  shape: TableShape,
  { offset, limit }: { offset: number; limit: number },
) =>
  db.many(
    JsonRow,
    sql`
    with recursive tree as (
      select id, 0 as depth
      from ${raw(table.name)}
      where site_id = ${db.siteId} and ${quoted([table.parent])} is null
      union all
      select t.id, tree.depth + 1
      from tree
      join ${raw(table.name)} t on t.site_id = ${db.siteId} and t.${quoted([table.parent])} = tree.id
    )
    select to_json(r)::text as row
    from (
      select ${raw(
        columnsIn(shape, table)
          .map((name) => `t."${name}"`)
          .join(", "),
      )}
      from tree
      join ${raw(table.name)} t on t.site_id = ${db.siteId} and t.id = tree.id
      order by tree.depth, t.id
      offset ${offset}
      limit ${limit}
    ) r
  `,
  );

/** How many rows the store has in a table. */
export const countRows = (db: SiteDb, table: string) =>
  db.count(sql`
    select count(*)
    from ${raw(table)}
    where site_id = ${db.siteId}
  `);

/** Writes rows as they were read. A row that is there already stays as it is. */
export const writeRows = (db: SiteDb, table: StoreTable, shape: TableShape, rows: readonly string[]) => {
  const values = shape.columns.map((name) => {
    const value = table.instead?.[name];
    return value === undefined ? `r."${name}"` : value;
  });
  return db.run(sql`
    insert into ${raw(table.name)} (site_id, ${quoted(shape.columns)})
    select ${db.siteId}::uuid, ${raw(values.join(", "))}
    from json_populate_recordset(null::${raw(table.name)}, ${`[${rows.join(",")}]`}::json) r
    on conflict do nothing
  `);
};

/** Writes the store itself, which nobody sees until `showSite`. Returns whether its slug and id were free. */
export const writeSite = (db: SiteDb, columns: readonly string[], slug: string, row: string) => {
  const others = columns.filter((name) => name !== "slug");
  return db.exists(sql`
    insert into sites (id, slug, is_arriving, ${quoted(others)})
    select ${db.siteId}::uuid, ${slug}, true, ${raw(others.map((name) => `r."${name}"`).join(", "))}
    from json_populate_record(null::sites, ${row}::json) r
    on conflict do nothing
    returning id
  `);
};

/** A store has arrived. */
export const showSite = (db: SiteDb) =>
  db.run(sql`
    update sites
    set is_arriving = false
    where id = ${db.siteId}
  `);
