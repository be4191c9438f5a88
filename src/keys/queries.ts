import { type Static, Type } from "typebox";
import type { Scope } from "../core/scopes.ts";
import { type Cursor, Nullable } from "../core/shapes.ts";
import type { Db, SiteDb } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { empty, type Sql, sql, withFixedText } from "../db/sql.ts";

const StoredScopes = Type.Array(Type.String());

const OwnerRow = Type.Object({
  site_id: Type.String(),
  caller_id: Type.String(),
  name: Type.String(),
  scopes: StoredScopes,
  kind: Type.Enum(["secret", "publishable"]),
  slug: Type.String(),
  currency: Type.String(),
  country: Type.String(),
  locale: Type.String(),
  time_zone: Nullable(Type.String()),
  expires_at: Nullable(Type.String()),
  is_suspended: Type.Boolean(),
});
export type OwnerRow = Static<typeof OwnerRow>;

export const KeyRow = Type.Object({
  id: Type.String(),
  kind: Type.Enum(["secret", "publishable"]),
  name: Type.String(),
  prefix: Type.String(),
  scopes: StoredScopes,
  expires_at: Nullable(Type.String()),
  revoked_at: Nullable(Type.String()),
  last_used_at: Nullable(Type.String()),
  created_at: Type.String(),
});
export type KeyRow = Static<typeof KeyRow>;

const columns = (db: SiteDb): Sql => sql`
      k.id, k.kind, k.name, k.prefix, k.scopes, k.expires_at, k.revoked_at, k.created_at,
      (select u.last_used_at from api_key_uses u where u.site_id = ${db.siteId} and u.key_id = k.id) as last_used_at`;

/** The owner of the key with this hash, unless it is revoked; the one statement that is not limited to a store. */
export const findOwnerByHash = (db: Db, hash: Buffer) =>
  db.first(
    OwnerRow,
    sql`
    select site_id, key_id as caller_id, name, scopes, kind, slug, currency, country, locale, time_zone, expires_at,
      is_suspended
    from find_key_owner(${hash})
  `,
  );

/** Whether the key is neither revoked nor expired. */
export const isInForce = (db: SiteDb, id: string) =>
  db.exists(sql`
    select 1
    from api_keys
    where site_id = ${db.siteId} and id = ${id} and revoked_at is null and (expires_at is null or expires_at > ${db.now})
  `);

/** Records that a key is used now, unless it was used after `since`. */
export const recordUse = (db: SiteDb, keyId: string, since: string) =>
  db.run(sql`
    insert into api_key_uses (site_id, key_id, last_used_at)
    values (${db.siteId}, ${keyId}, ${db.now})
    on conflict (site_id, key_id) do update
    set last_used_at = excluded.last_used_at
    where api_key_uses.last_used_at < ${since}
  `);

export interface NewKey {
  id: string;
  kind: "secret" | "publishable";
  name: string;
  prefix: string;
  scopes: Scope[];
  hash: Buffer;
  expires_at: string | null;
}

export const insertKey = (db: SiteDb, key: NewKey) =>
  db.run(sql`
    insert into api_keys (site_id, id, kind, name, prefix, scopes, hash, expires_at, created_at)
    values (
      ${db.siteId}, ${key.id}, ${key.kind}, ${key.name}, ${key.prefix}, ${key.scopes}::text[], ${key.hash},
      ${key.expires_at}, ${db.now}
    )
  `);

export const keysOf = (db: SiteDb) =>
  db.many(
    KeyRow,
    withFixedText(sql`
    select ${columns(db)}
    from api_keys k
    where k.site_id = ${db.siteId}
    order by k.created_at, k.id
    limit 1000
  `),
  );

const revokedFilter = (withRevoked: boolean): Sql => (withRevoked ? empty : sql`and k.revoked_at is null`);

export const keysAfter = (db: SiteDb, withRevoked: boolean, after: Cursor | null, limit: number) =>
  db.many(
    KeyRow,
    sql`
    select ${columns(db)}
    from api_keys k
    where k.site_id = ${db.siteId} ${revokedFilter(withRevoked)}
      ${afterCursor(after, sql`k.created_at`, sql`k.id`)}
    order by k.created_at desc, k.id desc
    limit ${limit}
  `,
  );

export const countKeys = (db: SiteDb, withRevoked: boolean) =>
  db.count(sql`
    select count(*)
    from api_keys k
    where k.site_id = ${db.siteId} ${revokedFilter(withRevoked)}
  `);

/** The keys that `ref` matches: by id, by prefix or by name. Active keys come first. */
export const findKeysByRef = (db: SiteDb, ref: string) =>
  db.many(
    KeyRow,
    sql`
    select ${columns(db)}
    from api_keys k
    where k.site_id = ${db.siteId} and (k.id::text = lower(${ref}) or k.prefix = ${ref} or k.name = ${ref})
    order by k.id::text = lower(${ref}) desc, k.prefix = ${ref} desc, k.revoked_at is not null, k.id
    limit 10
    for no key update
  `,
  );

export const markRevoked = (db: SiteDb, keyId: string) =>
  db.run(sql`
    update api_keys
    set revoked_at = coalesce(revoked_at, ${db.now})
    where site_id = ${db.siteId} and id = ${keyId}
  `);
