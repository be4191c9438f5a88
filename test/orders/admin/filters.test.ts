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

test("orders to ship are confirmed or processing, newest first, page by page, and with other filters", async () => {
  const shop = await openShop();
  const { id } = await shop.product({ slug: "vase" });
  const numbers: string[] = [];
  for (const to of ["confirmed", "processing", "confirmed", "shipped", "pending"]) {
    const { order_number } = await ordered(shop, [{ product_id: id, quantity: 1 }], { customer_wilaya: "31" });
    if (to !== "pending") await runTool(shop, "orders_move", { to: "confirmed", orders: [order_number] });
    if (!["pending", "confirmed"].includes(to)) await runTool(shop, "orders_move", { to, orders: [order_number] });
    numbers.unshift(order_number);
  }
  const toShip = numbers.slice(2);

  expect(await found(shop, { to_ship: true })).toEqual(toShip);
  expect(await found(shop, { to_ship: true, item: "vase", wilaya: "Oran" })).toEqual(toShip);
  expect(await found(shop, { to_ship: true, status: "processing" })).toEqual([toShip[1]]);
  expect(await found(shop, { to_ship: true, wilaya: "Alger" })).toEqual([]);
  const first = await runTool(shop, "orders_search", { to_ship: true, limit: 2 });
  expect(first).toMatchObject({ total: 3, data: toShip.slice(0, 2).map((order_number) => ({ order_number })) });
  const second = await runTool(shop, "orders_search", { to_ship: true, limit: 2, cursor: first.next_cursor });
  expect(second).toMatchObject({ data: [{ order_number: toShip[2] }], next_cursor: null });
});

test("orders are found by the beginning of their number or tracking number, in any case", async () => {
  const shop = await openShop();
  const { id } = await shop.product();
  const buyer = { customer_name: "أمين" }; // no word of it begins like a number
  const [first, second] = [
    await ordered(shop, [{ product_id: id, quantity: 1 }], buyer),
    await ordered(shop, [{ product_id: id, quantity: 1 }], buyer),
  ];
  const { order_number: number } = first;
  await runTool(shop, "orders_confirm", { order: number });
  await runTool(shop, "orders_ship", { order: number, carrier: "Yalidine", tracking_number: "yal-7Q_900" });

  const end = number.slice("ORD-2026-".length);
  for (const query of [number.slice(0, 15), number.slice(0, 15).toLowerCase(), end, end.slice(0, 5), "yal-7Q_9"]) {
    expect(await found(shop, { query })).toEqual([number]);
  }
  expect(await found(shop, { query: number.slice(0, 9) })).toEqual([]);
  expect(await found(shop, { query: end.slice(0, 2) })).toEqual([]);
  expect(await found(shop, { query: "YAL-8" })).toEqual([]);
  expect(await found(shop, { query: second.order_number.slice(9, 14), status: "shipped" })).toEqual([]);
});
