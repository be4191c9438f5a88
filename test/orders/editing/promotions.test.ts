import { beforeEach, describe, expect, test } from "vitest";
import { saveShippingRates } from "../../../src/shipping/shipping.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { at, runConfirmedTool, runTool } from "../../support/mcp-tasks.ts";
import { call, post } from "../../support/operations.ts";
import { expectInvariants, ordered } from "../../support/selling.ts";

let shop: Shop;
let rug: { id: string };
beforeEach(async () => {
  shop = await openShop();
  rug = await shop.product({ slug: "rug", sku: "RUG", price: 100_000, stock: 50 });
});

const TEN = { title: "Ten", code: "TEN", discount_type: "percentage", discount_value: 10 };
const promote = (given: object) => runTool(shop, "promotions_save", given);
const buy = (quantity: number, given: object = {}) => ordered(shop, [{ product_id: rug.id, quantity }], given);
const resize = (order: string, quantity: number, more: object = {}) =>
  runTool(shop, "orders_update", { order, items: [{ line: "RUG", quantity }], ...more });
const usedCount = async (code: string) => {
  const { data } = await runTool(shop, "promotions_search", { query: code, response_format: "detailed" });
  return data[0].uses;
};

describe("the promotions of an order whose lines change", () => {
  test("are worked out again, and a coupon that applies no more is given back", async () => {
    await promote({ ...TEN, min_order_amount: 2000, usage_limit: 1 });
    const { order_number: order } = await buy(3, { coupon_code: "TEN" });
    expect(await usedCount("TEN")).toBe(1);

    expect(await resize(order, 4)).toMatchObject({ discount: 400, total: 3600, coupon_code: "TEN" });
    expect(await usedCount("TEN")).toBe(1);
    const fewer = await call(shop, "orders_update", { order, items: [{ line: "RUG", quantity: 1 }] });
    expect(fewer.data).toMatchObject({ discount: 0, total: 1000, coupon_code: null });
    expect(fewer.text).toContain("A coupon applies no more.");
    expect(await usedCount("TEN")).toBe(0);
    await buy(3, { coupon_code: "TEN", customer_phone: "0550 00 00 02" });
    await expectInvariants(shop);
  });

  test("stay granted after they ended, were switched off, or reached their limit", async () => {
    await promote({ ...TEN, expires_at: "2030-01-01", usage_limit: 1, usage_limit_per_customer: 1 });
    const { order_number: order } = await buy(1, { coupon_code: "TEN" });
    await runTool(shop, "promotions_save", { promotion: "TEN", is_active: false });

    await at("2031-05-05T12:00:00Z", async () => {
      expect(await resize(order, 2)).toMatchObject({ discount: 200, total: 1800 });
    });
    expect(await usedCount("TEN")).toBe(1);
    await expectInvariants(shop);
  });

  test("are those of the time of the order: a later one does not apply, one that ran then does", async () => {
    await promote({ title: "Auto", discount_type: "percentage", discount_value: 5, min_quantity: 3 });
    const { order_number: order } = await buy(1);
    await promote({ title: "Later", discount_type: "percentage", discount_value: 50, starts_at: "2028-01-01" });

    await at("2028-02-02T12:00:00Z", async () => {
      expect(await resize(order, 2)).toMatchObject({ discount: 0, total: 2000 });
      expect(await resize(order, 3)).toMatchObject({ discount: 150, total: 2850 });
    });
    await expectInvariants(shop);
  });

  test("do not take the last use of a coupon from another order", async () => {
    await promote({ ...TEN, min_quantity: 2, usage_limit: 1 });
    const { order_number: first } = await buy(2, { coupon_code: "TEN" });
    await resize(first, 1);
    await buy(2, { coupon_code: "TEN", customer_phone: "0550 00 00 02" });

    expect(await resize(first, 3)).toMatchObject({ discount: 0, coupon_code: null });
    await expectInvariants(shop);
  });

  test("that were deleted are gone after the change", async () => {
    await promote(TEN);
    const { order_number: order } = await buy(2, { coupon_code: "TEN" });
    await runConfirmedTool(shop, "catalog_delete", { kind: "promotion", item: "TEN" });

    expect(await resize(order, 3)).toMatchObject({ discount: 0, total: 3000, coupon_code: null });
    await expectInvariants(shop);
  });

  test("with free delivery follow the delivery, and end where its cost is set by hand", async () => {
    await shop.transact((db) =>
      saveShippingRates(db, [
        { region: "*", method: "home", price: 40_000, free_above: null },
        { region: "31", method: "home", price: 70_000, free_above: null },
      ]),
    );
    await promote({ title: "Free", code: "FREE", discount_type: "free_shipping" });
    const { order_number: order } = await buy(1, { coupon_code: "FREE", customer_wilaya: "Alger" });

    const moved = await runTool(shop, "orders_update", { order, customer_wilaya: "Oran" });
    expect(moved).toMatchObject({ shipping_cost: 0, total: 1000, coupon_code: "FREE" });
    const { applied_discounts } = await runTool(shop, "orders_get", { order, response_format: "detailed" });
    expect(applied_discounts[0].shipping_discount_amount).toBe(700);
    const set = await runTool(shop, "orders_update", { order, shipping_cost: 250 });
    expect(set).toMatchObject({ shipping_cost: 250, total: 1250, coupon_code: null });
    expect(await resize(order, 2)).toMatchObject({ shipping_cost: 250, total: 2250 });
    await expectInvariants(shop);
  });
});

describe("two orders of one person", () => {
  test("become one before shipping: lines with their prices, both codes, stock and uses", async () => {
    const vase = await shop.product({ slug: "vase", sku: "VASE", price: 50_000, stock: 1 });
    await promote({ ...TEN, usage_limit: 1 });
    const { order_number: kept } = await buy(2);
    await runTool(shop, "products_save", { product: "rug", price: 1200 });
    const other = await ordered(
      shop,
      [
        { product_id: rug.id, quantity: 1 },
        { product_id: vase.id, quantity: 1 },
      ],
      { coupon_code: "TEN" },
    );

    const dry = await runTool(shop, "orders_merge", { order: kept, with: other.order_number, dry_run: true });
    expect(dry.changes).toHaveLength(2);
    const merged = await runTool(shop, "orders_merge", { order: kept, with: other.order_number });

    const lines = merged.items.map(({ sku, quantity, subtotal }: Record<string, unknown>) => [sku, quantity, subtotal]);
    expect(lines).toEqual([
      ["RUG", 2, 2000],
      ["RUG", 1, 1200],
      ["VASE", 1, 500],
    ]);
    expect(merged).toMatchObject({ coupon_code: "TEN", discount: 370, total: 3330, merged: other.order_number });
    expect(await usedCount("TEN")).toBe(1);
    const gone = await runTool(shop, "orders_get", { order: other.order_number, response_format: "detailed" });
    expect(gone).toMatchObject({ status: "cancelled" });
    expect(gone.history.at(-1).changes).toEqual([`merged into ${kept}`]);
    await expectInvariants(shop);
  });

  test("are not merged when they are of different people, the same, paid, or shipped", async () => {
    const { order_number: one } = await buy(1);
    const { order_number: foreign } = await buy(1, { customer_phone: "0661 22 33 44" });
    const { order_number: paid } = await buy(1);
    await runTool(shop, "orders_set_payment_status", { order: paid, payment_status: "paid" });
    const codes = [];
    for (const other of [foreign, one, paid, "ORD-2026-00000000"]) {
      codes.push((await call(shop, "orders_merge", { order: one, with: other })).problem?.code);
    }
    expect(codes).toEqual(["invalid_value", "invalid_value", "illegal_order_move", "order_not_found"]);
    await expectInvariants(shop);
  });

  test("are not merged when a variant was deleted, whose units cannot be sold again", async () => {
    const { order_number: one } = await buy(1);
    await shop.product({ slug: "vase", sku: "VASE", price: 50_000, stock: 3 });
    const other = await runTool(shop, "orders_create", {
      items: [{ item: "VASE", quantity: 1 }],
      customer_name: "Karim",
      customer_phone: "0550 12 34 56",
    });
    await runConfirmedTool(shop, "catalog_delete", { kind: "product", item: "vase" });

    const { status, body } = await post(shop, "orders_merge", { order: one, with: other.order_number });

    expect({ status, body }).toMatchObject({
      status: 422,
      body: { code: "insufficient_stock", detail: expect.stringMatching(/^"[^"]+" was deleted\.$/) },
    });
    await expectInvariants(shop);
  });
});
