import { type Static, Type } from "typebox";
import { type CursorPage, Nullable } from "../core/shapes.ts";
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
  { key, operation }: { key: { id: string; name: string }; operation: string },
  entries: NewEntry[],
) =>
  db.run(sql`
    insert into audit_log (
      site_id, id, key_id, key_name, tool, entity, entity_id, label, before, after, created_at
    )
    select ${db.siteId}, e.id, ${key.id}, ${key.name}, ${operation}, e.entity, e.entity_id, e.label, e.before, e.after, ${db.now}
    from json_to_recordset(${JSON.stringify(entries)}::json)
      as e (id uuid, entity text, entity_id text, label text, before json, after json)
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
  /** Id, name or prefix of a key. */
  key?: string | undefined;
  entity?: string | undefined;
  /** Id, label or SKU. */
  of?: string | undefined;
  /** Ids of products that have `of` as a SKU now; products that had it are found by their entries. */
  products?: string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const where = (db: SiteDb, { tool, key, entity, of, products = [], from, to }: AuditFilters): Sql =>
  join(
    [
      sql`a.site_id = ${db.siteId}`,
      ...(tool === undefined ? [] : [sql`a.tool = ${tool}`]),
      ...(key === undefined ? [] : [byKey(db, key)]),
      ...(entity === undefined ? [] : [sql`a.entity = ${entity}`]),
      ...(of === undefined ? [] : [isAbout(of, products)]),
      ...(from === undefined ? [] : [sql`a.created_at >= ${from}`]),
      ...(to === undefined ? [] : [sql`a.created_at < ${to}`]),
    ],
    " and ",
  );

/** The label of a variant is the product's slug (without spaces), a space and the SKU. */
const isAbout = (of: string, products: string[]): Sql => sql`(
        a.entity_id = ${of}
        or lower(a.label) = lower(${of})
        or (a.entity = 'variant' and lower(substr(a.label, strpos(a.label, ' ') + 1)) = lower(${of}))
        or (a.entity = 'product' and (a.entity_id = any(${products}::text[]) or ${hadSku(of)}))
      )`;

/** Finds a deleted product, or one that lost the variant, by the SKUs in `before`. */
const hadSku = (sku: string): Sql => sql`exists (
          select from json_array_elements(
            case when json_typeof(a.before -> 'variants') = 'array' then a.before -> 'variants' else '[]' end
          ) variant
          where lower(variant ->> 'sku') = lower(${sku})
        )`;

const byKey = (db: SiteDb, key: string): Sql => sql`(
        a.key_id::text = lower(${key})
        or lower(a.key_name) = lower(${key})
        or a.key_id in (select k.id from api_keys k where k.site_id = ${db.siteId} and k.prefix = ${key})
      )`;

/** The entries after a cursor, newest first. */
export const entriesAfter = (db: SiteDb, filters: AuditFilters, { after, limit }: CursorPage) =>
  db.many(
    EntryRow,
    sql`
    select a.id, a.key_id, a.key_name, a.tool, a.entity, a.entity_id, a.label, a.before, a.after, a.created_at
    from audit_log a
    where ${where(db, filters)}
      ${afterCursor(after, sql`a.created_at`, sql`a.id`)}
    order by a.created_at desc, a.id desc
    limit ${limit}
  `,
  );

export const countEntries = (db: SiteDb, filters: AuditFilters) =>
  db.count(sql`
    select count(*)
    from audit_log a
    where ${where(db, filters)}
  `);
