import { Type } from "typebox";
import { Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";

/**
 * What an order `o` brings: its total without what came back, or what was collected without what was refunded when that is
 * less. Units that came back before they were paid were not refunded. Not
 * below zero: a total that was rounded down may be less than what came back.
 */
export const netTotal: Sql = sql`(
        case
          when o.refunded_amount > 0
          then least(greatest(o.total - o.returned_amount, 0), o.collected_amount - o.refunded_amount)
          else greatest(o.total - o.returned_amount, 0)
        end
      )`;

/** Whether an order `o` counts as sold: cancelled and returned orders do not. */
export const isSale: Sql = sql`o.status not in ('cancelled', 'returned')`;

const TotalsRow = Type.Object({
  customer_id: Type.String(),
  orders_count: Type.Integer(),
  /** Minor units. */
  total_spent: Type.Integer(),
  last_order_at: Nullable(Type.String()),
});

/**
 * The number and the sum (minor units) of these customers' orders: those of the account, its phone number or its e-mail.
 * Cancelled and returned orders do not count in `total_spent`, nor does what came back or was refunded. Customers without orders have no row.
 */
export const orderTotals = (db: SiteDb, customerIds: string[]) =>
  db.many(
    TotalsRow,
    sql`
    select c.id as customer_id, count(*) as orders_count, max(o.created_at) as last_order_at,
      coalesce(sum(o.net_total) filter (where ${isSale}), 0)::bigint as total_spent
    from customers c
    cross join lateral (
      select o.id, o.status, ${netTotal} as net_total, o.created_at
      from orders o
      where o.site_id = ${db.siteId} and o.customer_id = c.id
      union
      select o.id, o.status, ${netTotal} as net_total, o.created_at
      from orders o
      where o.site_id = ${db.siteId} and o.phone_key = c.phone_key
      union
      select o.id, o.status, ${netTotal} as net_total, o.created_at
      from orders o
      where o.site_id = ${db.siteId} and o.email_key = c.email_key
    ) o
    where c.site_id = ${db.siteId} and c.id = any(${customerIds}::uuid[])
    group by c.id
  `,
  );
