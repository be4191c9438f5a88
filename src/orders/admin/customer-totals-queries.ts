import { Type } from "typebox";
import { Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";

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
      coalesce(sum(o.total - greatest(o.returned_amount, o.refunded_amount)) filter (where o.status not in ('cancelled', 'returned')), 0)::bigint as total_spent
    from customers c
    cross join lateral (
      select o.id, o.status, o.total, o.returned_amount, o.refunded_amount, o.created_at
      from orders o
      where o.site_id = ${db.siteId} and o.customer_id = c.id
      union
      select o.id, o.status, o.total, o.returned_amount, o.refunded_amount, o.created_at
      from orders o
      where o.site_id = ${db.siteId} and o.phone_key = c.phone_key
      union
      select o.id, o.status, o.total, o.returned_amount, o.refunded_amount, o.created_at
      from orders o
      where o.site_id = ${db.siteId} and o.email_key = c.email_key
    ) o
    where c.site_id = ${db.siteId} and c.id = any(${customerIds}::uuid[])
    group by c.id
  `,
  );
