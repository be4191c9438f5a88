import { expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { runTool, signedUp } from "../../support/mcp-tasks.ts";
import { ordered } from "../../support/selling.ts";

const totalOf = async (shop: Shop, report: string) =>
  (await runTool(shop, "analytics_report", { report })).totals.total;

test("a refund counts beside units that came back before they were paid", async () => {
  const shop = await openShop();
  const rug = await shop.product({ sku: "RUG", price: 100_000, stock: 9 });
  const { id: customer } = await signedUp(shop, "amina");
  const { order_number: order } = await ordered(shop, [{ product_id: rug.id, quantity: 3 }], {
    customer_email: "amina@example.dz",
  });
  for (const tool of ["orders_confirm", "orders_ship"]) await runTool(shop, tool, { order });
  await runTool(shop, "orders_return", { order, items: [{ item: "RUG", quantity: 1 }], reason: "refused" });
  await runTool(shop, "orders_mark_delivered", { order });
  const expectTotal = async (total: number) => {
    for (const report of ["sales", "wilayas", "carriers", "customers"]) expect(await totalOf(shop, report)).toBe(total);
    expect(await runTool(shop, "customers_get", { customer })).toMatchObject({ total_spent: total });
  };
  await expectTotal(2000);

  const refund = { order, payment_status: "partially_refunded", refunded_amount: 500 };
  await runTool(shop, "orders_set_payment_status", refund);
  await expectTotal(1500);
  await runTool(shop, "orders_set_payment_status", { order, payment_status: "refunded" });
  await expectTotal(0);
});

test("a total that was rounded down does not become negative by a return in part", async () => {
  const shop = await openShop();
  await runTool(shop, "store_update", { cash_rounding: 50 });
  const rug = await shop.product({ sku: "RUG", price: 101_000, stock: 9 });
  const pin = await shop.product({ sku: "PIN", price: 1_000, stock: 9 });
  const lines = [rug, pin].map(({ id }) => ({ product_id: id, quantity: 1 }));
  const { order_number: order, total } = await ordered(shop, lines);
  expect(total).toBe(1000);
  for (const tool of ["orders_confirm", "orders_ship"]) await runTool(shop, tool, { order });
  await runTool(shop, "orders_return", { order, items: [{ item: "RUG" }], reason: "refused" });

  expect(await totalOf(shop, "sales")).toBe(0);
});
