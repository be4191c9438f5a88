import fc from "fast-check";
import { expect, test } from "vitest";
import type { PromotionInput } from "../../src/promotions/promotions.ts";
import { saveShippingRates } from "../../src/shipping/shipping.ts";
import { type Json, openShop, type Shop } from "../support/app.ts";
import { testProperty } from "../support/random-tests.ts";
import { cartWith, expectInvariants, order, ordered, promote, validate } from "../support/selling.ts";

const minor = (major: number): number => Math.round(major * 100);
const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + minor(amount), 0);
const lineDiscounts = ({ applied_discounts }: Json): number =>
  sumOf(applied_discounts.map(({ discount_amount }: Json) => discount_amount));
const deliveryDiscounts = ({ applied_discounts }: Json): number =>
  sumOf(applied_discounts.map(({ shipping_discount_amount }: Json) => shipping_discount_amount));

const deal = fc.oneof(
  fc.record({ discount_type: fc.constant("percentage" as const), discount_value: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({
    discount_type: fc.constant("fixed_amount" as const),
    discount_value: fc.integer({ min: 1, max: 200_000 }),
  }),
  fc.record({
    discount_type: fc.constant("buy_x_get_y" as const),
    discount_value: fc.integer({ min: 1, max: 10_000 }),
    buy_quantity: fc.integer({ min: 1, max: 2 }),
    get_quantity: fc.constant(1),
  }),
  fc.constant({ discount_type: "free_shipping" as const }),
);

const promotion: fc.Arbitrary<PromotionInput> = fc
  .record({
    deal,
    max_discount_amount: fc.option(fc.integer({ min: 1, max: 60_000 }), { freq: 1 }),
    min_order_amount: fc.option(fc.integer({ min: 0, max: 300_000 }), { freq: 1 }),
    is_combinable: fc.boolean(),
  })
  .map(({ deal, ...rest }) => ({ title: "Promotion", ...deal, ...rest }));

const scenario = fc.record({
  lines: fc.array(
    fc.record({ price: fc.integer({ min: 0, max: 200_000 }), quantity: fc.integer({ min: 1, max: 4 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  promotions: fc.array(promotion, { maxLength: 4 }),
  coupon: promotion,
  everywhere: fc.integer({ min: 0, max: 80_000 }),
  algiers: fc.option(fc.integer({ min: 0, max: 80_000 })),
  free_above: fc.option(fc.integer({ min: 0, max: 400_000 })),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer D> ? D : never;

async function openScenario({ lines, promotions, coupon, everywhere, algiers, free_above }: Scenario) {
  const shop = await openShop();
  const rate = (region: string, price: number) => ({ region, method: "home" as const, price, free_above });
  await shop.transact((db) =>
    saveShippingRates(db, [rate("*", everywhere), ...(algiers === null ? [] : [rate("16", algiers)])]),
  );
  for (const given of promotions) await promote(shop, given);
  await promote(shop, { ...coupon, code: "CODE" });
  const items: { product_id: string; quantity: number }[] = [];
  for (const { price, quantity } of lines) items.push({ product_id: (await shop.product({ price })).id, quantity });
  return { shop, items };
}

function expectDiscounts(answer: Json, discount: number): void {
  expect(lineDiscounts(answer)).toBe(minor(discount));
  for (const { discount_type, discount_amount, shipping_discount_amount } of answer.applied_discounts) {
    const isDelivery = discount_type === "free_shipping";
    expect(Math.min(discount_amount, shipping_discount_amount ?? 0)).toBe(0);
    if (isDelivery) expect(discount_amount).toBe(0);
    else expect(shipping_discount_amount).toBe(0);
  }
}

function expectOrder(placed: Json, delivery: number): void {
  const { subtotal, discount, shipping_cost, total, rounding = 0, items } = placed;
  expectDiscounts(placed, discount);
  expect(sumOf(items.map((item: Json) => item.discount))).toBe(minor(discount));
  expect(minor(total)).toBe(minor(subtotal) - minor(discount) + minor(shipping_cost) + minor(rounding));
  expect(Math.min(discount, shipping_cost, total, subtotal - discount)).toBeGreaterThanOrEqual(0);
  expect(minor(shipping_cost) + deliveryDiscounts(placed)).toBe(delivery);
}

async function checkSums(given: Scenario): Promise<void> {
  const { shop, items } = await openScenario(given);
  const subtotal = given.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const costs = (price: number) => (given.free_above !== null && subtotal >= given.free_above ? 0 : price);
  const algiers = costs(given.algiers ?? given.everywhere);
  const isKnown = algiers === costs(given.everywhere);

  for (const code of ["CODE", null]) {
    const { body } = await validate(shop, { code, items });
    expectDiscounts(body, body.discount_amount);
    for (const { discount_type, shipping_discount_amount } of body.applied_discounts) {
      expect(shipping_discount_amount === null).toBe(discount_type === "free_shipping" && !isKnown);
    }
    const cart = await cartWith(shop, ...items);
    const { status, body: placed } = await order(shop, cart, { coupon_code: code, customer_wilaya: "16" });
    if (isKnown) expect(status === 201).toBe(code === null || body.valid);
    if (status !== 201) continue;
    expectOrder(placed, algiers);
    expect(await trackOrder(shop, placed)).toMatchObject({ total: placed.total, discount: placed.discount });
    expect((await trackOrder(shop, placed)).applied_discounts).toEqual(placed.applied_discounts);
    if (isKnown) expect(placed.applied_discounts).toEqual(body.applied_discounts);
  }
  await expectInvariants(shop);
}

const trackOrder = async (shop: Shop, { order_number }: Json) => (await shop.get(`/orders/track/${order_number}`)).body;

testProperty("discounts add up in validations and orders", fc.asyncProperty(scenario, checkSums), {
  numRuns: 30,
  endOnFailure: true,
});

/** Opens a store with two delivery rates and a promotion for free delivery from 1,000. */
async function openShopWithFreeDelivery() {
  const shop = await openShop();
  await shop.transact((db) =>
    saveShippingRates(db, [
      { region: "*", method: "home", price: 60_000, free_above: null },
      { region: "16", method: "home", price: 40_000, free_above: null },
    ]),
  );
  const both = { is_combinable: true };
  await promote(shop, { ...both, title: "Delivered", discount_type: "free_shipping", min_order_amount: 100_000 });
  await promote(shop, { ...both, title: "Tenth", code: "TENTH", discount_type: "percentage", discount_value: 1000 });
  const { id: product_id } = await shop.product({ price: 200_000 });
  return { shop, items: [{ product_id, quantity: 1 }] };
}

const SHIPPING = { discount_type: "free_shipping", discount_amount: 0 };
const TENTH = { code: "TENTH", discount_amount: 200, shipping_discount_amount: 0 };

test("free delivery is separate from the discount; its amount is null until the address is known", async () => {
  const { shop, items } = await openShopWithFreeDelivery();

  expect((await validate(shop, { code: "TENTH", items })).body).toMatchObject({
    valid: true,
    discount_amount: 200,
    message: "Tenth: 10% off + Delivered: Free delivery — you save DZD\u00a0200",
    applied_discounts: [TENTH, { ...SHIPPING, shipping_discount_amount: null }],
  });
  expect((await validate(shop, { items })).body).toMatchObject({
    valid: true,
    discount_amount: 0,
    message: "Delivered: Free delivery",
  });
  for (const [customer_wilaya, saved] of [
    ["16", 400],
    ["31", 600],
  ] as const) {
    expect(await ordered(shop, items, { coupon_code: "TENTH", customer_wilaya })).toMatchObject({
      subtotal: 2000,
      discount: 200,
      shipping_cost: 0,
      total: 1800,
      applied_discounts: [TENTH, { ...SHIPPING, shipping_discount_amount: saved }],
    });
  }
});

test("free delivery applies when the default rate is free or missing and another rate is not", async () => {
  for (const region of ["*", "31"]) {
    const shop = await openShop();
    const rates = [
      { region, method: "home" as const, price: 0, free_above: null },
      { region: "16", method: "home" as const, price: 40_000, free_above: null },
    ];
    await shop.transact((db) => saveShippingRates(db, rates));
    await promote(shop, { title: "Ship", code: "SHIP", discount_type: "free_shipping" });
    const { id: product_id } = await shop.product();

    expect((await validate(shop, { code: "SHIP", cart_total: 1000 })).body).toMatchObject({
      valid: true,
      applied_discounts: [{ ...SHIPPING, shipping_discount_amount: null }],
    });
    expect(
      await ordered(shop, [{ product_id, quantity: 1 }], { coupon_code: "SHIP", customer_wilaya: "Alger" }),
    ).toMatchObject({ shipping_cost: 0, applied_discounts: [{ ...SHIPPING, shipping_discount_amount: 400 }] });
  }
});

test("a cart can be validated when its total is too large for an order", async () => {
  const { shop } = await openShopWithFreeDelivery();
  const { id: product_id } = await shop.product({ price: 100_000_000_000_000 });
  const items = Array.from({ length: 200 }, () => ({ product_id, quantity: 9999 }));

  expect((await validate(shop, { code: "TENTH", items })).body).toMatchObject({
    valid: true,
    applied_discounts: [{ code: "TENTH" }, SHIPPING],
  });
});
