import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../support/app.ts";
import { runTool } from "../support/mcp-tasks.ts";
import { call } from "../support/operations.ts";
import { cartWith, expectInvariants, order, ordered, stockOf } from "../support/selling.ts";

/** Changes of orders that run at the same time as others: nothing is sold twice, and the ledger adds up. */

const buyer = (i: number) => ({ customer_phone: `0550 00 01 ${String(i).padStart(2, "0")}` });

/** Opens a shop with a rug, of which `stock` are left after each of these orders took one. */
async function shopWithOrders(count: number, stock: number): Promise<{ shop: Shop; rug: string; numbers: string[] }> {
  const shop = await openShop();
  const { id: rug } = await shop.product({ slug: "rug", sku: "RUG", price: 100_000, stock: stock + count });
  const numbers: string[] = [];
  for (let i = 0; i < count; i++) {
    numbers.push((await ordered(shop, [{ product_id: rug, quantity: 1 }], buyer(i))).order_number);
  }
  return { shop, rug, numbers };
}

const outcome = ({ problem }: { problem?: { code: string } | undefined }) => problem?.code ?? "done";
const count = (outcomes: string[], wanted: string) => outcomes.filter((one) => one === wanted).length;

describe("the last pieces", () => {
  test("are given to as many changes of orders and new orders as there are pieces", async () => {
    const { shop, rug, numbers } = await shopWithOrders(6, 3);
    const carts = await Promise.all([1, 2, 3].map(() => cartWith(shop, { product_id: rug, quantity: 1 })));

    const changes = numbers.map(async (number) =>
      outcome(await call(shop, "orders_update", { order: number, items: [{ line: "RUG", quantity: 2 }] })),
    );
    const orders = carts.map(async (cart, i) => {
      const { status, body } = await order(shop, cart, buyer(50 + i));
      return status === 201 ? "done" : body.code;
    });
    const outcomes = await Promise.all([...changes, ...orders]);

    expect([count(outcomes, "done"), count(outcomes, "insufficient_stock")]).toEqual([3, 6]);
    expect(await stockOf(shop, rug)).toBe(0);
    await expectInvariants(shop);
  });

  test("go from one order to another that waits for them, never to both", async () => {
    const { shop, rug, numbers } = await shopWithOrders(2, 0);
    const [from = "", to = ""] = numbers;
    const { id: vase } = await shop.product({ slug: "vase", sku: "VASE", price: 50_000, stock: 5 });

    const outcomes = await Promise.all([
      call(shop, "orders_update", { order: from, items: [{ line: "RUG", item: "VASE" }] }).then(outcome),
      call(shop, "orders_update", { order: to, items: [{ line: "RUG", quantity: 2 }] }).then(outcome),
    ]);

    expect(outcomes[0]).toBe("done");
    expect(["done", "insufficient_stock"]).toContain(outcomes[1]);
    expect(await stockOf(shop, rug)).toBe(outcomes[1] === "done" ? 0 : 1);
    expect(await stockOf(shop, vase)).toBe(4);
    await expectInvariants(shop);
  });
});

describe("an order that is changed while it", () => {
  test("is shipped keeps the lines that were shipped", async () => {
    const { shop, numbers } = await shopWithOrders(8, 20);
    for (const number of numbers) await runTool(shop, "orders_confirm", { order: number });

    const outcomes = await Promise.all(
      numbers.map(async (number) => {
        const [shipped, changed] = await Promise.all([
          call(shop, "orders_ship", { order: number }),
          call(shop, "orders_update", { order: number, items: [{ line: "RUG", quantity: 3 }] }),
        ]);
        const { history, items, status } = await runTool(shop, "orders_get", {
          order: number,
          response_format: "detailed",
        });
        const kinds = history.map((entry: { status: string; changes: unknown }) =>
          entry.changes ? "changed" : entry.status,
        );
        expect([outcome(shipped), status]).toEqual(["done", "shipped"]);
        expect(items[0].quantity).toBe(outcome(changed) === "done" ? 3 : 1);
        if (outcome(changed) === "done") expect(kinds.indexOf("changed")).toBeLessThan(kinds.indexOf("shipped"));
        return outcome(changed);
      }),
    );

    expect(count(outcomes, "done") + count(outcomes, "illegal_order_move")).toBe(8);
    await expectInvariants(shop);
  });

  test("is cancelled gives back what it had then", async () => {
    const { shop, rug, numbers } = await shopWithOrders(8, 20);

    await Promise.all(
      numbers.flatMap((number) => [
        call(shop, "orders_update", { order: number, items: [{ line: "RUG", quantity: 2 }] }),
        runTool(shop, "orders_cancel", { order: number }),
      ]),
    );

    expect(await stockOf(shop, rug)).toBe(28);
    await expectInvariants(shop);
  });

  test("is changed by another call has the sum of both, or the second is refused as stale", async () => {
    const { shop, rug, numbers } = await shopWithOrders(1, 20);
    const [number = ""] = numbers;
    const { updated_at } = await runTool(shop, "orders_get", { order: number });

    const adds = await Promise.all(
      [1, 2, 3, 4].map(() => call(shop, "orders_update", { order: number, items: [{ item: "RUG" }] }).then(outcome)),
    );
    const stale = await call(shop, "orders_update", {
      order: number,
      items: [{ item: "RUG" }],
      expected_updated_at: updated_at,
    });

    expect([adds, outcome(stale)]).toEqual([["done", "done", "done", "done"], "stale"]);
    expect(await stockOf(shop, rug)).toBe(16);
    await expectInvariants(shop);
  });

  test("is merged from both sides becomes one order", async () => {
    const shop = await openShop();
    const { id: rug } = await shop.product({ slug: "rug", sku: "RUG", price: 100_000, stock: 9 });
    const [one, other] = [
      await ordered(shop, [{ product_id: rug, quantity: 1 }]),
      await ordered(shop, [{ product_id: rug, quantity: 2 }]),
    ];

    const outcomes = await Promise.all([
      call(shop, "orders_merge", { order: one.order_number, with: other.order_number }).then(outcome),
      call(shop, "orders_merge", { order: other.order_number, with: one.order_number }).then(outcome),
    ]);

    expect(outcomes.sort()).toEqual(["done", "illegal_order_move"]);
    expect(await stockOf(shop, rug)).toBe(6);
    await expectInvariants(shop);
  });
});
