import fc from "fast-check";
import { Type } from "typebox";
import { describe, expect } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { changeOrderStatus } from "../../src/orders/orders.ts";
import { createPromotion } from "../../src/promotions/promotions.ts";
import { type Answer, onPostgres, openShop, type Shop } from "../support/app.ts";
import { invariantViolations, ViolationCount } from "../support/invariants.ts";
import { testProperty, testRandomly } from "../support/random-tests.ts";
import { order } from "../support/selling.ts";
import { referenceCheckout } from "./checkout-reference-model.ts";

/** Concurrent shoppers who take random steps, and the invariants of the shop that must hold afterwards. */

type Checkout = (shop: Shop, cart: string, coupon: string | null) => Promise<Answer>;

const PRODUCTS = 3;
const PRICES = [1_000, 2_500, 100_000]; // all divisible by ten: the coupon takes a tenth
const COUPON_LIMIT = 2;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("add" as const),
      product: fc.nat(PRODUCTS - 1),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove" as const), product: fc.nat(PRODUCTS - 1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("order" as const), withCoupon: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("cancel" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const scenario = fc.record({
  stock: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: PRODUCTS, maxLength: PRODUCTS }),
  shoppers: fc.array(fc.array(step, { minLength: 2, maxLength: 7 }), { minLength: 2, maxLength: 4 }),
});

/** The state that one shopper knows: their own cart and orders. */
class Shopper {
  cart = new Map<number, number>();
  cartId = "";
  placed: { id: string; sold: Map<number, number>; coupon: boolean; cancelled: boolean }[] = [];
}

async function runStep(
  shop: Shop,
  products: string[],
  steps: Step[],
  checkout: Checkout,
  windows: number,
): Promise<Shopper> {
  const me = new Shopper();
  const begin = async () => {
    me.cartId = (await shop.post("/cart")).body.id;
    me.cart = new Map();
  };
  await begin();
  for (const next of steps) {
    if (next.do === "add") await add(shop, me, products, next.product, next.quantity);
    if (next.do === "remove") await remove(shop, me, products, next.product);
    if (next.do === "order" && (await buy(shop, me, next.withCoupon, checkout, windows))) await begin();
    if (next.do === "cancel") await cancel(shop, me);
  }
  return me;
}

async function add(shop: Shop, me: Shopper, products: string[], product: number, quantity: number): Promise<void> {
  const { status, body } = await shop.post(`/cart/${me.cartId}/items`, { product_id: products[product], quantity });
  if (status === 200) me.cart.set(product, (me.cart.get(product) ?? 0) + quantity);
  else expect([status, body.code]).toEqual([422, "insufficient_stock"]);
  await expectOwnCart(shop, me, products);
}

async function remove(shop: Shop, me: Shopper, products: string[], product: number): Promise<void> {
  const { items } = (await shop.get(`/cart/${me.cartId}`)).body;
  const item = items.find((one: { product_id: string }) => one.product_id === products[product]);
  if (!item) return;
  expect((await shop.delete(`/cart/${me.cartId}/items/${item.id}`)).status).toBe(200);
  me.cart.delete(product);
}

async function expectOwnCart(shop: Shop, me: Shopper, products: string[]): Promise<void> {
  const { items, subtotal } = (await shop.get(`/cart/${me.cartId}`)).body;
  const shown = items.map((item: { product_id: string; quantity: number }) => [
    products.indexOf(item.product_id),
    item.quantity,
  ]);
  expect(new Map(shown)).toEqual(me.cart);
  expect(subtotal).toBe(worth(me.cart) / 100);
}

const worth = (cart: Map<number, number>): number =>
  [...cart].reduce((sum, [product, quantity]) => sum + (PRICES[product] ?? 0) * quantity, 0);

/** Whether the cart became an order. Several requests order it at once, and at most one of them may succeed. */
async function buy(shop: Shop, me: Shopper, coupon: boolean, checkout: Checkout, windows: number): Promise<boolean> {
  const answers = await Promise.all(
    Array.from({ length: windows }, () => checkout(shop, me.cartId, coupon ? "TENTH" : null)),
  );
  const made = answers.filter(({ status }) => status === 201);
  for (const { status, body } of answers) {
    const outcome = status === 201 ? "placed" : body.code;
    expect(["placed", "cart_empty", "cart_converted", "insufficient_stock", "coupon_not_applicable"]).toContain(
      outcome,
    );
  }
  expect(made.length).toBeLessThanOrEqual(1);
  const [placed] = made;
  if (!placed) return false;
  const subtotal = worth(me.cart);
  expect([placed.body.subtotal, placed.body.discount]).toEqual([subtotal / 100, coupon ? subtotal / 1000 : 0]);
  me.placed.push({ id: placed.body.id, sold: me.cart, coupon, cancelled: false });
  return true;
}

async function cancel(shop: Shop, me: Shopper): Promise<void> {
  const last = me.placed.findLast(({ cancelled }) => !cancelled);
  if (!last) return;
  await shop.transact((db) => changeOrderStatus(db, last.id, "cancelled", "key test"));
  last.cancelled = true;
}

/** Runs all shoppers of one shop at once, then compares the model with the database. */
async function run(
  { stock, shoppers }: typeof scenario extends fc.Arbitrary<infer L> ? L : never,
  checkout: Checkout,
  windows = 2,
) {
  const shop = await openShop();
  await shop.transact((db) =>
    createPromotion(db, {
      title: "A tenth",
      code: "TENTH",
      discount_type: "percentage",
      discount_value: 1000,
      usage_limit: COUPON_LIMIT,
    }),
  );
  const products: string[] = [];
  for (const [i, price] of PRICES.entries()) products.push((await shop.product({ price, stock: stock[i] ?? 0 })).id);

  const lives = await Promise.all(shoppers.map((steps) => runStep(shop, products, steps, checkout, windows)));
  const kept = lives.flatMap(({ placed }) => placed).filter(({ cancelled }) => !cancelled);
  const left = stock.map((opening, i) => opening - kept.reduce((sum, { sold }) => sum + (sold.get(i) ?? 0), 0));

  expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
  expect(await stocks(shop, products)).toEqual(left);
  expect(kept.filter(({ coupon }) => coupon).length).toBeLessThanOrEqual(COUPON_LIMIT);
  expect(await orderIds(shop)).toEqual(lives.flatMap(({ placed }) => placed.map(({ id }) => id)).sort());
  const faults = await shop.rows(ViolationCount, invariantViolations(shop.id));
  expect(faults.filter((row) => row.faults > 0)).toEqual([]);
}

async function stocks(shop: Shop, products: string[]): Promise<number[]> {
  const rows = await shop.rows(
    Type.Object({ product_id: Type.String(), stock: Type.Integer() }),
    sql`select product_id, inventory_quantity as stock from variants where site_id = ${shop.id}`,
  );
  return products.map((id) => rows.find(({ product_id }) => product_id === id)?.stock ?? Number.NaN);
}

async function orderIds(shop: Shop): Promise<string[]> {
  const rows = await shop.rows(
    Type.Object({ id: Type.String() }),
    sql`select id from orders where site_id = ${shop.id} order by id`,
  );
  return rows.map(({ id }) => id);
}

const viaApi: Checkout = (shop, cart, coupon) => order(shop, cart, { coupon_code: coupon });

describe("random actions of shoppers", () => {
  testProperty(
    "sell each unit of stock once",
    fc.asyncProperty(scenario, (drawn) => run(drawn, viaApi)),
    { numRuns: onPostgres ? 60 : 20, endOnFailure: true },
  );

  testProperty(
    "find no fault in a naive checkout without concurrency",
    fc.asyncProperty(scenario, ({ stock, shoppers }) =>
      run({ stock, shoppers: shoppers.slice(0, 1) }, referenceCheckout, 1),
    ),
    { failed: [191_416_918], numRuns: 30, endOnFailure: true },
  );

  testRandomly("find the fault in a naive checkout under concurrency", {}, async (seed) => {
    const found = fc.assert(
      fc.asyncProperty(scenario, (drawn) => run(drawn, referenceCheckout)),
      { numRuns: 100, seed, endOnFailure: true },
    );
    await expect(found).rejects.toThrow(/Property failed/);
  });
});
