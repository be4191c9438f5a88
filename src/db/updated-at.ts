import { type Sql, sql } from "./sql.ts";

/** The `updated_at` of a change in SQL: now, but always later than the previous one; see `withUpdatedAt`. */
export const bumpedUpdatedAt = (now: string, before: Sql = sql`updated_at`): Sql =>
  sql`greatest(${now}::timestamptz, ${before} + interval '1 millisecond')`;
