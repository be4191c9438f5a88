import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { refused, runTool, seen } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { expectInvariants, ordered, stockOf } from "../../support/selling.ts";

/** Opens a shop with an order of three rugs and one lamp, for 3 x 1000 + 500. */
async function shopWithOrder(moves: string[]) {
  const shop = await openShop();
  const rug = await shop.product({ slug: "tapis", sku: "TAP-1", price: 100_000, stock: 10 });
  const lamp = await shop.product({ slug: "lampe", sku: "LAM-1", price: 50_000, stock: 10 });
  const items = [
    { product_id: rug.id, quantity: 3 },
    { product_id: lamp.id, quantity: 1 },
  ];
  const { order_number: order } = await ordered(shop, items);
  for (const tool of moves) await runTool(shop, tool, { order });
  return { shop, order, rug: rug.id, lamp: lamp.id };
}

const SHIPPED = ["orders_confirm", "orders_ship"];
const DELIVERED = [...SHIPPED, "orders_mark_delivered"];
const detailed = (shop: Shop, order: string) => runTool(shop, "orders_get", { order, response_format: "detailed" });

test("returns in part move stock, refunds and the status at the end", async () => {
  const { shop, order, rug, lamp } = await shopWithOrder(DELIVERED);
  const some = { order, items: [{ item: "tap-1", quantity: 2 }], reason: "changed_mind" };

  const dry = await runTool(shop, "orders_return", { ...some, dry_run: true });
  expect(dry).toMatchObject({ refunded_amount: 2000, stock_back: [{ sku: "TAP-1", quantity: 2 }] });
  expect(Object.keys(dry).filter((name) => name.includes("refund"))).toEqual(["refunded_amount"]);
  expect(await runTool(shop, "orders_return", { ...some, refunded_amount: 1500 })).toMatchObject({
    status: "delivered",
    payment_status: "partially_refunded",
    refunded_amount: 1500,
  });
  expect([await stockOf(shop, rug), await stockOf(shop, lamp)]).toEqual([9, 9]);
  const tracked = await seen(shop, `/orders/track/${order}`);
  expect(tracked).toMatchObject({
    status: "delivered",
    refunded_amount: 1500,
    items: [{ returned_quantity: 2 }, { returned_quantity: 0 }],
  });
  expect(tracked.history.at(-1)).toMatchObject({ status: "delivered", payment_status: "partially_refunded" });
  expect((await detailed(shop, order)).history).toContainEqual(
    expect.objectContaining({ changes: ["2 x TAP-1 came back (changed_mind)"] }),
  );
  await expectInvariants(shop);

  await runTool(shop, "orders_return", { order, items: [{ item: "LAM-1" }], reason: "damaged" });
  expect(await stockOf(shop, lamp)).toBe(9);
  await runTool(shop, "orders_return", { order, reason: "late", refunded_amount: 1500, note: "Frais inclus" });
  expect(await detailed(shop, order)).toMatchObject({
    status: "returned",
    payment_status: "refunded",
    reason: "late",
    refunded_amount: 3500,
    returned_amount: 3500,
    returns: [
      { reason: "changed_mind", items: [{ sku: "TAP-1", quantity: 2, restocked: true }], refunded_amount: 1500 },
      { reason: "damaged", items: [{ sku: "LAM-1", quantity: 1, restocked: false }], refunded_amount: 500 },
      { reason: "late", items: [{ sku: "TAP-1", quantity: 1, restocked: true }], refunded_amount: 1500 },
    ],
  });
  await expectInvariants(shop);
});

test("refunds of parts of a discounted line add up to what was paid for it", async () => {
  const shop = await openShop();
  const { id } = await shop.product({ sku: "TAP-1", price: 100_000, stock: 10 });
  await runTool(shop, "promotions_save", { title: "Cent", discount_type: "fixed_amount", discount_value: 100 });
  const { order_number: order } = await ordered(shop, [{ product_id: id, quantity: 3 }]);
  for (const tool of DELIVERED) await runTool(shop, tool, { order });
  const give = (quantity: number) =>
    runTool(shop, "orders_return", { order, items: [{ item: "TAP-1", quantity }], reason: "other" });

  expect([(await give(1)).refunded_amount, (await give(2)).refunded_amount]).toEqual([966.66, 1933.34]);
  expect(await detailed(shop, order)).toMatchObject({ payment_status: "refunded", refunded_amount: 2900 });
});

describe("a return is refused", () => {
  test("for more than can come back, and for what the order does not have", async () => {
    const { shop, order } = await shopWithOrder(DELIVERED);
    const give = (args: object) => refused(shop, "orders_return", { order, reason: "other", ...args });

    expect(await give({ items: [{ item: "TAP-1", quantity: 4 }] })).toMatchObject({
      code: "quantity_out_of_range",
      detail: "At most 3 of it can still come back.",
      available: 3,
    });
    expect(await give({ items: [{ item: "NAP-1" }] })).toMatchObject({ allowed: ["TAP-1", "LAM-1"] });
    expect(await give({ items: [{ item: "TAP-1", quantity: 1 }, { item: "TAP-1" }] })).toMatchObject({
      errors: [{ path: "items.1.item" }],
    });
    expect(await give({ refunded_amount: 3500.01 })).toMatchObject({ code: "invalid_value", refundable: 3500 });
    expect(await give({ reason: "Trop petit" })).toMatchObject({
      errors: [{ path: "reason", message: expect.stringMatching(/unreachable.*note/) }],
    });
    expect((await detailed(shop, order)).returns).toEqual([]);
    await expectInvariants(shop);
  });
});

test("what was refused at the door is not due on delivery, and reports leave it out", async () => {
  const { shop, order } = await shopWithOrder(SHIPPED);
  const back = { order, items: [{ item: "TAP-1", quantity: 1 }], reason: "refused" };
  expect(await runTool(shop, "orders_return", back)).toMatchObject({ refunded_amount: 0, payment_status: "unpaid" });

  expect(await runTool(shop, "orders_mark_delivered", { order })).toMatchObject({
    payment_status: "paid",
    collected_amount: 2500,
  });
  const { totals } = await runTool(shop, "analytics_report", { report: "sales" });
  expect(totals).toMatchObject({ orders: 1, units: 3, gross: 2500, discounts: 0, refunded: 0, total: 2500 });
  const best = await runTool(shop, "analytics_report", { report: "best_sellers" });
  expect(best.data).toMatchObject([
    { slug: "tapis", units: 2, revenue: 2000 },
    { slug: "lampe", units: 1, revenue: 500 },
  ]);
  await expectInvariants(shop);
});

test("an order that was paid in part proposes no refund for what was not paid", async () => {
  const { shop, order } = await shopWithOrder(SHIPPED);
  await runTool(shop, "orders_mark_delivered", { order, collected_amount: 2500 });
  const back = { order, items: [{ item: "TAP-1", quantity: 1 }], reason: "refused" };
  expect(await runTool(shop, "orders_return", back)).toMatchObject({ refunded_amount: 0, payment_status: "paid" });
  await expectInvariants(shop);
});

test("a refund by hand needs an amount below what was collected", async () => {
  const { shop, order } = await shopWithOrder(DELIVERED);
  const set = { order, payment_status: "partially_refunded" };
  for (const refunded_amount of [undefined, 0, 3500]) {
    expect(await refused(shop, "orders_set_payment_status", { ...set, refunded_amount })).toMatchObject({
      errors: [{ path: "refunded_amount" }],
    });
  }
  await runTool(shop, "orders_set_payment_status", { ...set, refunded_amount: 300 });
  expect(await runTool(shop, "orders_set_payment_status", { order, payment_status: "refunded" })).toMatchObject({
    refunded_amount: 3500,
  });
  await expectInvariants(shop);
});

describe("at once", () => {
  test("two returns of the last unit: one is refused", async () => {
    const { shop, order } = await shopWithOrder(DELIVERED);
    const last = { order, items: [{ item: "LAM-1" }], reason: "late" };
    const calls = await Promise.all([call(shop, "orders_return", last), call(shop, "orders_return", last)]);
    expect(calls.flatMap(({ problem }) => problem?.code ?? [])).toEqual(["quantity_out_of_range"]);
    await expectInvariants(shop);
  });

  test("a return and the delivery: what is due is right in either order", async () => {
    const { shop, order } = await shopWithOrder(SHIPPED);
    const back = { order, items: [{ item: "TAP-1", quantity: 1 }], reason: "refused" };
    await Promise.all([runTool(shop, "orders_return", back), runTool(shop, "orders_mark_delivered", { order })]);
    const { collected_amount, refunded_amount } = await detailed(shop, order);
    expect(collected_amount - refunded_amount).toBe(2500);
    await expectInvariants(shop);
  });
});
