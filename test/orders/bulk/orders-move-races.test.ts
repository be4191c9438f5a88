import { expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { runTool } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { cartWith, expectInvariants, order, ordered, promote, stockOf } from "../../support/selling.ts";

const LIMITED = {
  title: "Bienvenue",
  code: "DIX",
  discount_type: "percentage",
  discount_value: 1000,
  usage_limit: 1000,
} as const;

async function ordersOf(shop: Shop, products: string[], count: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let i = 0; i < count; i++) {
    const lines = products.map((product_id) => ({ product_id, quantity: 1 }));
    const placed = await ordered(shop, i % 2 ? lines : lines.reverse(), { coupon_code: "DIX" });
    numbers.push(placed.order_number);
  }
  return numbers;
}

test.each([
  ["confirmed", 0],
  ["cancelled", 12],
])("calls over the same orders in opposite orders do not fail: %s", async (to, back) => {
  const shop = await openShop();
  await promote(shop, LIMITED);
  const products = [(await shop.product({ stock: 50 })).id, (await shop.product({ stock: 50 })).id];
  const orders = await ordersOf(shop, products, 12);

  const calls = await Promise.all(
    [orders, [...orders].reverse(), orders.slice(6), [...orders.slice(0, 6)].reverse()].map((some) =>
      runTool(shop, "orders_move", { to, orders: some }),
    ),
  );

  expect(calls.reduce((sum, { moved }) => sum + moved, 0)).toBe(12);
  for (const { results } of calls) {
    const codes = results.flatMap(({ problem }: { problem?: { code: string } }) => problem?.code ?? []);
    expect(new Set(codes)).toEqual(new Set(codes.length > 0 ? ["illegal_order_move"] : []));
  }
  expect(await stockOf(shop, products[0] as string)).toBe(38 + back);
  await expectInvariants(shop);
});

test("orders are cancelled while others are placed, cancelled by themselves and shipped", async () => {
  const shop = await openShop();
  await promote(shop, LIMITED);
  const products: string[] = [];
  for (let i = 0; i < 4; i++) products.push((await shop.product({ stock: 100 })).id);
  const orders = await ordersOf(shop, products, 10);
  const carts = await Promise.all(
    Array.from({ length: 8 }, (_, i) => {
      const lines = products.map((product_id) => ({ product_id, quantity: 1 }));
      return cartWith(shop, ...(i % 2 ? lines : lines.reverse()));
    }),
  );

  const [cancelled, single, moved, ...placed] = await Promise.all([
    call(shop, "orders_move", { to: "cancelled", orders }),
    call(shop, "orders_cancel", { order: orders[9] }),
    call(shop, "orders_move", { to: "confirmed", orders: [...orders].reverse() }),
    ...carts.map((cart) => order(shop, cart, { coupon_code: "DIX" })),
  ]);

  expect(placed.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect([cancelled.problem, moved.problem]).toEqual([undefined, undefined]);
  expect([undefined, "illegal_order_move"]).toContain(single.problem?.code);
  const gone = cancelled.data.moved + (single.problem ? 0 : 1);
  expect(gone).toBe(10);
  for (const product of products) expect(await stockOf(shop, product)).toBe(92);
  await expectInvariants(shop);
});
