import { type Sql, sql } from "./sql.ts";

/** The `updated_at` of a change: now, and later than the one before, as `dated` has it. */
export const bumpedUpdatedAt = (now: string, before: Sql = sql`updated_at`): Sql =>
  sql`greatest(${now}::timestamptz, ${before} + interval '1 millisecond')`;
