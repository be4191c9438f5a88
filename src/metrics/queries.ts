import { type Static, Type } from "typebox";
import type { Db } from "../db/database.ts";
import { sql } from "../db/sql.ts";

const Backlog = Type.Object({
  /** `events`, `jobs`, `deliveries`, `endpoints_off`, `stores`, `suspended_stores`. */
  what: Type.String(),
  /** Of jobs. */
  kind: Type.String(),
  /** Up to ten thousand. */
  count: Type.Integer(),
  /** How long the oldest has waited. */
  seconds: Type.Number(),
});
export type Backlog = Static<typeof Backlog>;

/** What waits in the database, of all stores but suspended ones and those that arrive. */
export const findBacklog = (db: Db, now: string) =>
  db.many(
    Backlog,
    sql`
    select what, kind, count, seconds
    from backlog(${now}::timestamptz)
  `,
  );
