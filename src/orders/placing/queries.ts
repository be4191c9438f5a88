import { type Static, Type } from "typebox";
import { categoryIds, collectionIds, SoldVariant, soldVariant } from "../../catalog/catalog.ts";
import type { Actor } from "../../core/actor.ts";
import type { SiteDb } from "../../db/database.ts";
import { sql, withFixedText } from "../../db/sql.ts";
import type { CustomerDetails } from "./customer-details.ts";

const LineRow = Type.Object({
  id: Type.String(),
  product_id: Type.String(),
  variant_id: Type.String(),
  product_name: Type.String(),
  quantity: Type.Integer(),
  ...SoldVariant,
  collection_ids: Type.Array(Type.String()),
  category_ids: Type.Array(Type.String()),
});
export type LineRow = Static<typeof LineRow>;

/**
 * Locks the variants of a cart, in the order of their ids, until the transaction ends. A statement of its own: one that
 * waits for a lock reads the rows of other tables as they were before it waited.
 */
export const lockLines = (db: SiteDb, cartId: string) =>
  db.run(sql`
    select v.id
    from cart_items i
    join variants v on v.site_id = ${db.siteId} and v.id = i.variant_id
    where i.site_id = ${db.siteId} and i.cart_id = ${cartId}
    order by v.id
    for no key update of v
  `);

/**
 * Removes the lines from a cart, which shows those of its order from now on, and returns them with current prices and
 * stock. Lines of products that are no longer published are removed only. Lock the variants first.
 */
export const takeLines = (db: SiteDb, cartId: string) =>
  db.many(
    LineRow,
    withFixedText(sql`
    with taken as (
      delete from cart_items
      where site_id = ${db.siteId} and cart_id = ${cartId}
      returning id, variant_id, quantity
    )
    select i.id, p.id as product_id, v.id as variant_id, p.name as product_name, i.quantity, ${soldVariant},
      ${collectionIds(db)} as collection_ids, ${categoryIds(db)} as category_ids
    from taken i
    join variants v on v.site_id = ${db.siteId} and v.id = i.variant_id
    join products p on p.site_id = ${db.siteId} and p.id = v.product_id
    where p.status = 'active'
    order by i.id
  `),
  );

export interface NewOrder extends CustomerDetails {
  wilaya_code: string | null;
  /** The shopper's language, BCP 47; null: the store's. */
  locale: string | null;
  id: string;
  order_number: string;
  cart_id: string;
  customer_id: string | null;
  payment_method: string;
  subtotal: number;
  discount: number;
  shipping_cost: number;
  rounding: number;
  total: number;
  items_count: number;
  coupon_code: string | null;
  applied_discounts: unknown[];
}

export interface NewOrderItem {
  id: string;
  position: number;
  product_id: string;
  variant_id: string;
  product_name: string;
  product_slug: string;
  product_image: string | null;
  variant_title: string;
  /** Name and value of each option, as an array, because an object in jsonb does not keep the order. */
  variant_options: [string, string][];
  sku: string | null;
  price: number;
  compare_at_price: number | null;
  quantity: number;
  subtotal: number;
  discount: number;
}

/** Inserts the order, its lines and the first entry of its history. An order number that is taken is a conflict. */
export async function insertOrder(
  db: SiteDb,
  order: NewOrder,
  items: NewOrderItem[],
  history: { id: string; actor: Actor },
): Promise<void> {
  await Promise.all([insertHead(db, order), insertLines(db, order.id, items), insertFirstEntry(db, order.id, history)]);
}

const insertHead = (db: SiteDb, order: NewOrder) =>
  db.run(sql`
    insert into orders (
      site_id, id, order_number, cart_id, customer_id, status, payment_status, payment_method, currency, subtotal,
      discount, shipping_cost, rounding, total, items_count, coupon_code, applied_discounts, customer_name, customer_phone,
      customer_email, customer_wilaya, wilaya_code, customer_commune, delivery_method, shipping_address,
      customer_notes, locale, entries, created_at, updated_at
    )
    values (
      ${db.siteId}, ${order.id}, ${order.order_number}, ${order.cart_id}, ${order.customer_id}, 'pending', 'unpaid',
      ${order.payment_method}, ${db.currency}, ${order.subtotal}, ${order.discount}, ${order.shipping_cost},
      ${order.rounding}, ${order.total}, ${order.items_count}, ${order.coupon_code}, ${JSON.stringify(order.applied_discounts)}::jsonb,
      ${order.customer_name}, ${order.customer_phone}, ${order.customer_email}, ${order.customer_wilaya},
      ${order.wilaya_code}, ${order.customer_commune}, ${order.delivery_method},
      ${order.shipping_address && JSON.stringify(order.shipping_address)}::json, ${order.customer_notes}, ${order.locale}, 1,
      ${db.now}, ${db.now}
    )
  `);

/** Inserts lines of an order. */
export const insertLines = (db: SiteDb, orderId: string, items: NewOrderItem[]) =>
  db.run(sql`
    insert into order_items (
      site_id, order_id, id, position, product_id, variant_id, product_name, product_slug, product_image,
      variant_title, variant_options, sku, price, compare_at_price, quantity, subtotal, discount
    )
    select o.site_id, o.id, i.id, i.position, i.product_id, i.variant_id, i.product_name, i.product_slug,
      i.product_image, i.variant_title, i.variant_options, i.sku, i.price, i.compare_at_price, i.quantity,
      i.subtotal, i.discount
    from orders o
    cross join jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (
      id uuid, position integer, product_id uuid, variant_id uuid, product_name text, product_slug text,
      product_image text, variant_title text, variant_options jsonb, sku text, price bigint,
      compare_at_price bigint, quantity integer, subtotal bigint, discount bigint
    )
    where o.site_id = ${db.siteId} and o.id = ${orderId}
  `);

const insertFirstEntry = (db: SiteDb, orderId: string, { id, actor }: { id: string; actor: Actor }) =>
  db.run(sql`
    insert into order_history (site_id, order_id, id, sequence, status, payment_status, actor, created_at)
    values (${db.siteId}, ${orderId}, ${id}, 1, 'pending', 'unpaid', ${actor}, ${db.now})
  `);
