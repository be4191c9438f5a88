import { expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { refused, runTool } from "../../support/mcp-tasks.ts";
import { expectInvariants, ordered } from "../../support/selling.ts";

/** An order of two units of 1,230 in a store that rounds to 50, shipped. */
async function shippedOrder() {
  const shop = await openShop();
  await runTool(shop, "store_update", { cash_rounding: 50 });
  const { id } = await shop.product({ sku: "RUG", price: 123_000, stock: 5 });
  const { order_number: order, total } = await ordered(shop, [{ product_id: id, quantity: 2 }]);
  expect(total).toBe(2450);
  await runTool(shop, "orders_confirm", { order });
  await runTool(shop, "orders_ship", { order, carrier: "Yalidine", tracking_number: "A1" });
  return { shop, order };
}

test("what is due after a part came back at the door can be paid in cash, and its payment is complete", async () => {
  const { shop, order } = await shippedOrder();
  await runTool(shop, "orders_return", { order, items: [{ item: "RUG", quantity: 1 }], reason: "refused" });

  expect(await runTool(shop, "orders_get", { order })).toMatchObject({
    rounding: 20,
    total: 2480,
    returned_amount: 1230,
  });
  const { matched } = await runTool(shop, "cod_reconcile", {
    carrier: "Yalidine",
    rows: [{ ref: "A1", amount: 1250 }],
  });

  expect(matched).toBe(1);
  expect(await runTool(shop, "orders_get", { order })).toMatchObject({
    payment_status: "paid",
    collected_amount: 1250,
  });
  await expectInvariants(shop);
});

test("the total of an order that was paid for stays when a part comes back", async () => {
  const { shop, order } = await shippedOrder();
  await runTool(shop, "orders_mark_delivered", { order });

  await runTool(shop, "orders_return", { order, items: [{ item: "RUG", quantity: 1 }], reason: "changed_mind" });

  expect(await runTool(shop, "orders_get", { order })).toMatchObject({
    rounding: -10,
    total: 2450,
    refunded_amount: 1230,
  });
  await expectInvariants(shop);
});

test("a further refund without goods is recorded by the sum of all refunds", async () => {
  const { shop, order } = await shippedOrder();
  await runTool(shop, "orders_mark_delivered", { order });
  await runTool(shop, "orders_return", { order, reason: "damaged", refunded_amount: 500 });

  const paid = { order, payment_status: "partially_refunded" };
  expect(await runTool(shop, "orders_set_payment_status", { ...paid, refunded_amount: 900 })).toMatchObject({
    payment_status: "partially_refunded",
    refunded_amount: 900,
  });
  expect((await refused(shop, "orders_set_payment_status", { ...paid, refunded_amount: 800 }))?.code).toBe(
    "illegal_order_move",
  );
  await expectInvariants(shop);
});
