import { type Static, Type } from "typebox";
import { type BoundedCount, type CursorPage, Nullable } from "../core/shapes.ts";
import { countUpToBound } from "../db/bounded-count.ts";
import type { SiteDb } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { join, type Sql, sql } from "../db/sql.ts";

export interface NewEntry {
  id: string;
  entity: string;
  entity_id: string;
  label: string;
  before: object | null;
  after: object | null;
}

export const insertEntries = (
  db: SiteDb,
  { id, key, operation }: { id: string; key: { id: string; name: string }; operation: string },
  entries: NewEntry[],
) =>
  db.run(sql`
    insert into audit_log (
      site_id, id, change_id, key_id, key_name, tool, entity, entity_id, label, before, after, created_at
    )
    select ${db.siteId}, e.id, ${id}, ${key.id}, ${key.name}, ${operation}, e.entity, e.entity_id, e.label, e.before, e.after, ${db.now}
    from json_to_recordset(${JSON.stringify(entries)}::json)
      as e (id uuid, entity text, entity_id text, label text, before json, after json)
    on conflict do nothing -- the ids are new; without it, Citus would copy the rows, which row-level security refuses
  `);

const Fields = Nullable(Type.Record(Type.String(), Type.Unknown()));
const EntryRow = Type.Object({
  id: Type.String(),
  key_id: Type.String(),
  key_name: Type.String(),
  tool: Type.String(),
  entity: Type.String(),
  entity_id: Type.String(),
  label: Type.String(),
  before: Fields,
  after: Fields,
  created_at: Type.String(),
});
export type EntryRow = Static<typeof EntryRow>;

export interface AuditFilters {
  tool?: string | undefined;
  /** Ids of keys. */
  keys?: string[] | undefined;
  entity?: string | undefined;
  /** Id, label or SKU of what an entry is about. */
  of?: string | undefined;
  /** Ids of products that have `of` as a SKU now; products that had it are found by their entries. */
  products?: string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The ids of the entries of these filters, newest first, from after the cursor on. */
const matchingIds = (db: SiteDb, filters: AuditFilters, page: CursorPage): Sql =>
  filters.of === undefined ? idsByColumns(db, filters, page) : idsAbout(db, filters.of, filters, page);

const idsByColumns = (
  db: SiteDb,
  { tool, keys, entity, from, to }: AuditFilters,
  { after, limit }: CursorPage,
): Sql => {
  const conditions = [
    sql`a.site_id = ${db.siteId}`,
    ...(tool === undefined ? [] : [sql`a.tool = ${tool}`]),
    ...(keys === undefined ? [] : [byKeys(keys)]),
    ...(entity === undefined ? [] : [sql`a.entity = ${entity}`]),
    ...(from === undefined ? [] : [sql`a.created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`a.created_at < ${to}`]),
  ];
  return sql`
      select a.id
      from audit_log a
      where ${join(conditions, " and ")}
        ${afterCursor(after, sql`a.created_at`, sql`a.id`)}
      order by a.created_at desc, a.id desc
      limit ${limit}`;
};

/** One key, as a name usually means, is found in the order of the page. */
const byKeys = (ids: string[]): Sql =>
  ids.length === 1 ? sql`a.key_id = ${ids[0]}` : sql`a.key_id = any(${ids}::uuid[])`;

/** Row-level security prevents an index on names, so a function of the database finds the ids. */
const idsAbout = (
  db: SiteDb,
  name: string,
  { products = [], tool, keys, entity, from, to }: AuditFilters,
  { after, limit }: CursorPage,
): Sql => sql`
      select id
      from find_audit_ids(
        site => ${db.siteId}, name => ${name}, entities => ${products}::text[],
        wanted_tool => ${tool ?? null}::text, wanted_keys => ${keys ?? null}::uuid[],
        wanted_entity => ${entity ?? null}::text, from_time => ${from ?? null}::timestamptz, to_time => ${to ?? null}::timestamptz,
        after_time => ${after?.created_at ?? null}::timestamptz, after_id => ${after?.id ?? null}::uuid,
        max_rows => ${limit}::integer
      ) as id`;

/** The ids of the keys with this id, name or prefix. */
export const findKeyIds = (db: SiteDb, key: string) =>
  db.many(
    Type.Object({ id: Type.String() }),
    sql`
    select id
    from api_keys
    where site_id = ${db.siteId} and (id::text = lower(${key}) or lower(name) = lower(${key}) or prefix = ${key})
  `,
  );

/** The entries after a cursor, newest first. */
export async function entriesAfter(db: SiteDb, filters: AuditFilters, page: CursorPage): Promise<EntryRow[]> {
  const ids = await db.ids(matchingIds(db, filters, page));
  return db.many(
    EntryRow,
    sql`
    select a.id, a.key_id, a.key_name, a.tool, a.entity, a.entity_id, a.label, a.before, a.after, a.created_at
    from audit_log a
    where a.site_id = ${db.siteId} and a.id = any(${ids}::uuid[])
    order by a.created_at desc, a.id desc
  `,
  );
}

export const countEntries = (db: SiteDb, filters: AuditFilters): Promise<BoundedCount> =>
  countUpToBound(db, (limit) => matchingIds(db, filters, { after: null, limit }));
