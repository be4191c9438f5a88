import { type Static, Type } from "typebox";
import { SoldVariant, soldVariant } from "../../catalog/catalog.ts";
import type { Actor } from "../../core/actor.ts";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import type { Amounts } from "../amounts.ts";
import type { CustomerDetails } from "../placing/customer-details.ts";
import type { NewOrderItem } from "../placing/queries.ts";

const SaleVariant = Type.Object({
  id: Type.String(),
  product_id: Type.String(),
  product_name: Type.String(),
  ...SoldVariant,
  is_published: Type.Boolean(),
});
export type SaleVariant = Static<typeof SaleVariant>;

/** Variants as they would be sold now; deleted ones are missing. Lock them first. */
export const findSaleVariants = (db: SiteDb, ids: string[]) =>
  db.many(
    SaleVariant,
    sql`
    select v.id, p.id as product_id, p.name as product_name, ${soldVariant}, p.status = 'active' as is_published
    from variants v
    join products p on p.site_id = ${db.siteId} and p.id = v.product_id
    where v.site_id = ${db.siteId} and v.id = any(${ids}::uuid[])
  `,
  );

/** The details and amounts of an order that may change after it was placed; amounts are minor units. */
export interface ChangedOrder extends CustomerDetails, Amounts {
  wilaya_code: string | null;
  shipping_is_set: boolean;
  items_count: number;
  coupon_code: string | null;
  applied_discounts: unknown[];
  carrier: string | null;
  tracking_number: string | null;
}

/** Writes an order after a change, with `newEntries` more entries. Returns how many entries it has, and the time. */
export const updateOrder = (db: SiteDb, orderId: string, order: ChangedOrder, newEntries: number) =>
  db.first(
    Type.Object({ entries: Type.Integer(), updated_at: Type.String() }),
    sql`
    update orders
    set customer_name = ${order.customer_name}, customer_phone = ${order.customer_phone},
      customer_email = ${order.customer_email}, customer_wilaya = ${order.customer_wilaya},
      wilaya_code = ${order.wilaya_code}, customer_commune = ${order.customer_commune},
      delivery_method = ${order.delivery_method},
      shipping_address = ${order.shipping_address && JSON.stringify(order.shipping_address)}::json,
      customer_notes = ${order.customer_notes}, subtotal = ${order.subtotal}, discount = ${order.discount},
      shipping_cost = ${order.shipping_cost}, shipping_is_set = ${order.shipping_is_set}, rounding = ${order.rounding},
      total = ${order.total}, items_count = ${order.items_count}, coupon_code = ${order.coupon_code},
      applied_discounts = ${JSON.stringify(order.applied_discounts)}::jsonb, carrier = ${order.carrier},
      tracking_number = ${order.tracking_number}, entries = entries + ${newEntries}, updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and id = ${orderId}
    returning entries, updated_at
  `,
  );

/** Writes what a change changed to the history, with the statuses that the order has. */
export const insertChanges = (
  db: SiteDb,
  orderId: string,
  entry: { id: string; sequence: number; actor: Actor; changes: string[]; at: string },
) =>
  db.run(sql`
    insert into order_history (site_id, order_id, id, sequence, status, payment_status, actor, changes, created_at)
    select o.site_id, o.id, ${entry.id}, ${entry.sequence}, o.status, o.payment_status, ${entry.actor},
      ${entry.changes}::text[], ${entry.at}
    from orders o
    where o.site_id = ${db.siteId} and o.id = ${orderId}
  `);

/** A line of an order after a change; amounts are minor units. */
export type ChangedLine = Pick<NewOrderItem, "id" | "price" | "quantity" | "subtotal" | "discount">;

/** Changes lines that the order has. */
export const updateLines = (db: SiteDb, orderId: string, lines: ChangedLine[]) =>
  db.run(sql`
    update order_items i
    set price = l.price, quantity = l.quantity, subtotal = l.subtotal, discount = l.discount
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l (id uuid, price bigint, quantity integer, subtotal bigint, discount bigint)
    where i.site_id = ${db.siteId} and i.order_id = ${orderId} and i.id = l.id
  `);

/** The highest position that a line of the order has, removed ones included. */
export const lastPosition = (db: SiteDb, orderId: string) =>
  db.count(sql`
    select max(position) as count
    from order_items
    where site_id = ${db.siteId} and order_id = ${orderId}
  `);
