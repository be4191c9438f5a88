import { Type } from "typebox";
import { expect } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { createPromotion, type PromotionInput } from "../../src/promotions/promotions.ts";
import { saveShippingRates } from "../../src/shipping/shipping.ts";
import { type Answer, openShop, type Shop } from "./app.ts";
import { INVARIANT_COUNT, invariantViolations, ViolationCount } from "./invariants.ts";

/** Helpers for tests of carts and orders. */

export interface OrderLine {
  product_id: string;
  variant_id?: string | null;
  quantity: number;
}

export const BUYER = { customer_name: "Karim Benali", customer_phone: "0550 12 34 56" };

/** Opens a shop that delivers to all wilayas, at a lower price to Algiers. */
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

/** Creates a cart with these lines, and returns its id. */
export async function cartWith(shop: Shop, ...lines: OrderLine[]): Promise<string> {
  const { body } = await shop.post("/cart", {});
  for (const item of lines) {
    const added = await shop.post(`/cart/${body.id}/items`, item);
    expect(added.status, JSON.stringify(added.body)).toBe(200);
  }
  return body.id;
}

/** Orders a cart; fields that are not given have default values. */
export const order = (shop: Shop, cart_id: string, given: object = {}, headers: Record<string, string> = {}) =>
  shop.post("/orders", { cart_id, ...BUYER, ...given }, headers);

/** Orders these lines with a new cart, expects success, and returns the order. */
export async function ordered(shop: Shop, lines: OrderLine[], given: object = {}): Promise<Answer["body"]> {
  const placed = await order(shop, await cartWith(shop, ...lines), given);
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  return placed.body;
}

/** Returns the ids of a product's variants by the values of its first option. */
export async function variantsOf(shop: Shop, slug: string): Promise<Record<string, string>> {
  const { body } = await shop.get(`/products/${slug}`);
  return Object.fromEntries(
    body.variants.map((variant: { id: string; option_values: object }) => [
      Object.values(variant.option_values)[0],
      variant.id,
    ]),
  );
}

/** Returns the total stock of a product's variants; may be negative. */
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

/** Expects that `invariantViolations` finds none in the shop. */
export async function expectInvariants(shop: Shop): Promise<void> {
  const faults = await shop.rows(ViolationCount, invariantViolations(shop.id));
  expect(faults.filter((row) => row.faults > 0)).toEqual([]);
  expect(faults.length).toBe(INVARIANT_COUNT);
}

/** Creates a promotion; amounts are in minor units, percentages in hundredths of a percent. */
export const promote = (shop: Shop, promotion: PromotionInput) => shop.transact((db) => createPromotion(db, promotion));

/** Sends `POST /coupons/validate`. */
export const validate = (shop: Shop, body: object): Promise<Answer> => shop.post("/coupons/validate", body);
