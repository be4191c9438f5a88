import { Type } from "typebox";
import { Nullable } from "../../core/shapes.ts";
import type { Db } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";

const ServerRow = Type.Object({
  version: Type.String(),
  /** Seconds since 1970. */
  clock: Type.Number(),
  bytes: Type.Integer(),
  max_connections: Type.Integer(),
  connections: Type.Integer(),
});

export const findServer = (db: Db) =>
  db.first(
    ServerRow,
    sql`
    select current_setting('server_version') as version, extract(epoch from clock_timestamp())::double precision as clock,
      pg_database_size(current_database()) as bytes, current_setting('max_connections')::int as max_connections,
      (select sum(numbackends)::int from pg_stat_database) as connections -- pg_stat_activity hides them from other roles
  `,
  );

const RoleRow = Type.Object({
  name: Type.String(),
  is_login: Type.Boolean(),
  passes_policies: Type.Boolean(),
  owns_tables: Type.Boolean(),
});

/** The role that this connection signed in with, and those that the server works as. */
export const findRoles = (db: Db) =>
  db.many(
    RoleRow,
    sql`
    select r.rolname::text as name, r.rolname = session_user as is_login, r.rolsuper or r.rolbypassrls as passes_policies,
      exists (
        select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relowner = r.oid
      ) as owns_tables
    from pg_roles r
    where r.rolname in ('hanout_app', 'hanout_reader', session_user)
    order by r.rolname
  `,
  );

/** Tables in which no policy limits `hanout_app` to a store. */
export const findUnguarded = (db: Db) =>
  db.many(
    Type.Object({ name: Type.String() }),
    sql`
    select c.relname::text as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_version'
      and not (c.relrowsecurity and exists (
        select from pg_policy p
        where p.polrelid = c.oid and p.polcmd = '*' and pg_get_expr(p.polqual, p.polrelid) like '%current_site()%'
      ))
    order by 1
  `,
  );

const ArchiverRow = Type.Object({
  mode: Type.String(),
  archived_at: Nullable(Type.String()),
  failed_at: Nullable(Type.String()),
});

/** Whether PostgreSQL archives its log, which backups to a point in time need. */
export const findArchiver = (db: Db) =>
  db.first(
    ArchiverRow,
    sql`
    select current_setting('archive_mode') as mode, last_archived_time as archived_at, last_failed_time as failed_at
    from pg_stat_archiver
  `,
  );
