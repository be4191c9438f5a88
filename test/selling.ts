import { Type } from "typebox";
import { expect } from "vitest";
import { sql } from "../src/db/sql.ts";
import { createPromotion, type PromotionInput } from "../src/promotions/promotions.ts";
import { saveShippingRates } from "../src/shipping/shipping.ts";
import { type Answer, openShop, type Shop } from "./support.ts";

/** What tests of carts and orders share. */

export interface Wanted {
  product_id: string;
  variant_id?: string | null;
  quantity: number;
}

export const BUYER = { customer_name: "Karim Benali", customer_phone: "0550 12 34 56" };

/** A shop that delivers everywhere, and to Algiers for less. */
export async function deliveringShop(): Promise<Shop> {
  const shop = await openShop();
  await shop.transact((db) =>
    saveShippingRates(db, [
      { region: "*", method: "home", price: 80_000, free_above: null },
      { region: "*", method: "desk", price: 50_000, free_above: null },
      { region: "16", method: "home", price: 40_000, free_above: 2_000_000 },
    ]),
  );
  return shop;
}

/** A new cart with these things in it. */
export async function cartWith(shop: Shop, ...wanted: Wanted[]): Promise<string> {
  const { body } = await shop.post("/cart", {});
  for (const item of wanted) {
    const added = await shop.post(`/cart/${body.id}/items`, item);
    expect(added.status, JSON.stringify(added.body)).toBe(200);
  }
  return body.id;
}

/** Orders a cart; what is not given is plain. */
export const order = (shop: Shop, cart_id: string, given: object = {}, headers: Record<string, string> = {}) =>
  shop.post("/orders", { cart_id, ...BUYER, ...given }, headers);

/** Orders some things by a cart of their own, and expects that to work. */
export async function ordered(shop: Shop, wanted: Wanted[], given: object = {}): Promise<Answer["body"]> {
  const placed = await order(shop, await cartWith(shop, ...wanted), given);
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  return placed.body;
}

/** The variants of a product by the values of its first option. */
export async function variantsOf(shop: Shop, slug: string): Promise<Record<string, string>> {
  const { body } = await shop.get(`/products/${slug}`);
  return Object.fromEntries(
    body.variants.map((variant: { id: string; option_values: object }) => [
      Object.values(variant.option_values)[0],
      variant.id,
    ]),
  );
}

/** How many of a product are left, over all its variants; may be below zero. */
export async function stockOf(shop: Shop, productId: string): Promise<number> {
  const [row] = await shop.rows(
    Type.Object({ stock: Type.Integer() }),
    sql`
    select sum(inventory_quantity) as stock
    from variants
    where site_id = ${shop.id} and product_id = ${productId}
  `,
  );
  return row?.stock ?? 0;
}

const Count = Type.Object({ what: Type.String(), faults: Type.Integer() });

/**
 * Everything that must hold of a store's books, whatever happened: the ledger adds up to the stock, every order line
 * was sold once and put back exactly when its order was cancelled or returned, sums are sums, uses are counted.
 */
export async function expectCleanBooks(shop: Shop): Promise<void> {
  const faults = await shop.rows(Count, brokenBooks(shop.id));
  expect(faults.filter((row) => row.faults > 0)).toEqual([]);
  expect(faults.length).toBe(9);
}

export const brokenBooks = (siteId: string) => sql`
  select 'stock is not the sum of its movements' as what, count(*) as faults
  from (
    select v.id
    from variants v
    left join stock_movements m on m.site_id = v.site_id and m.variant_id = v.id
    where v.site_id = ${siteId}
    group by v.id, v.inventory_quantity
    having v.inventory_quantity <> coalesce(sum(m.quantity), 0)
  ) broken
  union all
  select 'a line without its sale', count(*)
  from order_items i
  where i.site_id = ${siteId} and 1 <> (
    select count(*)
    from stock_movements m
    where m.site_id = i.site_id and m.order_id = i.order_id and m.order_item_id = i.id and m.reason = 'sale'
      and m.quantity = -i.quantity and m.variant_id = i.variant_id
  )
  union all
  select 'a line not put back, or put back without a reason', count(*)
  from order_items i
  join orders o on o.site_id = i.site_id and o.id = i.order_id
  join variants v on v.site_id = i.site_id and v.id = i.variant_id
  where i.site_id = ${siteId}
    and (case when o.status in ('cancelled', 'returned') then i.quantity else 0 end) <> (
      select coalesce(sum(m.quantity), 0)
      from stock_movements m
      where m.site_id = i.site_id and m.order_id = i.order_id and m.order_item_id = i.id
        and m.reason in ('cancellation', 'return')
    )
  union all
  select 'an order that is not the sum of its lines', count(*)
  from orders o
  where o.site_id = ${siteId} and not coalesce((o.subtotal, o.discount, o.items_count) = (
    select sum(i.subtotal), sum(i.discount), sum(i.quantity)
    from order_items i
    where i.site_id = o.site_id and i.order_id = o.id
  ), false)
  union all
  select 'a total that is not lines - discount + shipping', count(*)
  from orders o
  where o.site_id = ${siteId} and (o.total <> o.subtotal - o.discount + o.shipping_cost or o.total < 0)
  union all
  select 'an order whose cart is open, or a closed cart without its order', count(*)
  from carts c
  left join orders o on o.site_id = c.site_id and o.cart_id = c.id
  where c.site_id = ${siteId} and (c.status = 'converted') <> (o.id is not null)
  union all
  select 'stock sold that was not there', count(*)
  from variants v
  where v.site_id = ${siteId} and v.inventory_quantity < 0 and v.track_quantity
    and not v.continue_selling_when_out_of_stock
  union all
  select 'uses that are not counted, or too many', count(*)
  from promotions p
  where p.site_id = ${siteId} and (p.usage_limit is not null or p.usage_limit_per_customer is not null)
    and (
      p.used_count <> (select count(*) from promotion_uses u where u.site_id = p.site_id and u.promotion_id = p.id)
      or p.used_count > p.usage_limit
    )
  union all
  select 'units sold that do not add up', count(*)
  from (
    select coalesce(s.product_id, i.product_id) as product_id
    from (select product_id, units from product_sales where site_id = ${siteId}) s
    full join (
      select i.product_id, sum(i.quantity) as units
      from order_items i
      join orders o on o.site_id = i.site_id and o.id = i.order_id
      join products p on p.site_id = i.site_id and p.id = i.product_id -- of one that is deleted nobody counts
      where i.site_id = ${siteId} and o.status not in ('cancelled', 'returned')
      group by i.product_id
    ) i on i.product_id = s.product_id
    where coalesce(s.units, 0) <> coalesce(i.units, 0)
  ) broken
`;

/** Makes a promotion; amounts are minor units, percentages hundredths of a percent. */
export const promote = (shop: Shop, promotion: PromotionInput) => shop.transact((db) => createPromotion(db, promotion));

/** Asks whether codes apply to a cart. */
export const validate = (shop: Shop, body: object): Promise<Answer> => shop.post("/coupons/validate", body);
