import { type Static, Type } from "typebox";
import { SCOPES, type Scope } from "../core/scopes.ts";
import { type Cursor, Nullable } from "../core/shapes.ts";
import type { Db } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { empty, type Sql, sql } from "../db/sql.ts";

const Scopes = Type.Array(Type.Enum([...SCOPES]));

const OwnerRow = Type.Object({
  site_id: Type.String(),
  key_id: Type.String(),
  name: Type.String(),
  scopes: Scopes,
  kind: Type.Enum(["secret", "publishable"]),
  slug: Type.String(),
  currency: Type.String(),
  country: Type.String(),
  locale: Type.String(),
  expires_at: Nullable(Type.String()),
  last_used_at: Nullable(Type.String()),
});
export type OwnerRow = Static<typeof OwnerRow>;

const KeyRow = Type.Object({
  id: Type.String(),
  kind: Type.Enum(["secret", "publishable"]),
  name: Type.String(),
  prefix: Type.String(),
  scopes: Scopes,
  expires_at: Nullable(Type.String()),
  revoked_at: Nullable(Type.String()),
  last_used_at: Nullable(Type.String()),
  created_at: Type.String(),
});
export type KeyRow = Static<typeof KeyRow>;

const columns: Sql = sql`id, kind, name, prefix, scopes, expires_at, revoked_at, last_used_at, created_at`;

export const findOwnerByHash = (db: Db, hash: Buffer) =>
  db.first(
    OwnerRow,
    sql`
    select k.site_id, k.id as key_id, k.name, k.scopes, k.kind, s.slug, s.currency, s.country, s.locale,
      k.expires_at, k.last_used_at
    from api_keys k
    join sites s on s.id = k.site_id
    where k.hash = ${hash} and k.revoked_at is null
  `,
  );

export const updateLastUsed = (db: Db, siteId: string, keyId: string, now: string) =>
  db.run(sql`
    update api_keys
    set last_used_at = greatest(last_used_at, ${now})
    where site_id = ${siteId} and id = ${keyId}
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

export const insertKey = (db: Db, siteId: string, key: NewKey, now: string) =>
  db.run(sql`
    insert into api_keys (site_id, id, kind, name, prefix, scopes, hash, expires_at, created_at)
    values (
      ${siteId}, ${key.id}, ${key.kind}, ${key.name}, ${key.prefix}, ${key.scopes}::text[], ${key.hash},
      ${key.expires_at}, ${now}
    )
  `);

export const keysOf = (db: Db, siteId: string) =>
  db.many(
    KeyRow,
    sql`
    select ${columns}
    from api_keys
    where site_id = ${siteId}
    order by created_at, id
    limit 1000
  `,
  );

const revokedFilter = (withRevoked: boolean): Sql => (withRevoked ? empty : sql`and revoked_at is null`);

export const keysAfter = (db: Db, siteId: string, withRevoked: boolean, after: Cursor | null, limit: number) =>
  db.many(
    KeyRow,
    sql`
    select ${columns}
    from api_keys
    where site_id = ${siteId} ${revokedFilter(withRevoked)}
      ${afterCursor(after, sql`created_at`, sql`id`)}
    order by created_at desc, id desc
    limit ${limit}
  `,
  );

export const countKeys = (db: Db, siteId: string, withRevoked: boolean) =>
  db.count(sql`
    select count(*)
    from api_keys
    where site_id = ${siteId} ${revokedFilter(withRevoked)}
  `);

/** The keys that `ref` matches: by id, by prefix or by name. Active keys come first. */
export const findKeysByRef = (db: Db, siteId: string, ref: string) =>
  db.many(
    KeyRow,
    sql`
    select ${columns}
    from api_keys
    where site_id = ${siteId} and (id::text = lower(${ref}) or prefix = ${ref} or name = ${ref})
    order by id::text = lower(${ref}) desc, prefix = ${ref} desc, revoked_at is not null, id
    limit 10
    for no key update
  `,
  );

export const markRevoked = (db: Db, siteId: string, keyId: string, now: string) =>
  db.run(sql`
    update api_keys
    set revoked_at = coalesce(revoked_at, ${now})
    where site_id = ${siteId} and id = ${keyId}
  `);
