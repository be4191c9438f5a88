import { type Sql, sql } from "./sql.ts";

/**
 * The `updated_at` of a change in SQL: now, but always later than the previous one; see `withUpdatedAt`. In UTC, because the
 * sum of a time with a time zone and an interval is not immutable, which Citus requires in `on conflict do update`.
 */
export const bumpedUpdatedAt = (now: string, before: Sql = sql`updated_at`): Sql =>
  sql`greatest(${now}::timestamptz, (${before} at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC')`;
