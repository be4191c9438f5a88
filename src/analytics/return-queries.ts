import { type Static, Type } from "typebox";
import type { SiteDb } from "../db/database.ts";
import { type Sql, sql } from "../db/sql.ts";
import { during, type TimeRange } from "./queries.ts";

/**
 * Why orders of a time range came back, as a whole or in part: a row for each order and reason. `key` is an expression of the
 * order `o`.
 */
const returnReasons = (db: SiteDb, range: TimeRange, key: Sql): Sql => sql`
          select ${key} as key, o.id, o.reason
          from orders o
          where ${during(db, range)} and o.status = 'returned' and o.reason is not null
          union
          select ${key} as key, o.id, r.reason
          from orders o
          join order_returns r on r.site_id = ${db.siteId} and r.order_id = o.id
          where ${during(db, range)}`;

/** Adds the most frequent reason of returns to the rows of a relation, by their `key`. */
export const withReturnReason = (db: SiteDb, range: TimeRange, key: Sql, relation: Sql): Sql => sql`
      select x.*, t.return_reason
      from ${relation} x
      left join (
        select c.key, (array_agg(c.reason order by c.times desc, c.reason))[1] as return_reason
        from (
          select r.key, r.reason, count(*) as times
          from (${returnReasons(db, range, key)}
          ) r
          group by r.key, r.reason
        ) c
        group by c.key
      ) t on t.key = x.key`;

const ReasonRow = Type.Object({ reason: Type.String(), returned: Type.Integer(), cancelled: Type.Integer() });
export type ReasonRow = Static<typeof ReasonRow>;

/** How many orders of a time range came back, as a whole or in part, or were cancelled, by reason. */
export const countReasons = (db: SiteDb, range: TimeRange) =>
  db.many(
    ReasonRow,
    sql`
    select r.reason, count(*) filter (where r.key = 'returned') as returned,
      count(*) filter (where r.key = 'cancelled') as cancelled
    from (
      ${returnReasons(db, range, sql`'returned'`)}
      union all
      select 'cancelled', o.id, o.reason
      from orders o
      where ${during(db, range)} and o.status = 'cancelled' and o.reason is not null
    ) r
    group by r.reason
    order by r.reason
  `,
  );
