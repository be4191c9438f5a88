import { expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { at, refused, runTool } from "../../support/mcp-tasks.ts";
import { ordered } from "../../support/selling.ts";

async function found(shop: Shop, args: object): Promise<string[]> {
  const { data, total } = await runTool(shop, "orders_search", { limit: 100, ...args });
  expect(total).toBe(data.length);
  return data.map(({ order_number }: { order_number: string }) => order_number);
}

test("orders are found by item, carrier, tracking number, payment method, amounts and calls, alone and together", async () => {
  const shop = await openShop();
  const vase = await shop.product({ slug: "vase", name: "Vase bleu", sku: "VAS-1", price: 100_000 });
  const lamp = await shop.product({ slug: "lamp", name: "Lampe", sku: "LAM-1", price: 500_000 });
  const of = (product_id: string, given: object = {}) => ordered(shop, [{ product_id, quantity: 1 }], given);
  const first = (await of(vase.id)).order_number;
  const second = (await of(lamp.id, { payment_method: "card" })).order_number;
  await runTool(shop, "orders_confirm", { order: second });
  await runTool(shop, "orders_ship", { order: second, carrier: "Yalidine", tracking_number: "YAL-77" });

  for (const item of ["vase", "VAS-1", "Vase bleu", vase.id]) expect(await found(shop, { item })).toEqual([first]);
  expect(await refused(shop, "orders_search", { item: "nothing" })).toMatchObject({ code: "product_not_found" });
  expect(await found(shop, { carrier: "Yalidine" })).toEqual([second]);
  expect(await found(shop, { tracking_number: " yal-77 " })).toEqual([second]);
  expect(await found(shop, { query: "YAL-77" })).toEqual([second]);
  expect(await found(shop, { payment_method: "Card" })).toEqual([second]);
  expect(await found(shop, { max_total: 3000 })).toEqual([first]);
  expect(await found(shop, { min_total: 3000, item: "lamp", carrier: "Yalidine" })).toEqual([second]);
  expect(await found(shop, { reason: "lost" })).toEqual([]);

  expect(await found(shop, { to_call: true })).toEqual([first]);
  await runTool(shop, "orders_log_call", { order: first, outcome: "busy", call_again_at: "2030-01-01" });
  expect(await found(shop, { to_call: true })).toEqual([]);
  expect(await at("2030-01-02T00:00:00Z", () => found(shop, { to_call: true }))).toEqual([first]);
  expect(await found(shop, { query: "٠٥٥٠ ١٢", item: "vase" })).toEqual([first]);
});
