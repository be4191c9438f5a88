import { expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { refused, runTool } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { expectInvariants, ordered } from "../../support/selling.ts";

async function shopWithRug() {
  const shop = await openShop();
  const rug = await shop.product({ slug: "rug", sku: "RUG", price: 100_000, stock: 50 });
  return { shop, buy: (quantity: number, given = {}) => ordered(shop, [{ product_id: rug.id, quantity }], given) };
}

test("a line is changed by one entry, and replaced by at least one unit", async () => {
  const { shop, buy } = await shopWithRug();
  await shop.product({ slug: "mat", sku: "MAT", price: 50_000, stock: 5 });
  await shop.product({ slug: "lamp", sku: "LAMP", price: 50_000, stock: 5 });
  const { order_number: order } = await buy(2);
  const update = (...items: object[]) => refused(shop, "orders_update", { order, items });

  expect(await update({ line: "RUG", item: "MAT" }, { line: "RUG", item: "LAMP" })).toMatchObject({
    errors: [{ path: "items.1.line", message: "is named twice; send one entry for the line" }],
  });
  expect(await update({ line: "RUG", item: "MAT", quantity: 0 })).toMatchObject({
    errors: [{ path: "items.0.quantity", message: "must be >= 1 for an added item" }],
  });
  await expectInvariants(shop);
});

test("a merged order has a code once, however the two orders spell it", async () => {
  const { shop, buy } = await shopWithRug();
  await runTool(shop, "promotions_save", {
    title: "Ten",
    code: "TEN",
    discount_type: "percentage",
    discount_value: 10,
  });
  const { order_number: order } = await buy(2, { coupon_code: "TEN" });
  const { order_number: other } = await buy(1, { coupon_code: "ten" });

  expect(await runTool(shop, "orders_merge", { order, with: other })).toMatchObject({
    coupon_code: "TEN",
    total: 2700,
  });
  await expectInvariants(shop);
});

test("an order that was refunded is not refunded again", async () => {
  const { shop, buy } = await shopWithRug();
  const { order_number: order } = await buy(2);
  for (const tool of ["orders_confirm", "orders_ship", "orders_mark_delivered"]) await runTool(shop, tool, { order });
  await runTool(shop, "orders_set_payment_status", { order, payment_status: "refunded" });

  expect(await runTool(shop, "orders_return", { order, reason: "other" })).toMatchObject({
    status: "returned",
    payment_status: "refunded",
    refunded_amount: 0,
  });
});

test("a merge says when a coupon of either order applies no more", async () => {
  const { shop, buy } = await shopWithRug();
  await runTool(shop, "promotions_save", {
    title: "Ten",
    code: "TEN",
    discount_type: "percentage",
    discount_value: 10,
  });
  const { order_number: order } = await buy(2);
  const { order_number: other } = await buy(1, { coupon_code: "TEN" });
  await runTool(shop, "promotions_save", { promotion: "TEN", is_active: false });

  const merged = await call(shop, "orders_merge", { order, with: other });
  expect(merged.text).toContain("3000 DZD. A coupon applies no more.");
});

test("a delivery cost that is set to what it is stays from then on, and the log says so", async () => {
  const { shop, buy } = await shopWithRug();
  await runTool(shop, "shipping_rates_set", { rates: [{ region: "*", method: "home", price: 400 }] });
  const { order_number: order } = await buy(1);

  const kept = await runTool(shop, "orders_update", { order, shipping_cost: 400 });
  expect(kept.change_id).toEqual(expect.any(String));
  const { data } = await runTool(shop, "changes_list", { of: order, response_format: "detailed", limit: 1 });
  expect(data).toMatchObject([{ before: { shipping_is_set: false }, after: { shipping_is_set: true } }]);
  expect((await runTool(shop, "orders_get", { order, response_format: "detailed" })).shipping_is_set).toBe(true);
});
