import { type Static, Type } from "typebox";
import type { Cursor } from "../core/shapes.ts";
import type { Db, SiteDb } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { type Sql, sql } from "../db/sql.ts";
import { TenantRow } from "../db/tenant.ts";
import type { Kind } from "./kinds.ts";

export const FileRow = Type.Object({
  id: Type.String(),
  hash: Type.String(),
  kind: Type.Unsafe<Kind>(Type.String()),
  name: Type.String(),
  bytes: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
  placeholder: Type.String(),
  created_at: Type.String(),
});
export type FileRow = Static<typeof FileRow>;

const columns: Sql = sql`id, hash, kind, name, bytes, width, height, placeholder, created_at`;

export const insertFile = (db: SiteDb, { id, hash, kind, name, bytes, width, height, placeholder }: FileRow) =>
  db.run(sql`
    insert into files (site_id, id, hash, kind, name, bytes, width, height, placeholder, named_at, created_at)
    values (${db.siteId}, ${id}, ${hash}, ${kind}, ${name}, ${bytes}, ${width}, ${height}, ${placeholder}, ${db.now}, ${db.now})
  `);

/** Notes that something names this file now; undefined without one. */
export const touchFile = (db: SiteDb, hash: string) =>
  db.first(
    FileRow,
    sql`
    update files
    set named_at = ${db.now}
    where site_id = ${db.siteId} and hash = ${hash}
    returning ${columns}
  `,
  );

/** The same of the files with these ids, which are locked until the transaction ends. */
export const touchFilesById = (db: SiteDb, ids: readonly string[]) =>
  db.many(
    FileRow,
    sql`
    update files
    set named_at = ${db.now}
    where site_id = ${db.siteId} and id = any(${ids}::uuid[])
    returning ${columns}
  `,
  );

/** The same of those with these hashes. */
export const touchFiles = (db: SiteDb, hashes: readonly string[]) =>
  db.many(
    Type.Object({ hash: Type.String() }),
    sql`
    update files
    set named_at = ${db.now}
    where site_id = ${db.siteId} and hash = any(${hashes})
    returning hash
  `,
  );

/** Locked until the transaction ends: nobody begins to name it. */
export const lockFile = (db: SiteDb, id: string) =>
  db.first(
    FileRow,
    sql`
    select ${columns}
    from files
    where site_id = ${db.siteId} and id = ${id}
    for update
  `,
  );

/** Files that nothing was seen to name since, locked until the transaction ends. */
export const lockUnnamedFiles = (db: SiteDb, since: string, limit: number) =>
  db.many(
    Type.Object({ id: Type.String(), hash: Type.String() }),
    sql`
    select id, hash
    from files
    where site_id = ${db.siteId} and named_at < ${since}
    order by named_at
    limit ${limit}
    for update
  `,
  );

export const deleteFiles = (db: SiteDb, ids: readonly string[]) =>
  db.run(sql`
    delete from files
    where site_id = ${db.siteId} and id = any(${ids}::uuid[])
  `);

/** Of these, the hashes that have no row; none when there is no such store. */
export const findRowless = (db: SiteDb, hashes: readonly string[]) =>
  db.many(
    Type.Object({ hash: Type.String() }),
    sql`
    select hash
    from unnest(${hashes}::text[]) hash
    where exists (select from sites where id = ${db.siteId})
      and hash not in (select f.hash from files f where f.site_id = ${db.siteId} and f.hash = any(${hashes}))
  `,
  );

/** Stores with files, after this id. */
export const findStoresWithFiles = (db: Db, after: string, most: number) =>
  db.many(
    TenantRow,
    sql`
    select site_id, currency, country, locale, time_zone
    from stores_with_files(${after}::uuid, ${most}::integer)
  `,
  );

export const findFile = (db: SiteDb, id: string) =>
  db.first(
    FileRow,
    sql`
    select ${columns}
    from files
    where site_id = ${db.siteId} and id = ${id}
  `,
  );

export const findFilesByHash = (db: SiteDb, hashes: readonly string[]) =>
  db.many(
    FileRow,
    sql`
    select ${columns}
    from files
    where site_id = ${db.siteId} and hash = any(${hashes})
  `,
  );

/** What shoppers are told of the files with these hashes. */
export const findShown = (db: SiteDb, hashes: readonly string[]) =>
  db.many(
    Type.Object({
      hash: Type.String(),
      width: Type.Integer(),
      height: Type.Integer(),
      placeholder: Type.String(),
    }),
    sql`
    select hash, width, height, placeholder
    from files
    where site_id = ${db.siteId} and hash = any(${hashes})
  `,
  );

/** The newest first. */
export const listFiles = (db: SiteDb, after: Cursor | null, limit: number) =>
  db.many(
    FileRow,
    sql`
    select ${columns}
    from files
    where site_id = ${db.siteId} ${afterCursor(after, sql`created_at`, sql`id`)}
    order by created_at desc, id desc
    limit ${limit}
  `,
  );

const SumRow = Type.Object({ files: Type.Integer(), bytes: Type.Integer() });

/** How many files the store has, and their bytes. */
export const sumFiles = async (db: SiteDb): Promise<Static<typeof SumRow>> =>
  (await db.first(
    SumRow,
    sql`
    select count(*) as files, coalesce(sum(bytes), 0)::bigint as bytes
    from files
    where site_id = ${db.siteId}
  `,
  )) ?? { files: 0, bytes: 0 };
