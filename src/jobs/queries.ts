import { type Static, Type } from "typebox";
import type { Actor } from "../core/actor.ts";
import { type Cursor, Nullable } from "../core/shapes.ts";
import type { Db, SiteDb } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { empty, type Sql, sql } from "../db/sql.ts";
import type { JobState } from "./kinds.ts";

const StoreRow = Type.Object({
  site_id: Type.String(),
  currency: Nullable(Type.String()),
  country: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  time_zone: Nullable(Type.String()),
});
export type StoreRow = Static<typeof StoreRow>;

/** Stores with jobs of these kinds that are due at this time, in the order of their ids, from this one on. */
export const findStoresWithDueJobs = (db: Db, firstId: string, kinds: string[], now: string, most: number) =>
  db.many(
    StoreRow,
    sql`
    select site_id, currency, country, locale, time_zone
    from stores_with_due_jobs(${firstId}, ${kinds}::text[], ${now}, ${most})
  `,
  );

const ClaimedJob = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  arguments: Type.Unknown(),
  actor: Type.Unsafe<Actor>(Type.String()),
  attempts: Type.Integer(),
  so_far: Nullable(Type.Unknown()),
});
export type ClaimedJob = Static<typeof ClaimedJob>;

/** A job, and the token of who runs it. */
export interface Lease {
  id: string;
  token: string;
}

/** How many jobs of each kind run now. */
export const countRunning = (db: SiteDb) =>
  db.many(
    Type.Object({ kind: Type.String(), count: Type.Integer() }),
    sql`
    select kind, count(*) as count
    from jobs
    where site_id = ${db.siteId} and state = 'running' and due_at > ${db.now}
    group by kind
  `,
  );

/** Whether the store's work waits. */
export const isSuspended = (db: SiteDb) =>
  db.exists(sql`
    select 1
    from sites
    where id = ${db.siteId} and suspended_at is not null
  `);

/** Takes the job of these kinds that has been due for the longest time, and leases it until then. `only`: that job or none. */
export const claimJob = (db: SiteDb, kinds: string[], token: string, until: string, only?: string) =>
  db.first(
    ClaimedJob,
    sql`
    update jobs
    set state = 'running', lease = ${token}, due_at = ${until}, attempts = attempts + 1
    where site_id = ${db.siteId} and finished_at is null and due_at <= ${db.now} and id = (
      select due.id
      from unnest(${kinds}::text[]) as k (kind)
      cross join lateral (
        select j.id, j.due_at
        from jobs j
        where j.site_id = ${db.siteId} and j.kind = k.kind and j.finished_at is null and j.due_at <= ${db.now}
          ${only === undefined ? empty : sql`and j.id = ${only}`}
        order by j.due_at, j.id
        limit 1
      ) due
      order by due.due_at, due.id
      limit 1
    )
    returning id, kind, arguments, actor, attempts, so_far
  `,
  );

/** The job while its lease is in force: who has lost it writes nothing. */
const held = (db: SiteDb, { id, token }: Lease): Sql =>
  sql`site_id = ${db.siteId} and id = ${id} and lease = ${token} and state = 'running'`;

/** Extends a lease, and notes how far the job is and what it goes on from, which begins its attempts anew; returns whether the lease is still held. */
export const renewLease = (
  db: SiteDb,
  lease: Lease,
  { until, done, total, soFar }: { until: string; done: number | null; total: number | null; soFar?: object },
) =>
  db.exists(sql`
    update jobs
    set due_at = ${until}, done = ${done}, total = ${total},
      so_far = coalesce(${soFar ? JSON.stringify(soFar) : null}::jsonb, so_far)${soFar ? sql`, attempts = 1` : empty}
    where ${held(db, lease)}
    returning id
  `);

/** What became of a job. */
export interface Outcome {
  state: Exclude<JobState, "running">;
  result?: object | undefined;
  problem?: string | undefined;
  /** When it runs again. */
  dueAt?: string | undefined;
  attempts?: number | undefined;
  done?: number | null | undefined;
  total?: number | null | undefined;
}

/** A failed or cancelled job keeps the result of what it has done. */
const soFarDone: Sql = sql`so_far -> 'result'`;

/** Writes what became of a job, which begins anew when it was asked for again while it ran; returns whether the lease was still held. */
export const recordOutcome = (
  db: SiteDb,
  lease: Lease,
  { state, result, problem, dueAt, attempts, done = null, total = null }: Outcome,
) =>
  db.exists(sql`
    update jobs
    set state = case when wanted_at is null then ${state} else 'waiting' end, lease = null, wanted_at = null,
      due_at = coalesce(least(${dueAt ?? null}::timestamptz, wanted_at), due_at),
      attempts = coalesce(${attempts ?? null}::integer, case when wanted_at is null then attempts else 0 end),
      done = coalesce(${done}::bigint, done), total = coalesce(${total}::bigint, total), problem = ${problem ?? null},
      result = coalesce(${result ? JSON.stringify(result) : null}::jsonb, ${state === "failed" ? soFarDone : sql`null`}),
      ${state === "waiting" ? empty : sql`arguments = case when wanted_at is null then '{}' else arguments end, so_far = null,`}
      finished_at = case when wanted_at is null then ${state === "waiting" ? null : db.now}::timestamptz end
    where ${held(db, lease)}
    returning id
  `);

export const JobRow = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  state: Type.Enum(["waiting", "running", "done", "failed", "cancelled"]),
  actor: Type.Unsafe<Actor>(Type.String()),
  due_at: Type.String(),
  attempts: Type.Integer(),
  done: Nullable(Type.Integer()),
  total: Nullable(Type.Integer()),
  result: Nullable(Type.Unknown()),
  problem: Nullable(Type.String()),
  created_at: Type.String(),
  finished_at: Nullable(Type.String()),
});
export type JobRow = Static<typeof JobRow>;

const columns: Sql = sql`id, kind, state, actor, due_at, attempts, done, total, result, problem, created_at, finished_at`;

/** Which jobs are listed. */
export interface JobFilters {
  kinds: readonly string[];
  state?: JobState | undefined;
}

/** The newest first. */
export const listJobs = (db: SiteDb, { kinds, state }: JobFilters, after: Cursor | null, limit: number) =>
  db.many(
    JobRow,
    sql`
    select ${columns}
    from jobs
    where site_id = ${db.siteId} and kind = any(${[...kinds]}::text[])
      ${state === undefined ? empty : sql`and state = ${state}`} ${afterCursor(after, sql`created_at`, sql`id`)}
    order by created_at desc, id desc
    limit ${limit}
  `,
  );

export const findJob = (db: SiteDb, id: string, kinds: readonly string[]) =>
  db.first(
    JobRow,
    sql`
    select ${columns}
    from jobs
    where site_id = ${db.siteId} and id = ${id} and kind = any(${[...kinds]}::text[])
  `,
  );

/** Ends a job that has not ended; returns whether it did. */
export const cancelJob = (db: SiteDb, id: string) =>
  db.exists(sql`
    update jobs
    set state = 'cancelled', lease = null, arguments = '{}', result = ${soFarDone}, so_far = null, finished_at = ${db.now}
    where site_id = ${db.siteId} and id = ${id} and finished_at is null
    returning id
  `);

/** Removes rows of all stores that are older; `delete_old_rows` names the tables. */
export const deleteOldRows = (db: SiteDb, rowsOf: string, before: string, most: number) =>
  db.run(sql`select delete_old_rows(${rowsOf}, ${before}, ${most}) where current_site() = ${db.siteId}`);

/** Every transaction before it has ended. */
export async function findHorizon(db: SiteDb): Promise<{ xid: string }> {
  const [horizon] = await db.many(
    Type.Object({ xid: Type.String() }),
    sql`select pg_snapshot_xmin(pg_current_snapshot())::text as xid where current_site() = ${db.siteId}`,
  );
  if (!horizon) throw new Error("the transaction is of another store");
  return horizon;
}

/** Removes what transactions before this one have told, of all stores. */
export const deleteChanges = (db: SiteDb, before: string) =>
  db.run(sql`select delete_changes(${before}::xid8) where current_site() = ${db.siteId}`);
