import { describe, expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { runTool } from "../../support/mcp-tasks.ts";
import { expectInvariants, ordered } from "../../support/selling.ts";

describe("a merchant wants the agent to", () => {
  test("note two unanswered calls on an order found by part of a phone number, in 3 calls", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ stock: 20 });
    const place = async (customer_phone: string) =>
      (await ordered(shop, [{ product_id: id, quantity: 1 }], { customer_phone })).order_number;
    const wanted = await place("0661 48 27 15");
    await place("0770 98 76 54");

    const { data } = await runTool(shop, "orders_search", { query: "48 27", to_call: true });
    const [{ order_number: order }] = data;
    await runTool(shop, "orders_log_call", { order, outcome: "no_answer" });
    await runTool(shop, "orders_log_call", { order, outcome: "no_answer", call_again_at: "2099-01-01T09:00" });

    expect(data).toHaveLength(1);
    expect(order).toBe(wanted);
    expect((await runTool(shop, "orders_search", { query: order })).data).toMatchObject([
      { status: "pending", calls: 2, last_call: "no_answer" },
    ]);
    expect((await runTool(shop, "orders_search", { query: "48 27", to_call: true })).data).toEqual([]);
  });

  test("record that a parcel was lost, found by its tracking number, in 2 calls", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ stock: 20 });
    const place = async () => (await ordered(shop, [{ product_id: id, quantity: 1 }])).order_number;
    const orders = [await place(), await place()];
    await runTool(shop, "orders_move", { to: "confirmed", orders });
    await runTool(shop, "orders_move", {
      to: "shipped",
      carrier: "Yalidine",
      orders: orders.map((order, i) => ({ order, tracking_number: `YAL-8F3K${i}` })),
    });

    const { data } = await runTool(shop, "orders_search", { tracking_number: "yal-8f3k1" });
    const lost = await runTool(shop, "orders_return", { order: data[0].order_number, reason: "lost" });

    expect(data).toMatchObject([{ order_number: orders[1], status: "shipped" }]);
    expect(lost).toMatchObject({ status: "returned", stock_back: [] });
    expect((await runTool(shop, "orders_search", { reason: "lost" })).data).toMatchObject([
      { order_number: orders[1] },
    ]);
    await expectInvariants(shop);
  });
});
