import { describe, expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { runTool } from "../../support/mcp-tasks.ts";
import { cartWith, expectInvariants, order, ordered, stockOf } from "../../support/selling.ts";

describe("a merchant wants the agent to", () => {
  test("keep the bigger of two orders that a shopper placed by mistake, in 2 calls", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ stock: 10 });
    const place = async (quantity: number, customer_phone: string) =>
      (await ordered(shop, [{ product_id: id, quantity }], { customer_phone })).order_number;
    const smaller = await place(1, "0661 22 33 44");
    const bigger = await place(2, "+213 661 22 33 44");
    await place(1, "0550 12 34 56");

    const { data } = await runTool(shop, "orders_search", { query: "0661223344" });
    const [big, small] = [...data].sort((one, other) => other.total - one.total);
    const cancelled = await runTool(shop, "orders_cancel", { order: small.order_number, reason: "duplicate" });

    expect(data).toHaveLength(2);
    expect([big, small]).toMatchObject([
      { order_number: bigger, phone_orders: 1, same_day_orders: [smaller] },
      { order_number: smaller, phone_orders: 1, same_day_orders: [bigger] },
    ]);
    expect(cancelled).toMatchObject({ order_number: smaller, status: "cancelled" });
    expect(await runTool(shop, "orders_get", { order: bigger })).toMatchObject({
      status: "pending",
      same_day_orders: [],
      phone_history: { orders: 1, refused: 0, cancelled: 1 },
    });
    expect(await stockOf(shop, id)).toBe(7);
    await expectInvariants(shop);
  });

  test("see that a number refused four parcels, and block it, in 2 calls", async () => {
    const shop = await openShop();
    await runTool(shop, "store_update", { blocked_phone_policy: "refuse" });
    const { id } = await shop.product({ stock: 10 });
    const place = async () => (await ordered(shop, [{ product_id: id, quantity: 1 }])).order_number;
    for (let i = 0; i < 4; i++) {
      const refused = await place();
      await runTool(shop, "orders_confirm", { order: refused });
      await runTool(shop, "orders_ship", { order: refused });
      await runTool(shop, "orders_return", { order: refused, reason: "refused" });
    }
    const fifth = await place();

    const { phone_history, customer_phone } = await runTool(shop, "orders_get", { order: fifth });
    await runTool(shop, "blocked_phones_save", { phones: [customer_phone], note: "Refused four parcels" });

    expect(phone_history).toEqual({ orders: 4, delivered: 0, refused: 4, cancelled: 0, open: 0 });
    const again = await order(shop, await cartWith(shop, { product_id: id, quantity: 1 }));
    expect([again.status, again.body.code]).toEqual([422, "order_refused"]);
    await expectInvariants(shop);
  });
});
