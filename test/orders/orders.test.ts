import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { changeOrderStatus } from "../../src/orders/orders.ts";
import { openShop, type Shop } from "../support/app.ts";
import {
  BUYER,
  cartWith,
  deliveringShop,
  expectInvariants,
  order,
  ordered,
  stockOf,
  variantsOf,
} from "../support/selling.ts";

const UNKNOWN_ID = "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d";
const ORDER_NUMBER = /^ORD-\d{4}-[0-9A-HJKMNP-TV-Z]{8}$/;

let shop: Shop;
beforeAll(async () => {
  shop = await deliveringShop();
});

describe("placing an order", () => {
  test("returns the whole order, and takes the stock", async () => {
    const shirt = await shop.product({
      name: "Shirt",
      options: [{ name: "Taille", values: ["M", "L"] }],
      images: [{ url: "/shirt.svg", alt: null }],
      variants: [
        { option_values: { Taille: "M" }, price: 199_950, inventory_quantity: 3, sku: "S-M" },
        { option_values: { Taille: "L" }, price: 250_000, inventory_quantity: 3 },
      ],
    });
    const { M = "" } = await variantsOf(shop, shirt.slug);
    const before = Date.now();
    const placed = await order(shop, await cartWith(shop, { product_id: shirt.id, variant_id: M, quantity: 2 }), {
      customer_name: "  Karim Benali ",
      customer_email: "karim@example.dz",
      customer_wilaya: "16 - Alger",
      customer_commune: "Hydra",
      shipping_address: { line1: "12 rue des Oliviers", floor: 3 },
      customer_notes: "Sonnez deux fois",
    });

    expect(placed.status).toBe(201);
    expect(placed.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      order_number: expect.stringMatching(ORDER_NUMBER),
      status: "pending",
      payment_status: "unpaid",
      payment_method: "cod",
      currency: "DZD",
      subtotal: 3999,
      discount: 0,
      shipping_cost: 400,
      total: 4399,
      items_count: 2,
      items: [
        {
          id: expect.any(String),
          product_id: shirt.id,
          variant_id: M,
          product_name: "Shirt",
          product_slug: shirt.slug,
          product_price: 1999.5,
          compare_at_price: null,
          product_image: "http://localhost/shirt.svg",
          variant_title: "M",
          variant_options: { Taille: "M" },
          sku: "S-M",
          quantity: 2,
          subtotal: 3999,
          discount: 0,
          returned_quantity: 0,
        },
      ],
      applied_discounts: [],
      coupon_code: null,
      customer_name: "Karim Benali",
      customer_phone: "+213550123456",
      customer_email: "karim@example.dz",
      customer_wilaya: "16 - Alger",
      wilaya_code: "16",
      customer_commune: "Hydra",
      delivery_method: "home",
      shipping_address: { line1: "12 rue des Oliviers", floor: 3 },
      customer_notes: "Sonnez deux fois",
      carrier: null,
      tracking_number: null,
      tracking_url: null,
      rounding: 0,
      refunded_amount: 0,
      history: [{ status: "pending", payment_status: "unpaid", at: placed.body.created_at }],
      created_at: expect.any(String),
      updated_at: placed.body.created_at,
    });
    expect(Date.parse(placed.body.created_at)).toBeGreaterThanOrEqual(before);
    expect(await stockOf(shop, shirt.id)).toBe(4);
    await expectInvariants(shop);
  });

  test("counts as sales of the product until the order is cancelled", async () => {
    const own = await openShop();
    const [one, two] = [await own.product({ slug: "one" }), await own.product({ slug: "two" })];
    await ordered(own, [{ product_id: one.id, quantity: 1 }]);
    const big = await ordered(own, [{ product_id: two.id, quantity: 5 }]);
    const bestsellers = async () =>
      (await own.get("/products?sort_by=best_selling")).body.data.map(({ slug }: { slug: string }) => slug);

    expect(await bestsellers()).toEqual(["two", "one"]);
    await own.transact((db) => changeOrderStatus(db, big.id, "cancelled", "key test"));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 }); // the order may be a minute old
    onTestFinished(() => void vi.useRealTimers());
    expect(await bestsellers()).toEqual(["one", "two"]);
    await expectInvariants(own);
  });

  test("lists every line that exceeds the stock, and changes nothing", async () => {
    const [scarce, plenty] = [await shop.product({ name: "Scarce", stock: 3 }), await shop.product({ stock: 50 })];
    const cart = await cartWith(shop, { product_id: scarce.id, quantity: 2 }, { product_id: plenty.id, quantity: 1 });
    await ordered(shop, [{ product_id: scarce.id, quantity: 2 }]);

    const refused = await order(shop, cart);
    expect(refused).toMatchObject({
      status: 422,
      body: {
        code: "insufficient_stock",
        detail: 'Only 1 of "Scarce" can be ordered, not 2.',
        available: 1,
        errors: [{ path: "items.0.quantity" }],
        lines: [{ product_id: scarce.id, variant_id: null, requested: 2, available: 1 }],
      },
    });
    expect((await shop.get(`/cart/${cart}`)).body.status).toBe("open");
    expect([await stockOf(shop, scarce.id), await stockOf(shop, plenty.id)]).toEqual([1, 50]);
    await expectInvariants(shop);
  });

  test("says of a line whose product is sold out that it is", async () => {
    const last = await shop.product({ name: "Last", stock: 1 });
    const cart = await cartWith(shop, { product_id: last.id, quantity: 1 });
    await ordered(shop, [{ product_id: last.id, quantity: 1 }]);

    expect(await order(shop, cart)).toMatchObject({
      status: 422,
      body: { code: "insufficient_stock", detail: '"Last" is sold out.', available: 0 },
    });
  });

  test("sells more than the stock when that is allowed or stock is not tracked", async () => {
    const own = await openShop();
    const late = await own.product({ variants: [{ inventory_quantity: 1, continue_selling_when_out_of_stock: true }] });
    const made = await own.product({ variants: [{ inventory_quantity: 0, track_quantity: false }] });
    await ordered(own, [
      { product_id: late.id, quantity: 3 },
      { product_id: made.id, quantity: 4 },
    ]);

    expect([await stockOf(own, late.id), await stockOf(own, made.id)]).toEqual([-2, -4]);
    expect((await own.get(`/products/${late.slug}`)).body).toMatchObject({ inventory_quantity: 0, in_stock: true });
    await expectInvariants(own);
  });

  test("refuses an empty cart", async () => {
    const draft = await shop.product();
    const gone = await cartWith(shop, { product_id: draft.id, quantity: 1 });
    await shop.product({ slug: draft.slug, status: "draft" });

    for (const cart of [await cartWith(shop), gone]) {
      expect(await order(shop, cart)).toMatchObject({ status: 422, body: { code: "cart_empty" } });
    }
  });

  test("refuses a cart of another store", async () => {
    const other = await openShop();
    for (const cart of [UNKNOWN_ID, "no-id", "", await cartWith(other)]) {
      expect(await order(shop, cart)).toMatchObject({ status: 404, body: { code: "cart_not_found" } });
    }
  });

  test.each([
    [{ customer_name: 5 }, "customer_name"],
    [{ customer_name: null }, "customer_name"],
    [{ cart_id: 7 }, "cart_id"],
    [{ customer_phone: 550123456 }, "customer_phone"],
    [{ customer_email: 1 }, "customer_email"],
    [{ shipping_address: "12 rue des Oliviers" }, "shipping_address"],
    [{ shipping_address: [] }, "shipping_address"],
    [{ coupon_code: ["A"] }, "coupon_code"],
  ])("returns 400 for %j", async (given, path) => {
    const refused = await order(shop, UNKNOWN_ID, given);

    expect(refused).toMatchObject({ status: 400, body: { code: "invalid_request", errors: [{ path }] } });
  });

  test.each(["shipping_address", "junk"])("returns 400 for %s with thousands of nested arrays", async (field) => {
    const deep = "[".repeat(5000) + "]".repeat(5000);
    const body = JSON.stringify({ cart_id: UNKNOWN_ID, ...BUYER, [field]: { deep } }).replace(`"${deep}"`, deep);
    const refused = await shop.post("/orders", body);

    expect(refused).toMatchObject({ status: 400, body: { code: "invalid_request", errors: [{ path: "" }] } });
  });

  test.each(["cart_id", "customer_name", "customer_phone"])("returns 400 without %s", async (field) => {
    const body = { cart_id: UNKNOWN_ID, ...BUYER, [field]: undefined };

    expect(await shop.post("/orders", body)).toMatchObject({ status: 400, body: { errors: [{ path: field }] } });
  });

  test.each([
    [{ customer_name: "  " }, "customer_name"],
    [{ customer_name: "" }, "customer_name"],
    [{ customer_phone: "no" }, "customer_phone"],
    [{ customer_phone: "12345" }, "customer_phone"],
    [{ customer_phone: "call me 0550123456" }, "customer_phone"],
    [{ customer_email: "karim" }, "customer_email"],
    [{ customer_email: "a@b..dz" }, "customer_email"],
    [{ customer_notes: "a\u0000b" }, "customer_notes"],
    [{ shipping_address: { line1: "\ud800" } }, "shipping_address.line1"],
    [{ junk: { "\udfff": 1 } }, "junk"],
    [{ customer_notes: "x".repeat(2001) }, "customer_notes"],
    [{ shipping_address: { line1: "é".repeat(2100) } }, "shipping_address"],
    [{ shipping_address: { method: "pigeon" } }, "shipping_address.method"],
  ])("returns 422 for %j", async (given, path) => {
    const refused = await order(shop, UNKNOWN_ID, given);

    expect(refused).toMatchObject({ status: 422, body: { code: "invalid_value", errors: [{ path }] } });
  });

  test.each([
    ["0550 12 34 56", "+213550123456"],
    ["٠٥٥٠١٢٣٤٥٦", "+213550123456"],
    ["+33 6 12 34 56 78", "+33612345678"],
    ["021 23 45 67", "+21321234567"],
    [" 123 456 ", "123 456"],
  ])("stores the phone number %s as %s", async (customer_phone, kept) => {
    const { id: product_id } = await shop.product();
    const { order_number, customer_phone: answered } = await ordered(shop, [{ product_id, quantity: 1 }], {
      customer_phone,
    });

    expect(answered).toBe(kept);
    expect(order_number).toMatch(ORDER_NUMBER);
  });

  test("ignores unknown fields: a client cannot set total, status or customer", async () => {
    const { id: product_id } = await shop.product({ price: 100_000 });
    const placed = await ordered(shop, [{ product_id, quantity: 1 }], {
      total: 1, subtotal: 1, status: "delivered", payment_status: "paid", customer_id: UNKNOWN_ID, id: UNKNOWN_ID, order_number: "MINE",
    }); // biome-ignore format: a list

    expect(placed).toMatchObject({ subtotal: 1000, total: 1800, status: "pending", payment_status: "unpaid" });
    expect(placed.id).not.toBe(UNKNOWN_ID);
  });

  test("stores text that looks like SQL or markup unchanged", async () => {
    const { id: product_id } = await shop.product();
    const customer_notes = `'); drop table orders; -- <script>alert(1)</script> \u202e`;

    expect(await ordered(shop, [{ product_id, quantity: 1 }], { customer_notes })).toMatchObject({ customer_notes });
  });

  test("treats empty texts as missing, and accepts the e-mails that an account may have", async () => {
    const { id: product_id } = await shop.product();
    const nothing = { customer_email: "", payment_method: "", customer_wilaya: " ", coupon_code: "" };
    expect(await ordered(shop, [{ product_id, quantity: 1 }], nothing)).toMatchObject({
      customer_email: null, payment_method: "cod", customer_wilaya: null, coupon_code: null,
    }); // biome-ignore format: a list
    for (const customer_email of [" karim@example.dz ", "كريم@مثال.دز", "a.b+c@d-e.dz"]) {
      const placed = await ordered(shop, [{ product_id, quantity: 1 }], { customer_email });
      expect(placed.customer_email).toBe(customer_email.trim());
    }
  });
});

test("order numbers are random", async () => {
  const { id: product_id } = await shop.product({ stock: 100 });
  const numbers = [];
  for (let i = 0; i < 20; i++) numbers.push((await ordered(shop, [{ product_id, quantity: 1 }])).order_number);

  expect(new Set(numbers).size).toBe(20);
  for (const number of numbers) expect(number).toMatch(new RegExp(`^ORD-${new Date().getUTCFullYear()}-`));
});
