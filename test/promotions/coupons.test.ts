import { beforeAll, describe, expect, test } from "vitest";
import { saveShippingRates } from "../../src/shipping/shipping.ts";
import { openShop, type Shop } from "../support/app.ts";
import { ordered, promote, validate } from "../support/selling.ts";

const UNKNOWN_ID = "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d";
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const LAST_WEEK = new Date(Date.now() - 7 * 86_400_000).toISOString();

let shop: Shop;
let product: { id: string; slug: string };

beforeAll(async () => {
  shop = await openShop();
  product = await shop.product({ price: 500_000, stock: 100 });
  const tenth = { discount_type: "percentage" as const, discount_value: 1000 };
  for (const promotion of [
    { ...tenth, title: "Tenth", code: "TENTH" },
    { ...tenth, title: "Old", code: "OLD", starts_at: LAST_WEEK, expires_at: YESTERDAY },
    { ...tenth, title: "Soon", code: "SOON", starts_at: TOMORROW },
    { ...tenth, title: "Off", code: "OFF", is_active: false },
    { ...tenth, title: "Rich", code: "RICH", min_order_amount: 650_000 },
    { ...tenth, title: "Many", code: "MANY", min_quantity: 3 },
    { ...tenth, title: "Once", code: "ONCE", usage_limit: 1 },
    { ...tenth, title: "Else", code: "ELSE", target_type: "products" as const, target_ids: [UNKNOWN_ID] },
  ])
    await promote(shop, promotion);
});

describe("a code", () => {
  test("that applies returns its discount", async () => {
    const { status, body } = await validate(shop, {
      code: " tenth ",
      items: [{ product_id: product.id, quantity: 2 }],
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      valid: true,
      code: "tenth",
      message: "Tenth: 10% off — you save DZD\u00a01,000",
      discount_amount: 1000,
      applied_discounts: [
        {
          id: expect.any(String),
          code: "TENTH",
          title: "Tenth",
          promotion_type: "coupon",
          discount_type: "percentage",
          discount_value: 10,
          discount_amount: 1000,
          shipping_discount_amount: 0,
          target_type: "store",
          target_ids: [],
          message: "10% off",
        },
      ],
      available_promotions: [],
    });
  });

  test.each([
    ["NOPE", 'There is no code "NOPE".'],
    ["OLD", 'The code "OLD" has expired.'],
    ["SOON", /^The code "SOON" is valid from \w+ \d+, \d{4} at \d\d:\d\d\.$/],
    ["OFF", 'The code "OFF" is not active at the moment.'],
    ["RICH", 'Add DZD\u00a01,500 more to use the code "RICH".'],
    ["MANY", 'Add 2 more of the products the code "MANY" is for.'],
    ["ELSE", 'The code "ELSE" is for other products than those in the cart.'],
    ["TENTH,NOPE", 'There is no code "NOPE".'],
  ])("returns the reason when %s does not apply", async (code, message) => {
    const { status, body } = await validate(shop, { code, items: [{ product_id: product.id, quantity: 1 }] });

    expect([status, body.valid]).toEqual([200, false]);
    expect(body.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
    expect(body.discount_amount).toBe(code === "TENTH,NOPE" ? 500 : 0);
  });

  test.each([
    ["RICH", 'Add DZD\u00a06,500 more to use the code "RICH".'],
    ["TENTH", 'Put something into the cart to use the code "TENTH".'],
    ["ELSE", 'Put something into the cart to use the code "ELSE".'],
  ])("returns what is missing when %s is used with an empty cart", async (code, message) => {
    for (const items of [[], [{ product_id: "gone", quantity: 2 }]]) {
      expect((await validate(shop, { code, items })).body).toMatchObject({ valid: false, message });
    }
  });

  test("is refused when it is used up, and is unknown in another store", async () => {
    await ordered(shop, [{ product_id: product.id, quantity: 1 }], { coupon_code: "ONCE" });
    const other = await openShop();

    expect((await validate(shop, { code: "ONCE", cart_total: 5000 })).body).toMatchObject({
      valid: false,
      message: 'The code "ONCE" has been used up.',
    });
    expect((await validate(other, { code: "TENTH", cart_total: 5000 })).body).toMatchObject({
      valid: false,
      message: 'There is no code "TENTH".',
    });
  });

  test("is evaluated with cart_total when there are no items, otherwise with the items", async () => {
    expect((await validate(shop, { code: "TENTH", cart_total: 1234.5 })).body.discount_amount).toBe(123.45);
    expect((await validate(shop, { code: "TENTH", cart_total: 1234.5, items: [] })).body.discount_amount).toBe(123.45);
    const items = [{ product_id: product.id, variant_id: null, quantity: 1, price: 1, anything: "else" }];
    expect((await validate(shop, { code: "TENTH", cart_total: 9, items })).body.discount_amount).toBe(500);
    expect((await validate(shop, { code: "RICH", cart_total: 6500 })).body.valid).toBe(true);
    expect((await validate(shop, { code: "RICH", cart_total: 6499.99 })).body).toMatchObject({
      valid: false,
      message: 'Add DZD\u00a00.01 more to use the code "RICH".',
    });
  });

  test("ignores unknown products, drafts and products of another store", async () => {
    const draft = await shop.product({ status: "draft" });
    const foreign = await (await openShop()).product();
    const items = [UNKNOWN_ID, "x", draft.id, foreign.id].map((product_id) => ({ product_id, quantity: 1 }));

    expect((await validate(shop, { code: "TENTH", items })).body).toMatchObject({ valid: false, discount_amount: 0 });
    const known = [...items, { product_id: product.id, quantity: 1 }];
    expect((await validate(shop, { code: "TENTH", items: known })).body).toMatchObject({ discount_amount: 500 });
  });
});

describe("without a code", () => {
  test.each([{}, { code: "" }, { code: " , " }, { code: null }])(
    "%j evaluates the automatic promotions",
    async (given) => {
      const own = await openShop();
      const body = { ...given, cart_total: 4000 };
      expect((await validate(own, body)).body).toMatchObject({
        valid: false,
        message: "No promotion applies to this cart.",
        applied_discounts: [],
      });

      await promote(own, {
      title: "From 5,000", discount_type: "fixed_amount", discount_value: 50_000, min_order_amount: 500_000, is_discoverable: true,
    }); // biome-ignore format: a list
      expect((await validate(own, body)).body).toMatchObject({
        valid: false,
        message: 'Add DZD\u00a01,000 more to get "From 5,000".',
        available_promotions: [{ title: "From 5,000", code: null, min_order_amount: 5000, discount_value: 500 }],
      });
      expect((await validate(own, { ...body, cart_total: 5000 })).body).toMatchObject({
        valid: true,
        code: null,
        message: "From 5,000: DZD\u00a0500 off — you save DZD\u00a0500",
        discount_amount: 500,
        applied_discounts: [{ promotion_type: "automatic", code: null, discount_amount: 500 }],
      });
    },
  );

  test("lists the discoverable promotions, and no others", async () => {
    const own = await openShop();
    const tenth = { discount_type: "percentage" as const, discount_value: 1000, is_discoverable: true };
    await promote(own, { ...tenth, title: "Told", code: "TOLD", expires_at: TOMORROW, max_discount_amount: 100_000 });
    await promote(own, { ...tenth, title: "Secret", code: "SECRET", is_discoverable: false });
    await promote(own, { ...tenth, title: "Over", code: "OVER", expires_at: YESTERDAY });
    await promote(own, { ...tenth, title: "Off", code: "OFF", is_active: false });
    await promote(own, { title: "Ship", discount_type: "free_shipping", is_discoverable: true });

    expect((await validate(own, {})).body.available_promotions).toEqual([
      {
        id: expect.any(String),
        code: "TOLD",
        title: "Told",
        message: "10% off",
        promotion_type: "coupon",
        discount_type: "percentage",
        discount_value: 10,
        min_order_amount: null,
        max_discount_amount: 1000,
        starts_at: null,
        expires_at: TOMORROW,
        target_type: "store",
        target_ids: [],
      },
      expect.objectContaining({ title: "Ship", code: null, discount_value: null, message: "Free delivery" }),
    ]);
  });
});

describe("the offer with the largest saving", () => {
  test("is applied, so an exclusive code that saves less than the automatic promotions is not", async () => {
    const own = await openShop();
    await promote(own, { title: "Fifth", discount_type: "percentage", discount_value: 2000, is_combinable: true });
    await promote(own, { title: "Tenth", code: "TENTH", discount_type: "percentage", discount_value: 1000 });
    await promote(own, { title: "Third", code: "THIRD", discount_type: "percentage", discount_value: 3000 });

    expect((await validate(own, { code: "TENTH", cart_total: 100 })).body).toMatchObject({
      valid: false,
      message: 'The code "TENTH" cannot be combined with the offer that saves you more.',
      discount_amount: 20,
    });
    expect((await validate(own, { code: "THIRD", cart_total: 100 })).body).toMatchObject({
      valid: true,
      discount_amount: 30,
    });
  });

  test("is chosen with the saving on delivery", async () => {
    const own = await openShop();
    await own.transact((db) =>
      saveShippingRates(db, [{ region: "*", method: "home", price: 60_000, free_above: 1_000_000 }]),
    );
    await promote(own, { title: "Tenth", discount_type: "percentage", discount_value: 1000 });
    await promote(own, { title: "Ship", code: "SHIP", discount_type: "free_shipping" });

    expect((await validate(own, { code: "SHIP", cart_total: 5000 })).body).toMatchObject({
      valid: true,
      discount_amount: 0,
      message: "Ship: Free delivery — you save DZD\u00a0600",
      applied_discounts: [{ code: "SHIP", discount_amount: 0, shipping_discount_amount: 600 }],
    });
    expect((await validate(own, { code: "SHIP", cart_total: 9000 })).body).toMatchObject({ valid: false });
    expect((await validate(own, { code: "SHIP", cart_total: 10_000 })).body).toMatchObject({ valid: false });
  });
});

describe("a request", () => {
  test.each([
    [{ items: {} }, "items"],
    [{ items: ["x"] }, "items.0"],
    [{ items: [{}] }, "items.0.product_id"],
    [{ items: [{ product_id: 5 }] }, "items.0.product_id"],
    [{ code: 5 }, "code"],
    [{ cart_total: "5" }, "cart_total"],
    [[], ""],
  ])("returns 400 for %j", async (body, path) => {
    expect(await validate(shop, body)).toMatchObject({
      status: 400,
      body: { code: "invalid_request", errors: [{ path }] },
    });
  });

  test.each([
    ['{"cart_total":-1}', "cart_total"],
    ['{"cart_total":-0.01,"items":[{"product_id":"x","quantity":1}]}', "cart_total"],
    ['{"cart_total":1e309}', "cart_total"],
    ['{"cart_total":900000000001}', "cart_total"],
    ['{"cart_total":9007199254740992}', "cart_total"],
    ['{"items":[{"product_id":"x","quantity":0}]}', "items.0.quantity"],
    ['{"items":[{"product_id":"x","quantity":"2"}]}', "items.0.quantity"],
    ['{"items":[{"product_id":"x","quantity":null}]}', "items.0.quantity"],
    [`{"code":"${"x".repeat(501)}"}`, "code"],
  ])("returns 422 for %s", async (payload, path) => {
    const { status, body } = await shop.send("POST", "/coupons/validate", payload);
    expect([status, body.code, body.errors[0].path]).toEqual([422, "invalid_value", path]);
  });

  test.each(["DZD", "JPY", "TND", "CLF"])("with the largest cart_total in %s is answered", async (currency) => {
    const own = await openShop({ currency });
    await promote(own, { title: "Half", code: "HALF", discount_type: "percentage", discount_value: 5000 });

    expect(await validate(own, { code: "HALF", cart_total: 900_000_000_000 })).toMatchObject({
      status: 200,
      body: { valid: true, discount_amount: 450_000_000_000 },
    });
  });
});
