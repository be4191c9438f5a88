import { describe, expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { runTool } from "../../support/mcp-tasks.ts";
import { expectInvariants, ordered, stockOf } from "../../support/selling.ts";

async function shopWithParcel() {
  const shop = await openShop();
  const { id } = await shop.product({ sku: "TAP-1", price: 100_000, stock: 10 });
  const { order_number } = await ordered(shop, [{ product_id: id, quantity: 2 }]);
  await runTool(shop, "orders_confirm", { order: order_number });
  await runTool(shop, "orders_ship", { order: order_number, carrier: "Yalidine", tracking_number: "YAL-8F3K2" });
  return { shop, id, order_number };
}

describe("a merchant wants the agent to", () => {
  test("take one of two items back, restock it and refund it, in two calls", async () => {
    const { shop, id, order_number } = await shopWithParcel();
    await runTool(shop, "orders_mark_delivered", { order: order_number });

    const { items } = await runTool(shop, "orders_get", { order: order_number });
    const back = { order: order_number, items: [{ item: items[0].sku, quantity: 1 }], reason: "changed_mind" };
    expect(await runTool(shop, "orders_return", back)).toMatchObject({
      refunded_amount: 1000,
      status: "delivered",
      payment_status: "partially_refunded",
    });
    expect(await stockOf(shop, id)).toBe(9);
    await expectInvariants(shop);
  });

  test("record that the parcel was lost, in two calls", async () => {
    const { shop, id, order_number } = await shopWithParcel();

    const { data } = await runTool(shop, "orders_search", { query: order_number });
    const lost = { order: data[0].order_number, reason: "lost", note: "Le transporteur ne le retrouve pas." };
    expect(await runTool(shop, "orders_return", lost)).toMatchObject({
      status: "returned",
      refunded_amount: 0,
      stock_back: [],
    });
    expect(await stockOf(shop, id)).toBe(8);
    await expectInvariants(shop);
  });
});
