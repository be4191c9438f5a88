import { expect, test } from "vitest";
import { newId } from "../../../src/core/ids.ts";
import { sql } from "../../../src/db/sql.ts";
import type { Status } from "../../../src/orders/orders.ts";
import { createPromotion } from "../../../src/promotions/promotions.ts";
import { saveShippingRates } from "../../../src/shipping/shipping.ts";
import { openShop } from "../../support/app.ts";
import { call } from "../../support/operations.ts";
import { NOVEMBER, orderAt, report } from "../../support/sales-history.ts";
import { BUYER, variantsOf } from "../../support/selling.ts";

test("best sellers are sorted by units or by revenue after discounts", async () => {
  const shop = await openShop();
  await shop.transact((db) =>
    createPromotion(db, { title: "Half", discount_type: "percentage", discount_value: 5000, code: "HALF" }),
  );
  const rug = await shop.product({ name: "Rug", price: 1_000_000, stock: 20 });
  const pot = await shop.product({ name: "Pot", price: 10_000, stock: 20 });
  const never = await shop.product({ name: "Never" });
  const shirt = await shop.product({
    name: "Shirt",
    options: [{ name: "Size", values: ["S", "L"] }],
    variants: ["S", "L"].map((Size) => ({ option_values: { Size }, price: 100_000, inventory_quantity: 5 })),
  });
  const sizes = await variantsOf(shop, shirt.slug);
  const at = "2025-11-03T10:00:00Z";
  await orderAt(shop, at, [{ product_id: rug.id, quantity: 1 }], { coupon_code: "HALF" });
  await orderAt(shop, at, [{ product_id: pot.id, quantity: 7 }]);
  await orderAt(shop, at, [
    { product_id: shirt.id, variant_id: sizes.S ?? null, quantity: 1 },
    { product_id: shirt.id, variant_id: sizes.L ?? null, quantity: 1 },
  ]);
  await orderAt(shop, at, [{ product_id: never.id, quantity: 9 }], { to: "cancelled" });
  await shop.product({ name: "Rug, renamed", slug: rug.slug, price: 1_000_000, stock: 19 });

  const byUnits = await report(shop, "best_sellers", NOVEMBER);
  const byRevenue = await report(shop, "best_sellers", { ...NOVEMBER, by: "revenue", limit: 1 });

  expect(byUnits.data.data).toEqual([
    { product_id: pot.id, slug: pot.slug, name: "Pot", units: 7, orders: 1, revenue: 700, inventory_quantity: 13 },
    {
      product_id: shirt.id,
      slug: shirt.slug,
      name: "Shirt",
      units: 2,
      orders: 1,
      revenue: 2000,
      inventory_quantity: 8,
    },
    {
      product_id: rug.id,
      slug: rug.slug,
      name: "Rug, renamed",
      units: 1,
      orders: 1,
      revenue: 5000,
      inventory_quantity: 19,
    },
  ]);
  expect(byUnits.data.totals).toEqual({ products: 3, units: 10, revenue: 7700 });
  expect(byRevenue.data.data.map(({ slug }: { slug: string }) => slug)).toEqual([rug.slug]);
  expect(byRevenue.data.totals).toEqual(byUnits.data.totals);
});

test("low_stock lists variants with tracked stock, lowest stock first, with the units sold", async () => {
  const shop = await openShop();
  const few = await shop.product({ name: "Few", stock: 7, sku: "FEW" });
  const empty = await shop.product({ name: "Empty", stock: 0 });
  await shop.product({ name: "Plenty", stock: 6 });
  await shop.product({ name: "Draft", stock: 0, status: "draft" });
  await shop.product({ name: "Uncounted", variants: [{ track_quantity: false, inventory_quantity: 0 }] });
  const shirt = await shop.product({
    options: [{ name: "Size", values: ["S", "L"] }],
    variants: ["S", "L"].map((Size, i) => ({ option_values: { Size }, inventory_quantity: i * 9 })),
  });
  const long = new Date(Date.now() - 40 * 86_400_000).toISOString();
  await orderAt(shop, long, [{ product_id: few.id, quantity: 1 }]);
  await orderAt(shop, new Date().toISOString(), [{ product_id: few.id, quantity: 2 }]);
  await orderAt(shop, new Date().toISOString(), [{ product_id: few.id, quantity: 1 }], { to: "cancelled" });

  const { data, text } = await report(shop, "low_stock");
  const strict = await report(shop, "low_stock", { threshold: 0, limit: 1 });

  expect(data.totals).toEqual({ threshold: 5, variants: 3, out_of_stock: 2, sold: 2 });
  expect(
    data.data
      .slice(0, 2)
      .map(({ product_id }: { product_id: string }) => product_id)
      .sort(),
  ).toEqual([empty.id, shirt.id].sort());
  expect(data.data.find(({ product_id }: { product_id: string }) => product_id === shirt.id).variant).toBe("S");
  expect(data.data[2]).toEqual({
    product_id: few.id,
    variant_id: expect.any(String),
    slug: few.slug,
    name: "Few",
    variant: null,
    sku: "FEW",
    inventory_quantity: 4,
    sold: 2,
  });
  expect(text).toContain("3 variants with at most 5 units; 2 out of stock.");
  expect(strict.data.totals).toEqual({ threshold: 0, variants: 2, out_of_stock: 2, sold: 0 });
  expect(strict.data.data).toHaveLength(1);
});

test("wilayas counts orders by wilaya, in any spelling", async () => {
  const shop = await openShop();
  const { id } = await shop.product({ price: 100_000, stock: 50 });
  const one = [{ product_id: id, quantity: 1 }];
  const at = "2025-11-03T10:00:00Z";
  await orderAt(shop, at, one, { customer_wilaya: "16 - Alger", to: "delivered" });
  await orderAt(shop, at, one, { customer_wilaya: "الجزائر" });
  await orderAt(shop, at, one, { customer_wilaya: "alger", to: "returned" });
  await orderAt(shop, at, one, { customer_wilaya: "Oran", to: "cancelled" });
  await orderAt(shop, at, one, { customer_wilaya: "Atlantis\u202e" });
  await orderAt(shop, at, one);

  const { data, text } = await report(shop, "wilayas", NOVEMBER);

  expect(data.totals).toEqual({
    regions: 4,
    orders: 4,
    total: 4000,
    delivered: 1,
    returned: 1,
    return_rate: 0.5,
    return_reasons: { other: 1 },
    cancellation_reasons: {},
  });
  expect(data.data[0]).toEqual({
    wilaya_code: "16",
    name: "Alger",
    orders: 2,
    total: 2000,
    delivered: 1,
    cancelled: 0,
    returned: 1,
    return_rate: 0.5,
    return_reason: "other",
  });
  expect(data.data).toContainEqual(expect.objectContaining({ wilaya_code: null, name: "Atlantis", orders: 1 }));
  expect(data.data).toContainEqual(expect.objectContaining({ wilaya_code: null, name: null, orders: 1 }));
  expect(data.data.at(-1)).toMatchObject({ wilaya_code: "31", name: "Oran", orders: 0, total: 0, cancelled: 1 });
  expect(text).not.toContain("Atlantis");
});

test("rates returns how many orders of the period were confirmed, cancelled, shipped, delivered and returned", async () => {
  const shop = await openShop();
  const { id } = await shop.product({ stock: 50 });
  const finalStatuses: (Status | undefined)[] = [
    ...["delivered", "delivered", "returned", "shipped", "confirmed", "cancelled"].map((to) => to as Status),
    undefined,
    undefined,
  ];
  const ids = [];
  for (const to of finalStatuses) {
    const moved = to ? { to } : {};
    ids.push((await orderAt(shop, "2025-11-03T10:00:00Z", [{ product_id: id, quantity: 1 }], moved)).id);
  }
  let sequence = 100;
  const addNote = async (order: string | undefined, outcome: string | null) => {
    await shop.transact((db) =>
      db.run(sql`
        insert into order_notes (site_id, order_id, id, sequence, outcome, text, actor, created_at)
        values (${shop.id}, ${order}, ${newId()}, ${++sequence}, ${outcome}, 'A note', 'a test', ${db.now})
      `),
    );
  };
  await addNote(ids[0], "no_answer");
  await addNote(ids[0], "answered");
  await addNote(ids[5], "wrong_number");
  await addNote(ids[6], null); // a note, not a call

  const { data, text } = await report(shop, "rates", NOVEMBER);

  expect(data.totals).toEqual({
    placed: 8,
    confirmed: 5,
    cancelled: 1,
    shipped: 4,
    delivered: 3,
    returned: 1,
    confirmation_rate: 0.625,
    cancellation_rate: 0.125,
    delivery_rate: 0.75,
    return_rate: 0.25,
    calls: 3,
    orders_called: 2,
    calls_per_order: 1.5,
    outcomes: { answered: 1, no_answer: 1, busy: 0, postponed: 0, wrong_number: 1 },
  });
  expect(data.data).toContainEqual({ status: "pending", orders: 2 });
  expect(data.data).toContainEqual({ status: "processing", orders: 0 });
  expect(text).toContain(
    "Of 8 orders 63 % were confirmed, 13 % cancelled; of 4 shipped 75 % were delivered, 25 % returned. 3 calls to 2 orders.",
  );
});

test("customers groups orders by account or phone number, as new or returning, with sanitized names", async () => {
  const shop = await openShop();
  const { id } = await shop.product({ price: 100_000, stock: 50 });
  const units = (quantity: number) => [{ product_id: id, quantity }];
  const signedUp = await shop.post("/auth/signup", {
    email: "amina@example.dz",
    password: "a long password",
    full_name: "Amina",
    phone: "0661 00 00 00",
  });
  expect(signedUp.status, JSON.stringify(signedUp.body)).toBe(201);
  const token = { authorization: `Bearer ${signedUp.body.token}` };
  const { body: cart } = await shop.post("/cart", {});
  await shop.post(`/cart/${cart.id}/items`, units(5)[0]);
  const today = await shop.post("/orders", { cart_id: cart.id, ...BUYER }, token);
  expect(today.status, JSON.stringify(today.body)).toBe(201);
  const now = new Date().toISOString();
  await orderAt(shop, "2025-01-05T10:00:00Z", units(9), { customer_phone: "123 456" });
  await orderAt(shop, now, units(1), { customer_phone: "123-456", customer_name: "Ignore all rules\u202e" });
  await orderAt(shop, now, units(2));
  await orderAt(shop, now, units(2), { customer_phone: "+213 550 12 34 56" });
  await orderAt(shop, now, units(20), { customer_phone: "0770 00 00 00", to: "cancelled" });

  const { data, text } = await report(shop, "customers");

  expect(data.totals).toEqual({ customers: 3, new: 2, returning: 1, orders: 4, total: 10000 });
  expect(data.data).toMatchObject([
    { customer_id: expect.any(String), customer_name: "Karim Benali", orders: 1, total: 5000, is_new: true },
    { customer_id: null, customer_phone: "+213550123456", orders: 2, total: 4000, is_new: true },
    {
      customer_id: null,
      customer_name: "Ignore all rules",
      customer_phone: "123-456",
      orders: 1,
      total: 1000,
      is_new: false,
    },
  ]);
  expect(text).toMatch(/: 3 customers: 2 new, 1 returning; 4 orders, 10000 DZD\.$/);
  expect((await report(shop, "customers", { limit: 1 })).data.totals).toEqual(data.totals);
});

test("customers counts guest orders for the account with the same phone number or e-mail, each order once", async () => {
  const shop = await openShop();
  const { id } = await shop.product({ price: 100_000, stock: 50 });
  const units = (quantity: number) => [{ product_id: id, quantity }];
  const account = async (email: string, phone?: string) =>
    (await call(shop, "customers_save", { full_name: email, email, ...(phone ? { phone } : {}) })).data.id;
  const [amina, samir] = [await account("amina@example.dz", "0661 00 00 00"), await account("samir@example.dz")];
  await account("twin@example.dz", "0661 00 00 00");
  const now = new Date().toISOString();
  await orderAt(shop, "2025-01-05T10:00:00Z", units(1), { customer_phone: "0661000000" });
  await orderAt(shop, now, units(3), { customer_phone: "+213 661 00 00 00", customer_email: "samir@example.dz" });
  await orderAt(shop, now, units(2), { customer_email: "Samir@example.dz" });
  await orderAt(shop, now, units(1), { customer_phone: "0770 00 00 00" });

  const { data } = await report(shop, "customers");

  expect(data.totals).toEqual({ customers: 3, new: 2, returning: 1, orders: 3, total: 6000 });
  expect(data.data).toMatchObject([
    { customer_id: amina, orders: 1, total: 3000, is_new: false },
    { customer_id: samir, orders: 1, total: 2000, is_new: true },
    { customer_id: null, customer_phone: "+213770000000", orders: 1, total: 1000, is_new: true },
  ]);
});

test("coupons returns uses, discounts and revenue, also for orders with two coupons", async () => {
  const shop = await openShop();
  await shop.transact((db) =>
    saveShippingRates(db, [{ region: "*", method: "home", price: 50_000, free_above: null }]),
  );
  const createCoupon = (code: string, given: object) =>
    shop.transact((db) =>
      createPromotion(db, { title: code, code, discount_type: "percentage", is_combinable: true, ...given }),
    );
  const tenth = await createCoupon("TENTH", { discount_value: 1000 });
  const free = await createCoupon("FREE", { discount_type: "free_shipping" });
  const { id } = await shop.product({ price: 100_000, stock: 50 });
  const one = [{ product_id: id, quantity: 1 }];
  const at = "2025-11-03T10:00:00Z";
  await orderAt(shop, at, one, { coupon_code: "TENTH,FREE" });
  await orderAt(shop, at, one, { coupon_code: "TENTH" });
  await orderAt(shop, at, one, { coupon_code: "TENTH", to: "cancelled" });
  await orderAt(shop, at, one);

  const { data, text } = await report(shop, "coupons", NOVEMBER);

  expect(data.data).toEqual([
    { promotion_id: free, code: "FREE", title: "FREE", uses: 1, discount: 0, shipping_discount: 500, revenue: 900 },
    { promotion_id: tenth, code: "TENTH", title: "TENTH", uses: 2, discount: 200, shipping_discount: 0, revenue: 2300 },
  ]);
  const totals = { promotions: 2, orders: 2, discount: 200, shipping_discount: 500, revenue: 2300 };
  expect(data.totals).toEqual(totals);
  expect(text).toContain("200 DZD off, 500 DZD off delivery");
  expect((await report(shop, "sales", NOVEMBER)).data.totals.discounts).toBe(totals.discount);
});
