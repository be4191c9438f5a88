import { describe, expect, test } from "vitest";
import { bestOffer } from "../../src/promotions/apply-promotions.ts";
import type { Line, Rule } from "../../src/promotions/types.ts";
import { oracleOffer } from "./promotions-oracle.ts";

/** Cases calculated by hand; amounts are minor units. */

let rules = 0;
const rule = (given: Partial<Rule>): Rule => ({
  id: `id-${String(++rules).padStart(4, "0")}`,
  code: null,
  discount_type: "percentage",
  discount_value: 0,
  buy_quantity: 0,
  get_quantity: 0,
  target_type: "store",
  target_ids: [],
  min_order_amount: null,
  min_quantity: null,
  max_discount_amount: null,
  is_combinable: true,
  ...given,
});
const percent = (value: number, given: Partial<Rule> = {}) => rule({ discount_value: value * 100, ...given });
const fixed = (value: number, given: Partial<Rule> = {}) =>
  rule({ discount_type: "fixed_amount", discount_value: value, ...given });
const freeShipping = (given: Partial<Rule> = {}) => rule({ discount_type: "free_shipping", ...given });
const buyXGetY = (buy_quantity: number, get_quantity: number, off = 100, given: Partial<Rule> = {}) =>
  rule({ discount_type: "buy_x_get_y", discount_value: off * 100, buy_quantity, get_quantity, ...given });
const exclusive = { is_combinable: false };
const targeting = (target_type: Rule["target_type"], ...target_ids: string[]) => ({ target_type, target_ids });

const line = (price: number, quantity = 1, given: Partial<Line> = {}): Line => ({
  product_id: "p",
  collection_ids: [],
  category_ids: [],
  price,
  quantity,
  ...given,
});

describe("one promotion", () => {
  test.each<[string, Rule, Line[], number[]]>([
    ["10 % of 2 × 19.99 is 3.998, rounded half up to 4.00", percent(10), [line(1999, 2)], [400]],
    ["10 % of 0.05 is 0.005, rounded half up to 0.01", percent(10), [line(5)], [1]],
    ["10 % of 0.04 is rounded to zero", percent(10), [line(4)], [0]],
    ["33.33 % of 100", rule({ discount_value: 3333 }), [line(100)], [33]],
    ["100 % is the whole amount", percent(100), [line(250), line(1)], [250, 1]],
    ["10 % of 5.33 is 0.53, distributed as 0.33 and 0.20", percent(10), [line(333), line(200)], [33, 20]],
    ["100 over three equal lines is distributed as 33, 34 and 33", fixed(100), [line(500), line(500), line(500)], [33, 34, 33]],
    ["a fixed amount is limited to the subtotal", fixed(9999), [line(300), line(200)], [300, 200]],
    ["a percentage is limited by max_discount_amount", percent(50, { max_discount_amount: 100 }), [line(1000), line(3000)], [25, 75]],
    ["an order of exactly the minimum amount gets the discount", fixed(100, { min_order_amount: 500 }), [line(500)], [100]],
    ["an order one minor unit below the minimum gets no discount", fixed(100, { min_order_amount: 501 }), [line(500)], [0]],
    ["a minimum of three units is met by three units in two lines", percent(10, { min_quantity: 3 }), [line(100, 2), line(100)], [20, 10]],
    ["a minimum of three units is not met by two units", percent(10, { min_quantity: 3 }), [line(100, 2)], [0]],
    ["the minimum quantity counts only targeted products", percent(10, { min_quantity: 2, ...targeting("products", "a") }), [line(100, 1, { product_id: "a" }), line(100, 5)], [0, 0]],
    ["the minimum amount counts all products", percent(10, { min_order_amount: 600, ...targeting("products", "a") }), [line(100, 1, { product_id: "a" }), line(500)], [10, 0]],
    ["a collection discounts only its products", percent(10, targeting("collections", "sale")), [line(100, 1, { collection_ids: ["new", "sale"] }), line(100)], [10, 0]],
    ["a category discounts products of its descendants", percent(10, targeting("categories", "home")), [line(100, 1, { category_ids: ["rugs", "home"] }), line(100)], [10, 0]],
    ["a promotion without target products discounts nothing", percent(10, targeting("products")), [line(100)], [0]],
    ["buy 2 get 1 discounts the cheapest of three", buyXGetY(2, 1), [line(300), line(100), line(200)], [0, 100, 0]],
    ["buy 2 get 1 discounts one of five", buyXGetY(2, 1), [line(100, 5)], [100]],
    ["buy 2 get 1 discounts the cheapest two of six", buyXGetY(2, 1), [line(500, 4), line(100), line(200)], [0, 100, 200]],
    ["buy 2 get 1 discounts none of two", buyXGetY(2, 1), [line(100, 2)], [0]],
    ["buy 1 get 1 at half price takes 50 % of 0.25, rounded half up to 0.13", buyXGetY(1, 1, 50), [line(25, 2)], [13]],
    ["buy 1 get 1 is limited by max_discount_amount", buyXGetY(1, 1, 100, { max_discount_amount: 150 }), [line(100, 2), line(100, 2)], [150, 0]],
    ["buy 3 get 2 of equal prices discounts the first lines of the cart", buyXGetY(3, 2), [line(100, 2), line(100, 3)], [200, 0]],
    ["an empty cart gets no discount", percent(10), [], []],
  ])("%s", (_, promotion, lines, off) => {
    expect(bestOffer([promotion], { lines, shipping: 0 }).lines).toEqual(off);
    expect(oracleOffer([promotion], { lines, shipping: 0 }).lines).toEqual(off.map(BigInt));
  }); // biome-ignore format: a table
});

describe("several promotions", () => {
  const cart = {
    lines: [line(10_000, 1, { product_id: "a", collection_ids: ["c"], category_ids: ["k"] })],
    shipping: 600,
  };

  test.each<[string, Rule[], number, number]>([
    ["two combinable percentages: each takes 10 % of the remaining amount", [percent(10), percent(10)], 1900, 0],
    ["a percentage is applied before a fixed amount", [fixed(1000), percent(10)], 2000, 0],
    ["targets are applied in the order product, collection, category, store", [percent(50), percent(50, targeting("categories", "k")), percent(50, targeting("collections", "c")), percent(50, targeting("products", "a"))], 9375, 0],
    ["a fixed amount for a product is applied before a percentage for the store", [percent(10), fixed(5000, targeting("products", "a"))], 5500, 0],
    ["an exclusive promotion is applied when it saves more than the combinable ones", [percent(10), percent(5), percent(20, exclusive)], 2000, 0],
    ["combinable promotions are applied when they save more than an exclusive one", [percent(10), percent(15), percent(20, exclusive)], 2350, 0],
    ["the exclusive promotion with the larger saving is applied", [percent(10, exclusive), fixed(1001, exclusive)], 1001, 0],
    ["free delivery is applied when it saves more", [fixed(500, exclusive), freeShipping(exclusive)], 0, 600],
    ["free delivery is applied together with a discount", [fixed(500), freeShipping()], 500, 600],
    ["two capped free deliveries save the whole delivery cost", [freeShipping({ max_discount_amount: 400 }), freeShipping({ max_discount_amount: 400 })], 0, 600],
    ["the discount is limited to the subtotal", [percent(100), fixed(5000), percent(50)], 10_000, 0],
  ])("%s", (_, promotions, amount, shipping) => {
    const offer = bestOffer(promotions, cart);

    expect([offer.amount, offer.shipping]).toEqual([amount, shipping]);
    const oracle = oracleOffer(promotions, cart);
    expect([oracle.lines, oracle.shipping]).toEqual([[BigInt(amount)], BigInt(shipping)]);
  }); // biome-ignore format: a table

  test("that save nothing are not applied, so they do not count as used", () => {
    const [all, more, ship] = [percent(100), percent(50), freeShipping()];

    expect(bestOffer([all, more, ship], { ...cart, shipping: 0 }).discounts.map(({ promotion }) => promotion)).toEqual([
      all,
    ]);
  });

  test("with the same saving are chosen by entered codes, then by fewer promotions, then by age", () => {
    const [older, newer, coded] = [
      percent(10, exclusive),
      percent(10, exclusive),
      percent(10, { ...exclusive, code: "TEN" }),
    ];
    const winners = (...of: Rule[]) => bestOffer(of, cart).discounts.map(({ promotion }) => promotion.id);

    expect(winners(newer, older)).toEqual([older.id]);
    expect(winners(older, coded)).toEqual([coded.id]);
    expect(winners(fixed(500), fixed(500), older)).toEqual([older.id]);
  });
});
