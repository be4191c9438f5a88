import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { sql } from "../../../src/db/sql.ts";
import { createPromotion } from "../../../src/promotions/promotions.ts";
import { saveShippingRates } from "../../../src/shipping/shipping.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { refused, runTool, seen } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { BUYER, expectInvariants, ordered, stockOf } from "../../support/selling.ts";

/** Counts the rows in each table that an order writes to. */
const countRows = (shop: Shop) =>
  shop.rows(
    Type.Object({ carts: Type.Integer(), orders: Type.Integer(), movements: Type.Integer(), log: Type.Integer() }),
    sql`
    select (select count(*) from carts where site_id = ${shop.id}) as carts,
      (select count(*) from orders where site_id = ${shop.id}) as orders,
      (select count(*) from stock_movements where site_id = ${shop.id} and reason <> 'opening') as movements,
      (select count(*) from audit_log where site_id = ${shop.id}) as log
  `,
  );
const NO_ROWS = [{ carts: 0, orders: 0, movements: 0, log: 0 }];

const amountsOf = ({ subtotal, discount, shipping_cost, total }: Record<string, unknown>) => ({
  subtotal,
  discount,
  shipping_cost,
  total,
});

/** Opens a store with three variants, delivery rates, an automatic promotion and a coupon that combines with it. */
async function openFilledShop() {
  const shop = await openShop();
  const sizes = ["S", "M", "L"].map((size, i) => ({
    option_values: { Size: size },
    sku: `TEE-${size}`,
    price: 100_000 + i * 5_050,
    inventory_quantity: 10,
  }));
  const tee = await shop.product({ options: [{ name: "Size", values: ["S", "M", "L"] }], variants: sizes });
  const vase = await shop.product({ sku: "VASE", price: 250_000 });
  await shop.product({ sku: "DRAFT", status: "draft" });
  await shop.transact(async (db) => {
    await saveShippingRates(db, [
      { region: "*", method: "home", price: 40_000, free_above: null },
      { region: "31", method: "desk", price: 45_000, free_above: null },
      { region: "16", method: "home", price: 30_000, free_above: 500_000 },
    ]);
    const half = { is_combinable: true, discount_type: "percentage" as const, discount_value: 333 };
    await createPromotion(db, { ...half, title: "Every day" });
    await createPromotion(db, { ...half, title: "Coupon", code: "ÉTÉ", usage_limit: 2 });
  });
  return { shop, tee, vase };
}

describe("orders_create", () => {
  test.each([
    ["to Oran's desk with a coupon", { customer_wilaya: "وهران", coupon_code: " été " }, "desk"],
    [
      "to a commune",
      { customer_wilaya: "Bir El Djir", payment_method: "card", customer_email: "k@example.dz" },
      undefined,
    ],
    [
      "to Alger with free delivery from an amount",
      { customer_wilaya: "16 - Alger", customer_commune: "Hydra" },
      "home",
    ],
  ] as const)("costs as much as the same order in the storefront: %s", async (_, given, delivery_method) => {
    const { shop, tee, vase } = await openFilledShop();
    const { body } = await shop.get(`/products/${tee.slug}`);
    const [, , large] = body.variants;
    const address = delivery_method ? { shipping_address: { line1: "3 rue", method: delivery_method } } : {};
    const wanted = [
      { product_id: tee.id, variant_id: large.id, quantity: 3 },
      { product_id: vase.id, quantity: 1 },
    ];
    const inShop = await ordered(shop, wanted, { ...given, ...address });

    const items = [
      { item: "TEE-L", quantity: 3 },
      { item: vase.id, quantity: 1 },
    ];
    const byPhone = await runTool(shop, "orders_create", {
      ...BUYER,
      ...given,
      items,
      ...(delivery_method ? { delivery_method, shipping_address: { line1: "3 rue" } } : {}),
    });
    const whole = await runTool(shop, "orders_get", { order: byPhone.id, response_format: "detailed" });

    const { id: _id, order_number: _n, items: _i, history: _h, created_at: _c, updated_at: _u, ...same } = inShop;
    expect(whole).toMatchObject({ ...same, history: [{ actor: "key First secret key" }] });
    expect(amountsOf(whole)).toEqual(amountsOf(inShop));
    expect(whole.items.map(amountsOf)).toEqual(inShop.items.map(amountsOf));
    expect(await seen(shop, `/orders/track/${byPhone.order_number}`)).toMatchObject(amountsOf(inShop));
    expect(await stockOf(shop, vase.id)).toBe(8);
    await expectInvariants(shop);
  });

  // biome-ignore format: a table
  test.each([
    ["more units than the stock", { items: [{ item: "VASE", quantity: 1 }, { item: "TEE-S", quantity: 11 }] }, "insufficient_stock"],
    ["an unknown SKU", { items: [{ item: "VASE", quantity: 1 }, { item: "NOPE", quantity: 1 }] }, "variant_not_found"],
    ["more units than the stock in two lines", { items: [{ item: "VASE", quantity: 6 }, { item: "VASE", quantity: 5 }] }, "insufficient_stock"],
    ["an unpublished product", { items: [{ item: "VASE", quantity: 1 }, { item: "DRAFT", quantity: 1 }] }, "invalid_value"],
    ["no item", { items: [] }, "invalid_value"],
    ["a quantity of zero", { items: [{ item: "VASE", quantity: 0 }] }, "invalid_value"],
    ["an invalid phone number", { customer_phone: "call me" }, "invalid_value"],
    ["a blank name", { customer_name: "  " }, "invalid_value"],
    ["an invalid e-mail", { customer_email: "karim" }, "invalid_value"],
    ["an unknown coupon", { coupon_code: "NOPE" }, "coupon_not_applicable"],
    ["an unknown delivery method", { shipping_address: { method: "drone" } }, "invalid_value"],
    ["a huge address", { shipping_address: { line1: "x".repeat(5000) } }, "invalid_value"],
  ])("refuses %s, and stores nothing", async (_, given, code) => {
    const { shop } = await openFilledShop();

    const refusal = await refused(shop, "orders_create", { ...BUYER, items: [{ item: "VASE", quantity: 1 }], ...given });

    expect(refusal).toMatchObject({ code });
    expect(await countRows(shop)).toEqual(NO_ROWS);
    await expectInvariants(shop);
  });

  test("refuses a product with several variants and lists them", async () => {
    const { shop, tee } = await openFilledShop();

    const refusal = await refused(shop, "orders_create", { ...BUYER, items: [{ item: tee.id, quantity: 1 }] });

    expect(refusal).toMatchObject({ code: "variant_required" });
    expect(refusal?.allowed).toEqual(["S", "M", "L"].map((size) => expect.stringMatching(`^TEE-${size} `)));
    expect(await countRows(shop)).toEqual(NO_ROWS);
  });

  test("adds up repeated items, and refuses the line that exceeds the stock", async () => {
    const { shop, vase } = await openFilledShop();
    const twice = (quantity: number) => [
      { item: "VASE", quantity: 1 },
      { item: vase.id, quantity },
    ];

    const placed = await runTool(shop, "orders_create", { ...BUYER, items: twice(2) });
    expect(placed.items).toMatchObject([{ sku: "VASE", quantity: 3 }]);
    expect(await stockOf(shop, vase.id)).toBe(7);
    expect(await refused(shop, "orders_create", { ...BUYER, items: twice(7) })).toMatchObject({
      code: "insufficient_stock",
      errors: [{ path: "items.1.quantity" }],
    });
    await expectInvariants(shop);
  });

  test("places one order for ten concurrent calls with one idempotency key, and refuses the key with other arguments", async () => {
    const { shop, vase } = await openFilledShop();
    const wanted = { ...BUYER, items: [{ item: "VASE", quantity: 1 }], coupon_code: "ÉTÉ", idempotency_key: "one" };

    const calls = await Promise.all(Array.from({ length: 10 }, () => call(shop, "orders_create", wanted)));

    const answered = calls.filter(({ problem }) => !problem);
    expect(answered.length).toBeGreaterThan(0);
    expect(new Set(answered.map(({ data }) => data.order_number)).size).toBe(1);
    expect(answered.filter(({ data }) => !data.replayed)).toHaveLength(1);
    for (const { problem } of calls) expect(["idempotency_in_progress", undefined]).toContain(problem?.code);
    expect(await runTool(shop, "orders_create", wanted)).toMatchObject({ replayed: true });
    const other = { ...wanted, items: [{ item: "VASE", quantity: 2 }] };
    expect(await refused(shop, "orders_create", other)).toMatchObject({ code: "idempotency_key_reused" });
    expect(await stockOf(shop, vase.id)).toBe(9);
    expect(await countRows(shop)).toEqual([{ carts: 1, orders: 1, movements: 1, log: 1 }]);
    await expectInvariants(shop);
  });

  test("accepts two of ten concurrent orders with a coupon for two uses, and three of ten for the last three units", async () => {
    const { shop, vase } = await openFilledShop();
    await runTool(shop, "inventory_adjust", { changes: [{ variant: "VASE", by: -5 }] });
    const buyer = (i: number) => ({ customer_name: "Karim", customer_phone: `055012345${i}` });
    const take = (i: number, more: object = {}) =>
      call(shop, "orders_create", { ...buyer(i), items: [{ item: "VASE", quantity: 1 }], ...more });

    const withCoupon = await Promise.all(Array.from({ length: 10 }, (_, i) => take(i, { coupon_code: "ÉTÉ" })));
    const without = await Promise.all(Array.from({ length: 10 }, (_, i) => take(i)));

    const codes = (calls: typeof without) => calls.flatMap(({ problem }) => problem?.code ?? []);
    expect(codes(withCoupon)).toEqual(Array(8).fill("coupon_not_applicable"));
    expect(codes(without)).toEqual(Array(7).fill("insufficient_stock"));
    expect(await stockOf(shop, vase.id)).toBe(0);
    await expectInvariants(shop);
  });

  test("a dry run returns the costs and stores nothing, not even its idempotency key", async () => {
    const { shop } = await openFilledShop();
    const wanted = { ...BUYER, items: [{ item: "VASE", quantity: 1 }], idempotency_key: "dry" };

    const dry = await runTool(shop, "orders_create", { ...wanted, dry_run: true });

    expect(dry).toMatchObject({
      dry_run: true,
      changes: [{ entity: "order", before: null, after: { total: 2816.75 } }],
      applied: expect.any(Array),
      wilaya_code: null,
      is_blocked: false,
    });
    expect(JSON.stringify(dry).match(/2816\.75/g), "says the order once").toHaveLength(1);
    expect(await countRows(shop)).toEqual(NO_ROWS);
    const placed = await runTool(shop, "orders_create", wanted);
    expect(placed).not.toHaveProperty("replayed");
    expect(placed.total).toBe(2816.75);
  });
});
