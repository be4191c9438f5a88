import fc from "fast-check";
import { expect } from "vitest";
import { minorDigits, toMinor } from "../../src/core/money.ts";
import { bestOffer } from "../../src/promotions/apply-promotions.ts";
import { renderDiscount, snapshotDiscount } from "../../src/promotions/promotions.ts";
import type { PromotionRow } from "../../src/promotions/queries.ts";
import type { Discount, Line, Offer, PricedCart, Rule } from "../../src/promotions/types.ts";
import { testProperty } from "../support/random-tests.ts";
import { oracleOffer } from "./promotions-oracle.ts";

const PRODUCTS = ["p1", "p2", "p3"];
const COLLECTIONS = ["c1", "c2"];
const CATEGORIES = ["k1", "k2"];

/** Amounts in minor units of currencies with 0, 2 and 3 decimals: usual prices and some extremes. */
const amounts = ["JPY", "DZD", "TND"].map((currency) => {
  const unit = 10 ** minorDigits(currency);
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 100_000 * unit }) },
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 20 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 100_000_000_000 }) },
  );
});

const lineOf = (amount: fc.Arbitrary<number>): fc.Arbitrary<Line> =>
  fc.record({
    product_id: fc.constantFrom(...PRODUCTS),
    collection_ids: fc.subarray(COLLECTIONS),
    category_ids: fc.subarray(CATEGORIES),
    price: amount,
    quantity: fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 1, max: 7 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 999 }) },
    ),
  });

const target = fc.oneof(
  fc.record({ target_type: fc.constant("store" as const), target_ids: fc.constant<string[]>([]) }),
  fc.record({ target_type: fc.constant("products" as const), target_ids: fc.subarray(PRODUCTS) }),
  fc.record({ target_type: fc.constant("collections" as const), target_ids: fc.subarray(COLLECTIONS) }),
  fc.record({ target_type: fc.constant("categories" as const), target_ids: fc.subarray(CATEGORIES) }),
);

const percent = fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.constantFrom(1000, 3333, 5000, 10_000));
const deal = (amount: fc.Arbitrary<number>) =>
  fc.oneof(
    fc.record({
      discount_type: fc.constant("percentage" as const),
      discount_value: percent,
      buy_quantity: fc.constant(0),
      get_quantity: fc.constant(0),
    }),
    fc.record({
      discount_type: fc.constant("fixed_amount" as const),
      discount_value: amount,
      buy_quantity: fc.constant(0),
      get_quantity: fc.constant(0),
    }),
    fc.record({
      discount_type: fc.constant("free_shipping" as const),
      discount_value: fc.constant(0),
      buy_quantity: fc.constant(0),
      get_quantity: fc.constant(0),
    }),
    fc.record({
      discount_type: fc.constant("buy_x_get_y" as const),
      discount_value: percent,
      buy_quantity: fc.integer({ min: 1, max: 3 }),
      get_quantity: fc.integer({ min: 1, max: 2 }),
    }),
  );

const rulesOf = (amount: fc.Arbitrary<number>): fc.Arbitrary<Rule[]> =>
  fc
    .array(
      fc.record({
        deal: deal(amount),
        target,
        code: fc.option(fc.constantFrom("A", "B")),
        min_order_amount: fc.option(amount, { freq: 1 }),
        min_quantity: fc.option(fc.integer({ min: 0, max: 9 }), { freq: 1 }),
        max_discount_amount: fc.option(amount, { freq: 1 }),
        is_combinable: fc.boolean(),
      }),
      { maxLength: 6 },
    )
    .chain((drawn) =>
      fc
        .shuffledSubarray(
          drawn.map((_, i) => `id-${i}`),
          { minLength: drawn.length },
        )
        .map((ids) => drawn.map(({ deal, target, ...rule }, i) => ({ ...rule, ...deal, ...target, id: ids[i] ?? "" }))),
    );

const drawn = fc.constantFrom(...amounts).chain((amount) =>
  fc.record({
    cart: fc.record({ lines: fc.array(lineOf(amount), { maxLength: 8 }), shipping: fc.oneof(amount, fc.constant(0)) }),
    rules: rulesOf(amount),
  }),
);

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
const subtotalOf = ({ lines }: PricedCart): number => sum(lines.map(({ price, quantity }) => price * quantity));

testProperty(
  "random carts get the same discounts as from the oracle, between zero and the cart's total",
  fc.property(drawn, ({ cart, rules }) => {
    const given = structuredClone({ cart, rules });
    const offer = bestOffer(rules, cart);
    const oracle = oracleOffer(rules, cart);

    expect(offer.discounts.map(({ promotion, lines, shipping }) => ({ id: promotion.id, lines, shipping }))).toEqual(
      oracle.discounts.map(({ id, lines, shipping }) => ({
        id,
        lines: lines.map(Number),
        shipping: Number(shipping),
      })),
    );
    expect([offer.lines, offer.shipping]).toEqual([oracle.lines.map(Number), Number(oracle.shipping)]);
    expectSums(cart, offer);
    expect(bestOffer([...rules].reverse(), cart)).toEqual(offer);
    expect({ cart, rules }).toEqual(given);
  }),
  { numRuns: 1_000 },
);

function expectSums(
  cart: PricedCart,
  offer: { discounts: Discount[]; lines: number[]; amount: number; shipping: number },
): void {
  for (const [i, { price, quantity }] of cart.lines.entries()) {
    expect(offer.lines[i]).toBeGreaterThanOrEqual(0);
    expect(offer.lines[i]).toBeLessThanOrEqual(price * quantity);
    expect(sum(offer.discounts.map(({ lines }) => lines[i] ?? 0))).toBe(offer.lines[i]);
  }
  for (const { lines, amount, shipping } of offer.discounts) {
    expect(Math.min(0, ...lines, shipping)).toBe(0);
    expect(sum(lines)).toBe(amount);
    expect(amount + shipping).toBeGreaterThan(0);
  }
  expect(sum(offer.lines)).toBe(offer.amount);
  expect(offer.amount).toBeLessThanOrEqual(subtotalOf(cart));
  expect(offer.shipping).toBeLessThanOrEqual(cart.shipping);
}

testProperty(
  "the rendered amounts of an offer add up to its discount and its saving on delivery",
  fc.property(drawn, fc.constantFrom("JPY", "DZD", "TND"), ({ cart, rules }, currency) => {
    const offer = bestOffer(rules, cart);
    const shown = renderDiscounts(offer, currency);
    const inMinor = (amounts: (number | null)[]) =>
      sum(amounts.map((amount) => toMinor(amount ?? Number.NaN, currency)));

    expect(inMinor(shown.map(({ discount_amount }) => discount_amount))).toBe(offer.amount);
    expect(inMinor(shown.map(({ shipping_discount_amount }) => shipping_discount_amount))).toBe(offer.shipping);
    const total = subtotalOf(cart) - offer.amount + (cart.shipping - offer.shipping);
    expect(total).toBeGreaterThanOrEqual(0);
  }),
  { numRuns: 500 },
);

const renderDiscounts = ({ discounts }: Offer, currency: string) =>
  discounts.map((discount) => {
    const promotion = { ...discount.promotion, title: "T", message: null } as PromotionRow;
    const kept = snapshotDiscount({ ...discount, promotion }, { locale: "ar", country: "DZ", currency });
    return renderDiscount(kept, { currency, locale: "ar" });
  });

testProperty(
  "removing a promotion never increases the saving",
  fc.property(drawn, fc.nat(5), ({ cart, rules }, without) => {
    const [all, fewer] = [
      bestOffer(rules, cart),
      bestOffer(
        rules.filter((_, i) => i !== without),
        cart,
      ),
    ];
    expect(all.amount + all.shipping).toBeGreaterThanOrEqual(fewer.amount + fewer.shipping);
  }),
  { numRuns: 500 },
);
