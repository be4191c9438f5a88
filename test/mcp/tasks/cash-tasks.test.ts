import { describe, expect, test } from "vitest";
import type { Shop } from "../../support/app.ts";
import { openShop } from "../../support/app.ts";
import { runTool } from "../../support/mcp-tasks.ts";
import { ordered } from "../../support/selling.ts";

/** Ships an order of 2,300 to a wilaya with a carrier, and moves it on. Returns its number. */
async function ship(shop: Shop, { customer_wilaya, tracking_number, quantity = 1, ...given }: Given): Promise<string> {
  const { id } = await shop.product({ price: 230_000 });
  const { order_number: order } = await ordered(shop, [{ product_id: id, quantity }], { customer_wilaya });
  const { carrier, to, reason } = given;
  await runTool(shop, "orders_confirm", { order });
  await runTool(shop, "orders_ship", { order, carrier, ...(tracking_number && { tracking_number }) });
  if (to) await runTool(shop, to, { order, ...(reason && { reason }) });
  return order;
}

interface Given {
  customer_wilaya: string;
  tracking_number?: string;
  quantity?: number;
  carrier: string;
  to?: "orders_mark_delivered" | "orders_return";
  /** Why it comes back. */
  reason?: string;
}

describe("a merchant wants to know", () => {
  test("which wilaya and which carrier returns most, and why (2 calls)", async () => {
    const shop = await openShop();
    const yalidine = { carrier: "Yalidine" };
    const zr = { carrier: "ZR Express" };
    const delivered = { to: "orders_mark_delivered" as const };
    const back = { to: "orders_return" as const };
    await ship(shop, { customer_wilaya: "Oran", ...zr, ...back, reason: "refused" });
    await ship(shop, { customer_wilaya: "وهران", ...zr, ...back, reason: "refused" });
    await ship(shop, { customer_wilaya: "31", ...yalidine, ...back, reason: "late" });
    await ship(shop, { customer_wilaya: "Oran", ...yalidine, ...delivered });
    for (let i = 0; i < 3; i++) await ship(shop, { customer_wilaya: "Alger", ...yalidine, ...delivered });
    const order = await ship(shop, { customer_wilaya: "Alger", quantity: 2, ...zr, ...delivered });
    const { items } = await runTool(shop, "orders_get", { order, response_format: "detailed" });
    await runTool(shop, "orders_return", { order, items: [{ item: items[0].id, quantity: 1 }], reason: "damaged" });

    const wilayas = await runTool(shop, "analytics_report", { report: "wilayas", sort: "return_rate" });
    const carriers = await runTool(shop, "analytics_report", { report: "carriers", sort: "return_rate" });

    expect(wilayas.data).toMatchObject([
      { name: "Oran", delivered: 1, returned: 3, return_rate: 0.75, return_reason: "refused" },
      { name: "Alger", delivered: 4, returned: 0, return_rate: 0, return_reason: "damaged" },
    ]);
    expect(carriers.data).toMatchObject([
      { carrier: "ZR Express", orders: 3, returned: 2, return_rate: 0.6667, return_reason: "refused" },
      { carrier: "Yalidine", orders: 5, returned: 1, return_rate: 0.2, return_reason: "late" },
    ]);
    for (const { totals } of [wilayas, carriers]) {
      expect(totals).toMatchObject({
        returned: 3,
        return_rate: 0.375,
        return_reasons: { refused: 2, late: 1, damaged: 1 },
      });
    }
  });
});

describe("a merchant wants the agent to", () => {
  test("reconcile a carrier's payment, and to know who owes what (2 calls)", async () => {
    const shop = await openShop();
    const to = { customer_wilaya: "Oran" };
    const orders = [];
    for (let i = 1; i <= 3; i++) {
      orders.push(await ship(shop, { ...to, carrier: "Yalidine", tracking_number: `YAL-${i}` }));
    }
    await ship(shop, { ...to, carrier: "Yalidine", tracking_number: "YAL-4", to: "orders_mark_delivered" });
    await ship(shop, { ...to, carrier: "ZR Express", tracking_number: "ZR-1", to: "orders_mark_delivered" });
    const csv = [
      "Versement du 20/11;;",
      "Code suivi;Wilaya;Montant encaissé",
      "YAL-1;Oran;2 300,00 DA",
      "YAL-2;Oran;2 300,00 DA",
      "YAL-3;Oran;1 300,00 DA",
      "YAL-9;Oran;4 000,00 DA",
    ].join("\n");

    const statement = await runTool(shop, "cod_reconcile", { carrier: "Yalidine", csv, idempotency_key: "20/11" });
    const debts = await runTool(shop, "analytics_report", { report: "carrier_debts" });

    expect(statement).toMatchObject({
      rows: 4,
      matched: 2,
      delivered: 2,
      amount_stated: 9900,
      amount_matched: 4600,
      amount_not_matched: 5300,
      mismatches: [
        { row: 5, reason: "different_amount", order_number: orders[2], stated: 1300, expected: 2300 },
        { row: 6, reason: "unknown", ref: "YAL-9", stated: 4000 },
      ],
    });
    const oldest_unpaid_at = expect.stringMatching(/^\d{4}-/);
    expect(debts).toMatchObject({
      totals: { carriers: 2, parcels: 4, collected: 9200, remitted: 4600, unpaid: 2, owed: 4600 },
      data: [
        { carrier: "Yalidine", parcels: 3, collected: 6900, remitted: 4600, unpaid: 1, owed: 2300, oldest_unpaid_at },
        { carrier: "ZR Express", parcels: 1, collected: 2300, remitted: 0, unpaid: 1, owed: 2300, oldest_unpaid_at },
      ],
    });
  });
});
