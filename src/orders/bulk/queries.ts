import { type Static, Type } from "typebox";
import { isId } from "../../core/ids.ts";
import { Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { readOrderNumber } from "../placing/order-number.ts";
import { ORDER_STATUSES } from "../status/transitions.ts";
import { spellingsOf } from "../tracking-number.ts";

const LockedOrder = Type.Object({
  id: Type.String(),
  order_number: Type.String(),
  status: Type.Enum([...ORDER_STATUSES]),
  carrier: Nullable(Type.String()),
  tracking_number: Nullable(Type.String()),
});
export type LockedOrder = Static<typeof LockedOrder>;

/** Orders that are found by tracking numbers, the newest first: a number may be of several. */
const MAX_FOUND = 1000;

/**
 * Locks the orders of these numbers, ids and tracking numbers until the transaction ends, in the order of their ids: two calls
 * over the same orders do not deadlock. With `in` for the array, 100,000 orders are read: 70,145 pages, and 517 so.
 */
export const lockOrders = (db: SiteDb, refs: string[]) =>
  db.many(
    LockedOrder,
    sql`
    select id, order_number, status, carrier, tracking_number
    from orders
    where site_id = ${db.siteId} and (
      order_number = any(${refs.map(readOrderNumber)}::text[])
      or id = any(${refs.filter(isId)}::uuid[])
      or id = any(array(
        select o.id
        from orders o
        where o.site_id = ${db.siteId} and o.tracking_number = any(${refs.flatMap(spellingsOf)}::text[])
        order by o.id desc
        limit ${MAX_FOUND}
      ))
    )
    order by id
    for no key update
  `,
  );

/**
 * Locks what cancelling these orders writes: variants, their products' sales, and promotions, each in the order of their ids as
 * a checkout does. Lock the orders first.
 */
export async function lockForCancelling(db: SiteDb, orderIds: string[]): Promise<void> {
  await Promise.all([lockVariantsSold(db, orderIds), lockSales(db, orderIds), lockPromotionsUsed(db, orderIds)]);
}

const lockVariantsSold = (db: SiteDb, orderIds: string[]) =>
  db.run(sql`
    select v.id
    from order_items i
    join variants v on v.site_id = ${db.siteId} and v.id = i.variant_id
    where i.site_id = ${db.siteId} and i.order_id = any(${orderIds}::uuid[])
    order by v.id
    for no key update of v
  `);

const lockSales = (db: SiteDb, orderIds: string[]) =>
  db.run(sql`
    select s.product_id
    from order_items i
    join product_sales s on s.site_id = ${db.siteId} and s.product_id = i.product_id
    where i.site_id = ${db.siteId} and i.order_id = any(${orderIds}::uuid[])
    order by s.product_id
    for no key update of s
  `);

const lockPromotionsUsed = (db: SiteDb, orderIds: string[]) =>
  db.run(sql`
    select p.id
    from promotion_uses u
    join promotions p on p.site_id = ${db.siteId} and p.id = u.promotion_id
    where u.site_id = ${db.siteId} and u.order_id = any(${orderIds}::uuid[])
    order by p.id
    for no key update of p
  `);
