import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { sql } from "../db/sql.ts";

/** Identifies a request: a key is unique within a store and a route. */
export interface RequestKey {
  route: string;
  key: string;
  body_hash: Buffer;
}

const LIFETIME_MS = 24 * 3_600_000;

/** Keys of this time or earlier are free again. */
const expiryOf = ({ now }: SiteDb): string => new Date(Date.parse(now) - LIFETIME_MS).toISOString();

const UsedKey = Type.Object({
  body_hash: Type.Unsafe<Buffer>(Type.Any()),
  response: Nullable(Type.Unknown()),
  is_expired: Type.Boolean(),
});
export type UsedKey = Static<typeof UsedKey>;

/** The key as it was used, also when that is more than 24 hours ago. */
export const findKey = (db: SiteDb, { route, key }: RequestKey) =>
  db.first(
    UsedKey,
    sql`
    select body_hash, response, created_at <= ${expiryOf(db)} as is_expired
    from idempotency_keys
    where site_id = ${db.siteId} and route = ${route} and key = ${key}
  `,
  );

export const deleteKey = (db: SiteDb, { route, key }: RequestKey) =>
  db.send(sql`
    delete from idempotency_keys
    where site_id = ${db.siteId} and route = ${route} and key = ${key} and created_at <= ${expiryOf(db)}
  `);

/** A key that another transaction has stored meanwhile is a conflict. */
export const insertKey = (db: SiteDb, { route, key, body_hash }: RequestKey, response: unknown) =>
  db.send(sql`
    insert into idempotency_keys (site_id, route, key, body_hash, response, created_at)
    values (${db.siteId}, ${route}, ${key}, ${body_hash}, ${JSON.stringify(response)}::json, ${db.now})
  `);

/** Deletes every key whose stored response contains one of these ids. */
export const deleteResponsesWith = (db: SiteDb, ids: string[]) =>
  db.run(sql`
    delete from idempotency_keys
    where site_id = ${db.siteId}
      and exists (
        select from regexp_matches(response::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') as mentioned (ids)
        where mentioned.ids[1] = any(${ids}::text[])
      )
  `);
