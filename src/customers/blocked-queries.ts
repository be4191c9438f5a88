import { type Static, Type } from "typebox";
import { type BoundedCount, type Cursor, Nullable } from "../core/shapes.ts";
import { countUpToBound } from "../db/bounded-count.ts";
import type { SiteDb } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { empty, type Sql, sql } from "../db/sql.ts";

/** A number of the store's block list. `phone` is as `normalisePhone` returns it; `phone_key` has its digits. */
export const BlockedPhoneRow = Type.Object({
  id: Type.String(),
  phone_key: Type.String(),
  phone: Type.String(),
  note: Nullable(Type.String()),
  created_at: Type.String(),
});
export type BlockedPhoneRow = Static<typeof BlockedPhoneRow>;

const columns: Sql = sql`id, phone_key, phone, note, created_at`;

/** Whether the store has blocked a number, for a statement that has its `phone_key`. */
export const isBlockedPhone = (db: SiteDb, phoneKey: Sql): Sql =>
  sql`exists (select from blocked_phones b where b.site_id = ${db.siteId} and b.phone_key = ${phoneKey})`;

export const findBlockedPhones = (db: SiteDb, phoneKeys: string[]) =>
  db.many(
    BlockedPhoneRow,
    sql`
    select ${columns}
    from blocked_phones
    where site_id = ${db.siteId} and phone_key = any(${phoneKeys}::text[])
    order by created_at, id
  `,
  );

const matching = (db: SiteDb, digits: string, { after, limit }: { after: Cursor | null; limit: number }): Sql => sql`
    select ${columns}
    from blocked_phones
    where site_id = ${db.siteId}
      ${digits === "" ? empty : sql`and strpos(phone_key, ${digits}) > 0`}
      ${afterCursor(after, sql`created_at`, sql`id`)}
    order by created_at desc, id desc
    limit ${limit}`;

/** The numbers that contain these digits, newest first. No index serves the digits: a store has few blocked numbers. */
export const searchBlockedPhones = (db: SiteDb, digits: string, after: Cursor | null, limit: number) =>
  db.many(BlockedPhoneRow, matching(db, digits, { after, limit }));

export const countBlockedPhones = (db: SiteDb, digits: string): Promise<BoundedCount> =>
  countUpToBound(db, (limit) => matching(db, digits, { after: null, limit }));

/** Adds numbers, or changes the notes of those that are there. */
export const upsertBlockedPhones = (db: SiteDb, phones: BlockedPhoneRow[]) =>
  db.run(sql`
    insert into blocked_phones (site_id, id, phone_key, phone, note, created_at)
    select ${db.siteId}, p.id, p.phone_key, p.phone, p.note, p.created_at
    from jsonb_to_recordset(${JSON.stringify(phones)}::jsonb)
      as p (id uuid, phone_key text, phone text, note text, created_at timestamptz)
    on conflict (site_id, phone_key) do update
    set note = excluded.note
  `);

export const deleteBlockedPhones = (db: SiteDb, ids: string[]) =>
  db.run(sql`
    delete from blocked_phones
    where site_id = ${db.siteId} and id = any(${ids}::uuid[])
  `);

/** What the storefront does with orders of blocked numbers. */
export const findBlockedPhonePolicy = (db: SiteDb) =>
  db.first(
    Type.Object({ blocked_phone_policy: Type.Enum(["mark", "refuse"]) }),
    sql`
    select blocked_phone_policy
    from sites
    where id = ${db.siteId}
  `,
  );
