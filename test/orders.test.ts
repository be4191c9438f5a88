import { Type } from "typebox";
import { beforeAll, describe, expect, test } from "vitest";
import type { SiteDb } from "../src/db/database.ts";
import { sql } from "../src/db/sql.ts";
import { moveOrder, setPaymentStatus } from "../src/orders/orders.ts";
import { MOVES, STATUSES } from "../src/orders/status.ts";
import { createPromotion } from "../src/promotions/promotions.ts";
import { saveShippingRates } from "../src/shipping/shipping.ts";
import { BUYER, cartWith, expectCleanBooks, order, ordered, stockOf, variantsOf } from "./selling.ts";
import { openShop, type Shop } from "./support.ts";

const NOWHERE = "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d";
const ORDER_NUMBER = /^ORD-\d{4}-[0-9A-HJKMNP-TV-Z]{8}$/;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  await shop.transact((db) =>
    saveShippingRates(db, [
      { region: "*", method: "home", price: 80_000, free_above: null },
      { region: "*", method: "desk", price: 50_000, free_above: null },
      { region: "16", method: "home", price: 40_000, free_above: 2_000_000 },
    ]),
  );
});

describe("placing an order", () => {
  test("answers all of it, and takes the stock", async () => {
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
          product_image: "/shirt.svg",
          variant_title: "M",
          variant_options: { Taille: "M" },
          sku: "S-M",
          quantity: 2,
          subtotal: 3999,
          discount: 0,
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
      history: [{ status: "pending", payment_status: "unpaid", at: placed.body.created_at }],
      created_at: expect.any(String),
      updated_at: placed.body.created_at,
    });
    expect(Date.parse(placed.body.created_at)).toBeGreaterThanOrEqual(before);
    expect(await stockOf(shop, shirt.id)).toBe(4);
    await expectCleanBooks(shop);
  });

  test("counts as sales of the product, until it is cancelled", async () => {
    const own = await openShop();
    const [one, two] = [await own.product({ slug: "one" }), await own.product({ slug: "two" })];
    await ordered(own, [{ product_id: one.id, quantity: 1 }]);
    const big = await ordered(own, [{ product_id: two.id, quantity: 5 }]);
    const bestsellers = async () =>
      (await own.get("/products?sort_by=best_selling")).body.data.map(({ slug }: { slug: string }) => slug);

    expect(await bestsellers()).toEqual(["two", "one"]);
    await own.transact((db) => moveOrder(db, big.id, "cancelled", "test"));
    expect(await bestsellers()).toEqual(["one", "two"]);
    await expectCleanBooks(own);
  });

  test("names every line of which there is too little, and changes nothing", async () => {
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
    await expectCleanBooks(shop);
  });

  test("sells past zero what may be, and what is not counted", async () => {
    const own = await openShop();
    const late = await own.product({ variants: [{ inventory_quantity: 1, continue_selling_when_out_of_stock: true }] });
    const made = await own.product({ variants: [{ inventory_quantity: 0, track_quantity: false }] });
    await ordered(own, [
      { product_id: late.id, quantity: 3 },
      { product_id: made.id, quantity: 4 },
    ]);

    expect([await stockOf(own, late.id), await stockOf(own, made.id)]).toEqual([-2, -4]);
    expect((await own.get(`/products/${late.slug}`)).body).toMatchObject({ inventory_quantity: 0, in_stock: true });
    await expectCleanBooks(own);
  });

  test("needs something in the cart", async () => {
    const draft = await shop.product();
    const gone = await cartWith(shop, { product_id: draft.id, quantity: 1 });
    await shop.product({ slug: draft.slug, status: "draft" });

    for (const cart of [await cartWith(shop), gone]) {
      expect(await order(shop, cart)).toMatchObject({ status: 422, body: { code: "cart_empty" } });
    }
  });

  test("needs a cart of this store", async () => {
    const other = await openShop();
    for (const cart of [NOWHERE, "no-id", "", await cartWith(other)]) {
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
  ])("%j is malformed", async (given, path) => {
    const refused = await order(shop, NOWHERE, given);

    expect(refused).toMatchObject({ status: 400, body: { code: "invalid_request", errors: [{ path }] } });
  });

  test.each(["shipping_address", "junk"])("%s nested thousands deep is malformed", async (field) => {
    const deep = "[".repeat(5000) + "]".repeat(5000);
    const body = JSON.stringify({ cart_id: NOWHERE, ...BUYER, [field]: { deep } }).replace(`"${deep}"`, deep);
    const refused = await shop.post("/orders", body);

    expect(refused).toMatchObject({ status: 400, body: { code: "invalid_request", errors: [{ path: "" }] } });
  });

  test.each(["cart_id", "customer_name", "customer_phone"])("without %s is malformed", async (field) => {
    const body = { cart_id: NOWHERE, ...BUYER, [field]: undefined };

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
  ])("%j is not acceptable", async (given, path) => {
    const refused = await order(shop, NOWHERE, given);

    expect(refused).toMatchObject({ status: 422, body: { code: "invalid_value", errors: [{ path }] } });
  });

  test.each([
    ["0550 12 34 56", "+213550123456"],
    ["٠٥٥٠١٢٣٤٥٦", "+213550123456"],
    ["+33 6 12 34 56 78", "+33612345678"],
    ["021 23 45 67", "+21321234567"],
    [" 123 456 ", "123 456"],
  ])("keeps the phone number %s as %s", async (customer_phone, kept) => {
    const { id: product_id } = await shop.product();
    const { order_number, customer_phone: answered } = await ordered(shop, [{ product_id, quantity: 1 }], {
      customer_phone,
    });

    expect(answered).toBe(kept);
    expect(order_number).toMatch(ORDER_NUMBER);
  });

  test("ignores what it does not know: nobody sets a total, a status or an owner", async () => {
    const { id: product_id } = await shop.product({ price: 100_000 });
    const placed = await ordered(shop, [{ product_id, quantity: 1 }], {
      total: 1, subtotal: 1, status: "delivered", payment_status: "paid", customer_id: NOWHERE, id: NOWHERE, order_number: "MINE",
    }); // biome-ignore format: a list

    expect(placed).toMatchObject({ subtotal: 1000, total: 1800, status: "pending", payment_status: "unpaid" });
    expect(placed.id).not.toBe(NOWHERE);
  });

  test("keeps text that looks like SQL or markup as text", async () => {
    const { id: product_id } = await shop.product();
    const customer_notes = `'); drop table orders; -- <script>alert(1)</script> \u202e`;

    expect(await ordered(shop, [{ product_id, quantity: 1 }], { customer_notes })).toMatchObject({ customer_notes });
  });

  test("takes what is empty as not said, and an e-mail as an account would", async () => {
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

describe("delivery", () => {
  test("rates are there to be shown before the order", async () => {
    const { status, body, headers } = await shop.get("/shipping-rates");

    expect(status).toBe(200);
    expect(body.data).toEqual([
      { region: "16", name_fr: "Alger", name_ar: "الجزائر", method: "home", price: 400, free_above: 20_000 },
      { region: "*", name_fr: null, name_ar: null, method: "home", price: 800, free_above: null },
      { region: "*", name_fr: null, name_ar: null, method: "desk", price: 500, free_above: null },
    ]);
    expect(body.pagination).toEqual({ total: 3, limit: 250, offset: 0, has_more: false });
    expect(headers.etag).toBeDefined();
    expect((await (await openShop()).get("/shipping-rates")).body.data).toEqual([]);
  });

  test.each([
    [{ customer_wilaya: "16" }, 400, "16"],
    [{ customer_wilaya: "الجزائر" }, 400, "16"],
    [{ customer_wilaya: "ALGER" }, 400, "16"],
    [{ customer_wilaya: "Oran" }, 800, "31"],
    [{ customer_wilaya: "Atlantis" }, 800, null],
    [{}, 800, null],
    [{ shipping_address: { method: "desk" } }, 500, null],
    [{ customer_wilaya: "16", shipping_address: { method: "desk" } }, 500, "16"],
  ])("for %j costs %d", async (given, cost, code) => {
    const { id: product_id } = await shop.product({ price: 100_000 });
    const placed = await ordered(shop, [{ product_id, quantity: 1 }], given);

    expect(placed).toMatchObject({ shipping_cost: cost, total: 1000 + cost, wilaya_code: code });
    expect(placed.customer_wilaya).toBe((given as { customer_wilaya?: string }).customer_wilaya ?? null);
    expect(placed.delivery_method).toBe(
      (given as { shipping_address?: { method: string } }).shipping_address?.method ?? "home",
    );
  });

  test("is free from an amount on, where the rate says so", async () => {
    const { id: product_id } = await shop.product({ price: 1_000_000, stock: 20 });
    const to16 = { customer_wilaya: "16" };

    expect(await ordered(shop, [{ product_id, quantity: 1 }], to16)).toMatchObject({ shipping_cost: 400 });
    expect(await ordered(shop, [{ product_id, quantity: 2 }], to16)).toMatchObject({ shipping_cost: 0, total: 20_000 });
    expect(await ordered(shop, [{ product_id, quantity: 2 }])).toMatchObject({ shipping_cost: 800 });
  });

  test("of another country knows regions as its customers write them", async () => {
    const abroad = await openShop({ currency: "EUR", country: "FR" });
    await abroad.transact((db) =>
      saveShippingRates(db, [
        { region: "*", method: "home", price: 990, free_above: null },
        { region: "Île-de-France", method: "home", price: 490, free_above: null },
      ]),
    );
    const { id: product_id } = await abroad.product({ price: 1999 });
    const buy = (customer_wilaya: string) =>
      ordered(abroad, [{ product_id, quantity: 1 }], { customer_wilaya, customer_phone: "06 12 34 56 78" });

    expect(await buy("ile-de-france")).toMatchObject({
      shipping_cost: 4.9,
      total: 24.89,
      wilaya_code: null,
      customer_phone: "+33612345678",
      currency: "EUR",
    });
    expect(await buy("16")).toMatchObject({ shipping_cost: 9.9, wilaya_code: null });
  });

  test("of a store without rates costs nothing", async () => {
    const own = await openShop();
    const { id: product_id } = await own.product({ price: 0 });

    expect(await ordered(own, [{ product_id, quantity: 1 }])).toMatchObject({ shipping_cost: 0, total: 0 });
  });
});

describe("an idempotency key", () => {
  const keyed = (key: string) => ({ "idempotency-key": key });
  const keysNamed = (key: string) =>
    shop.rows(
      Type.Object({ key: Type.String() }),
      sql`select key from idempotency_keys where site_id = ${shop.id} and key = ${key}`,
    );

  test("answers the first response again, key by key, however the same body is written", async () => {
    const option_values = { Taille: "S", Couleur: "Bleu" };
    const { id: product_id, slug } = await shop.product({
      options: Object.entries(option_values).map(([name, value]) => ({ name, values: [value] })),
      variants: [{ option_values, inventory_quantity: 3 }],
    });
    const { S = "" } = await variantsOf(shop, slug);
    const cart = await cartWith(shop, { product_id, variant_id: S, quantity: 1 });
    const address = { zone: "z", line1: "1", code: 2 };
    const first = await order(shop, cart, { customer_notes: "z", shipping_address: address }, keyed(cart));
    await shop.transact((db) => moveOrder(db, first.body.id, "confirmed", "test"));
    const again = await order(
      shop,
      cart,
      { shipping_address: { code: 2, zone: "z", line1: "1" }, customer_notes: "z" },
      keyed(cart),
    );

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
    expect(first.headers["idempotent-replayed"]).toBeUndefined();
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(await stockOf(shop, product_id)).toBe(2);
  });

  test("of another body is a 422", async () => {
    const { id: product_id } = await shop.product();
    const cart = await cartWith(shop, { product_id, quantity: 1 });
    await order(shop, cart, {}, keyed(`other-${cart}`));

    const refused = await order(shop, cart, { customer_notes: "new" }, keyed(`other-${cart}`));
    expect(refused).toMatchObject({ status: 422, body: { code: "idempotency_key_reused" } });
  });

  test("is free again after an error, and independent in another store", async () => {
    const other = await openShop();
    const [mine, theirs] = [await shop.product(), await other.product()];
    const key = keyed(`shared-${mine.id}`);
    const cart = await cartWith(shop);

    expect((await order(shop, cart, {}, key)).body.code).toBe("cart_empty");
    await shop.post(`/cart/${cart}/items`, { product_id: mine.id, quantity: 1 });
    expect((await order(shop, cart, {}, key)).status).toBe(201);
    const elsewhere = await order(other, await cartWith(other, { product_id: theirs.id, quantity: 1 }), {}, key);
    expect(elsewhere.status).toBe(201);
    expect(elsewhere.headers["idempotent-replayed"]).toBeUndefined();
  });

  test("is forgotten after 24 hours", async () => {
    const { id: product_id } = await shop.product();
    const [cart, key] = [await cartWith(shop, { product_id, quantity: 1 }), `old-${product_id}`];
    await order(shop, cart, {}, keyed(key));
    await shop.transact((db) =>
      db.run(sql`
        update idempotency_keys
        set created_at = created_at - interval '25 hours'
        where site_id = ${db.siteId} and key = ${key}
      `),
    );

    expect((await keysNamed(key)).length).toBe(1);
    const next = await cartWith(shop, { product_id, quantity: 1 });
    expect(await keysNamed(key)).toEqual([]);
    expect(await order(shop, cart, {}, keyed(key))).toMatchObject({ status: 409, body: { code: "cart_converted" } });
    expect((await order(shop, next, {}, keyed(key))).status).toBe(201);
  });

  test.each(["", "x".repeat(256)])("of a wrong length is malformed", async (key) => {
    expect(await order(shop, NOWHERE, {}, keyed(key))).toMatchObject({
      status: 400,
      body: { code: "invalid_request" },
    });
  });
});

const promoteOnce = (own: Shop, code: string) =>
  own.transact((db) =>
    createPromotion(db, {
      title: code,
      code,
      discount_type: "percentage",
      discount_value: 1000,
      usage_limit_per_customer: 1,
    }),
  );

describe("coupons", () => {
  test("of two codes apply together when they may, and their shares are on the lines", async () => {
    const own = await openShop();
    await own.transact(async (db) => {
      await saveShippingRates(db, [{ region: "*", method: "home", price: 60_000, free_above: null }]);
      const combinable = { is_combinable: true };
      await createPromotion(db, {
        ...combinable,
        title: "Ten",
        code: "Ten",
        discount_type: "percentage",
        discount_value: 1000,
      });
      await createPromotion(db, { ...combinable, title: "Ship", code: "SHIP", discount_type: "free_shipping" });
    });
    const [one, two] = [await own.product({ price: 33_333 }), await own.product({ price: 10_001 })];
    const placed = await ordered(
      own,
      [
        { product_id: one.id, quantity: 1 },
        { product_id: two.id, quantity: 2 },
      ],
      { coupon_code: " ten , ship" },
    );

    // 10 % of 533.35 is 53.335, half up 53.34: 33.34 on the first line, the rest on the second.
    expect(placed).toMatchObject({
      subtotal: 533.35,
      discount: 53.34,
      shipping_cost: 0,
      total: 480.01,
      coupon_code: "ten,ship",
      items: [{ discount: 33.34 }, { discount: 20 }],
      applied_discounts: [
        {
          code: "Ten",
          promotion_type: "coupon",
          discount_type: "percentage",
          discount_value: 10,
          discount_amount: 53.34,
        },
        { code: "SHIP", discount_type: "free_shipping", discount_value: null, discount_amount: 600 },
      ],
    });
    await expectCleanBooks(own);
  });

  test("that do not apply refuse the order with the reason", async () => {
    const own = await openShop();
    await own.transact(
      (db) =>
      createPromotion(db, {
        title: "Big", code: "BIG", discount_type: "fixed_amount", discount_value: 50_000, min_order_amount: 400_000,
      }), // biome-ignore format: a list
    );
    const { id: product_id } = await own.product({ price: 250_000 });
    const cart = await cartWith(own, { product_id, quantity: 1 });

    expect(await order(own, cart, { coupon_code: "big" })).toMatchObject({
      status: 422,
      body: {
        code: "coupon_not_applicable",
        detail: 'Add 1,500 DZD more to use the code "big".',
        errors: [{ path: "coupon_code" }],
      },
    });
    expect(await order(own, cart, { coupon_code: "nope" })).toMatchObject({
      status: 422,
      body: { code: "coupon_not_applicable", detail: 'There is no code "nope".' },
    });
    expect((await own.get(`/cart/${cart}`)).body.status).toBe("open");
    expect((await order(own, cart, { coupon_code: " , " })).status).toBe(201);
  });

  test("are used once per customer, a guest by their phone, until the order is cancelled", async () => {
    const own = await openShop();
    await own.transact(
      (db) =>
      createPromotion(db, {
        title: "Once", code: "ONCE", discount_type: "percentage", discount_value: 1000, usage_limit_per_customer: 1, usage_limit: 2,
      }), // biome-ignore format: a list
    );
    const { id: product_id } = await own.product({ price: 100_000 });
    const buy = async (customer_phone: string) =>
      order(own, await cartWith(own, { product_id, quantity: 1 }), { coupon_code: "ONCE", customer_phone });

    const first = await buy("0550123456");
    expect(first.body).toMatchObject({ discount: 100, total: 900 });
    expect(await buy("+213 550 12 34 56")).toMatchObject({
      status: 422,
      body: { detail: 'You have used the code "ONCE" as often as one customer may.' },
    });
    expect((await buy("0660123456")).status).toBe(201);
    expect(await buy("0770123456")).toMatchObject({ body: { detail: 'The code "ONCE" has been used up.' } });

    await own.transact((db) => moveOrder(db, first.body.id, "cancelled", "test"));
    expect((await buy("0550123456")).status).toBe(201);
    await promoteOnce(own, "ODD");
    const odd = async (customer_phone: string) =>
      (await order(own, await cartWith(own, { product_id, quantity: 1 }), { coupon_code: "ODD", customer_phone }))
        .status;
    expect([await odd("123456"), await odd("123 456"), await odd("12-34.56")]).toEqual([201, 422, 422]);
    await expectCleanBooks(own);
  });
});

describe("the life of an order", () => {
  const placed = async () => ordered(shop, [{ product_id: (await shop.product()).id, quantity: 1 }]);
  /** The moves that lead from pending to a state. */
  const ways = {
    pending: [], confirmed: ["confirmed"], processing: ["confirmed", "processing"],
    shipped: ["confirmed", "processing", "shipped"], delivered: ["confirmed", "processing", "shipped", "delivered"],
    cancelled: ["cancelled"], returned: ["confirmed", "processing", "shipped", "returned"],
  } as const; // biome-ignore format: a table

  test.each(STATUSES)("goes from %s where it may, and nowhere else", async (from) => {
    for (const to of STATUSES) {
      const { id } = await placed();
      for (const step of ways[from]) await shop.transact((db) => moveOrder(db, id, step, "test"));
      const move = shop.transact((db) => moveOrder(db, id, to, "key 1"));
      if (MOVES[from].includes(to)) {
        const moved = await move;
        expect(moved.history.map(({ status }) => status)).toEqual(["pending", ...ways[from], to]);
      } else await expect(move).rejects.toMatchObject({ code: "illegal_order_move", extra: { allowed: MOVES[from] } });
    }
    await expectCleanBooks(shop);
  });

  test("keeps who moved it and when", async () => {
    const { id, order_number } = await placed();
    const at = "2027-01-02T03:04:05.678Z";
    await shop.transact((db) => moveOrder(db, id, "confirmed", "key 42"), at);
    const later = "2027-01-02T03:04:06.000Z";
    await shop.transact((db) => setPaymentStatus(db, id, "paid", "key 43"), later);

    const tracked = await shop.get(`/orders/track/${order_number}`);
    expect(tracked.body).toMatchObject({ status: "confirmed", payment_status: "paid", updated_at: later });
    expect(tracked.body.history).toMatchObject([
      { status: "pending", payment_status: "unpaid" },
      { status: "confirmed", payment_status: "unpaid", at },
      { status: "confirmed", payment_status: "paid", at: later },
    ]);
    const actors = await shop.rows(
      Type.Object({ actor: Type.String() }),
      sql`select actor from order_history where site_id = ${shop.id} and order_id = ${id} order by id`,
    );
    expect(actors.map(({ actor }) => actor)).toEqual(["shopper", "key 42", "key 43"]);
    const back = shop.transact((db) => setPaymentStatus(db, id, "unpaid", "key 43"));
    await expect(back).rejects.toMatchObject({ code: "illegal_order_move" });
  });

  test("cancelled twice at once puts the stock back once", async () => {
    const { id: product_id } = await shop.product({ stock: 5 });
    const { id } = await ordered(shop, [{ product_id, quantity: 2 }]);
    const moves = await Promise.allSettled(
      Array.from({ length: 5 }, () => shop.transact((db) => moveOrder(db, id, "cancelled", "test"))),
    );

    expect(moves.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stockOf(shop, product_id)).toBe(5);
    await expectCleanBooks(shop);
  });

  test("of another store is not to be moved", async () => {
    const { id } = await placed();
    const other = await openShop();

    await expect(other.transact((db) => moveOrder(db, id, "cancelled", "test"))).rejects.toMatchObject({
      code: "order_not_found",
    });
  });

  test.each(["", "x", NOWHERE, `${NOWHERE}0`, "ORD-2026-00000000"])("of the id %j is not there", async (id) => {
    const moves = [
      (db: SiteDb) => moveOrder(db, id, "confirmed", "test"),
      (db: SiteDb) => setPaymentStatus(db, id, "paid", "test"),
    ];
    for (const move of moves) {
      await expect(shop.transact(move)).rejects.toMatchObject({ name: "Problem", code: "order_not_found" });
    }
  });

  test("leaves history and ledger as they were: the server itself cannot rewrite them", async () => {
    const { id } = await placed();
    const rewriting = [
      sql`update order_history set status = 'delivered' where site_id = ${shop.id} and order_id = ${id}`,
      sql`delete from stock_movements where site_id = ${shop.id} and order_id = ${id}`,
    ];
    for (const statement of rewriting) {
      await expect(shop.transact((db) => db.run(statement))).rejects.toThrow(/permission denied/);
    }
  });
});

describe("tracking", () => {
  test.each(["/orders/track/", "/orders/"])("by %s hides the person", async (path) => {
    const { id: product_id } = await shop.product();
    const placed = await ordered(shop, [{ product_id, quantity: 1 }], {
      customer_name: "Karim  بن علي",
      customer_email: "karim@example.dz",
      customer_commune: "Hydra",
      customer_wilaya: "Alger",
      customer_notes: "Sonnez",
      shipping_address: { line1: "12 rue" },
    });

    const tracked = await shop.get(`${path}${placed.order_number.toLowerCase()}`);
    expect(tracked.status).toBe(200);
    expect(tracked.body).toEqual({
      ...placed,
      customer_name: "K*** ب*** ع***",
      customer_phone: "+**********56",
      customer_email: null,
      customer_commune: null,
      customer_notes: null,
      shipping_address: null,
    });
    expect(tracked.headers["cache-control"]).toBe("no-store");
  });

  test("what is unknown or another store's is a 404", async () => {
    const other = await openShop();
    const { id: product_id } = await other.product();
    const { order_number, id } = await ordered(other, [{ product_id, quantity: 1 }]);

    for (const number of [order_number, id, "ORD-2026-00000000", "x", "%27"]) {
      expect(await shop.get(`/orders/track/${number}`)).toMatchObject({
        status: 404,
        body: { code: "order_not_found" },
      });
      expect(await shop.get(`/orders/${number}`)).toMatchObject({ status: 404, body: { code: "order_not_found" } });
    }
  });
});

test("numbers of orders are random", async () => {
  const { id: product_id } = await shop.product({ stock: 100 });
  const numbers = [];
  for (let i = 0; i < 20; i++) numbers.push((await ordered(shop, [{ product_id, quantity: 1 }])).order_number);

  expect(new Set(numbers).size).toBe(20);
  for (const number of numbers) expect(number).toMatch(new RegExp(`^ORD-${new Date().getUTCFullYear()}-`));
});
