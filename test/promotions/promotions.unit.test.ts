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
const alone = { is_combinable: false };
const on = (target_type: Rule["target_type"], ...target_ids: string[]) => ({ target_type, target_ids });

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
    ["10 % of 19.99 twice is 4.00: 3.998, half up", percent(10), [line(1999, 2)], [400]],
    ["10 % of 0.05 is 0.01: a half goes up", percent(10), [line(5)], [1]],
    ["10 % of 0.04 is nothing", percent(10), [line(4)], [0]],
    ["33.33 % of 100", rule({ discount_value: 3333 }), [line(100)], [33]],
    ["100 % leaves nothing to pay", percent(100), [line(250), line(1)], [250, 1]],
    ["10 % of 5.33 in two lines: 53.3 is 53, shared 33 and 20", percent(10), [line(333), line(200)], [33, 20]],
    ["100 over three equal lines: 33, then up to 67, then up to 100", fixed(100), [line(500), line(500), line(500)], [33, 34, 33]],
    ["more than the cart costs is what it costs", fixed(9999), [line(300), line(200)], [300, 200]],
    ["capped", percent(50, { max_discount_amount: 100 }), [line(1000), line(3000)], [25, 75]],
    ["the minimum met exactly", fixed(100, { min_order_amount: 500 }), [line(500)], [100]],
    ["the minimum missed by the smallest unit", fixed(100, { min_order_amount: 501 }), [line(500)], [0]],
    ["three of them, and there are three", percent(10, { min_quantity: 3 }), [line(100, 2), line(100)], [20, 10]],
    ["three of them, and there are two", percent(10, { min_quantity: 3 }), [line(100, 2)], [0]],
    ["a minimum of things counts only those it is for", percent(10, { min_quantity: 2, ...on("products", "a") }), [line(100, 1, { product_id: "a" }), line(100, 5)], [0, 0]],
    ["a minimum to spend counts everything", percent(10, { min_order_amount: 600, ...on("products", "a") }), [line(100, 1, { product_id: "a" }), line(500)], [10, 0]],
    ["a collection", percent(10, on("collections", "sale")), [line(100, 1, { collection_ids: ["new", "sale"] }), line(100)], [10, 0]],
    ["a category, or one above", percent(10, on("categories", "home")), [line(100, 1, { category_ids: ["rugs", "home"] }), line(100)], [10, 0]],
    ["no product at all", percent(10, on("products")), [line(100)], [0]],
    ["buy 2 get 1: the cheapest of three", buyXGetY(2, 1), [line(300), line(100), line(200)], [0, 100, 0]],
    ["buy 2 get 1 of five: one is got", buyXGetY(2, 1), [line(100, 5)], [100]],
    ["buy 2 get 1 of six: two are got, the cheapest two", buyXGetY(2, 1), [line(500, 4), line(100), line(200)], [0, 100, 200]],
    ["buy 2 get 1 of two: none", buyXGetY(2, 1), [line(100, 2)], [0]],
    ["buy 1 get 1 at half price: 50 % of 0.25 is 0.13", buyXGetY(1, 1, 50), [line(25, 2)], [13]],
    ["buy 1 get 1, capped", buyXGetY(1, 1, 100, { max_discount_amount: 150 }), [line(100, 2), line(100, 2)], [150, 0]],
    ["buy 3 get 2 of equal prices takes them in the order of the cart", buyXGetY(3, 2), [line(100, 2), line(100, 3)], [200, 0]],
    ["an empty cart", percent(10), [], []],
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
    ["together, each from what is left: 10 % and then 10 %", [percent(10), percent(10)], 1900, 0],
    ["a percentage before an amount", [fixed(1000), percent(10)], 2000, 0],
    ["product, collection, category, store: each takes half of what is left", [percent(50), percent(50, on("categories", "k")), percent(50, on("collections", "c")), percent(50, on("products", "a"))], 9375, 0],
    ["an amount for the product before a percentage of the store", [percent(10), fixed(5000, on("products", "a"))], 5500, 0],
    ["all of an exclusive one, rather than less together", [percent(10), percent(5), percent(20, alone)], 2000, 0],
    ["those together, rather than an exclusive one that saves less", [percent(10), percent(15), percent(20, alone)], 2350, 0],
    ["the better of two exclusive ones", [percent(10, alone), fixed(1001, alone)], 1001, 0],
    ["delivery, when that saves more", [fixed(500, alone), freeShipping(alone)], 0, 600],
    ["delivery beside a discount", [fixed(500), freeShipping()], 500, 600],
    ["delivery up to a cap, and the rest by another", [freeShipping({ max_discount_amount: 400 }), freeShipping({ max_discount_amount: 400 })], 0, 600],
    ["never more than there is", [percent(100), fixed(5000), percent(50)], 10_000, 0],
  ])("%s", (_, promotions, amount, shipping) => {
    const offer = bestOffer(promotions, cart);

    expect([offer.amount, offer.shipping]).toEqual([amount, shipping]);
    const oracle = oracleOffer(promotions, cart);
    expect([oracle.lines, oracle.shipping]).toEqual([[BigInt(amount)], BigInt(shipping)]);
  }); // biome-ignore format: a table

  test("that save nothing are not applied, so that they are not used up", () => {
    const [all, more, ship] = [percent(100), percent(50), freeShipping()];

    expect(bestOffer([all, more, ship], { ...cart, shipping: 0 }).discounts.map(({ promotion }) => promotion)).toEqual([
      all,
    ]);
  });

  test("with the same saving: entered codes take precedence, then fewer promotions, then older ones", () => {
    const [older, newer, coded] = [percent(10, alone), percent(10, alone), percent(10, { ...alone, code: "TEN" })];
    const winners = (...of: Rule[]) => bestOffer(of, cart).discounts.map(({ promotion }) => promotion.id);

    expect(winners(newer, older)).toEqual([older.id]);
    expect(winners(older, coded)).toEqual([coded.id]);
    expect(winners(fixed(500), fixed(500), older)).toEqual([older.id]);
  });
});
