import { describe, expect, test } from "vitest";
import type { Shop } from "../../support/app.ts";
import { refused, runTool } from "../../support/mcp-tasks.ts";
import { post } from "../../support/operations.ts";
import { expectInvariants } from "../../support/selling.ts";
import { type ShipOptions, type Shipped, shippingShop } from "./shipped.ts";

const TOTAL = 106.9;

type Payment = { payment_status: string; refunded_amount?: number };
const PAID: Payment[] = [{ payment_status: "paid" }];
const REFUNDED: Payment[] = [...PAID, { payment_status: "refunded" }];
const PARTIALLY: Payment[] = [...PAID, { payment_status: "partially_refunded", refunded_amount: 50 }];

/** Ships an order of 106.90, and records payments of it. */
async function shipped({ shop, ship }: Shipped, payments: Payment[], order: ShipOptions["order"] = {}) {
  const number = await ship(null, { price: 10_690, order });
  for (const payment of payments) await runTool(shop, "orders_set_payment_status", { order: number, ...payment });
  return number;
}

const shown = (shop: Shop, order: string) => runTool(shop, "orders_get", { order });

describe("an amount collected", () => {
  // biome-ignore format: a table
  test.each([
    ["of a paid order", PAID, {}, 0, { payment_status: "paid", collected_amount: TOTAL }],
    ["of a paid order, the same as was paid", PAID, {}, TOTAL, { payment_status: "paid", collected_amount: TOTAL }],
    ["of a refunded order", REFUNDED, {}, 500, { payment_status: "refunded", collected_amount: TOTAL, refunded_amount: TOTAL }],
    ["of an order that is refunded in part", PARTIALLY, {}, 50, { payment_status: "partially_refunded", collected_amount: TOTAL, refunded_amount: 50 }],
    ["of an order that is paid by card", [], { payment_method: "card" }, TOTAL, { payment_status: "unpaid", collected_amount: null }],
    ["of an order that was paid by card", PAID, { payment_method: "card" }, 0, { payment_status: "paid", collected_amount: TOTAL }],
  ])("%s is refused, and changes nothing", async (_, payments, given, collected_amount, payment) => {
    const shippable = await shippingShop();
    const { shop } = shippable;
    const order = await shipped(shippable, payments, given);
    const said = { order, collected_amount };

    const problem = await refused(shop, "orders_mark_delivered", said);
    expect(problem).toMatchObject({ code: "amount_not_collectable", errors: [{ path: "collected_amount" }] });
    expect(await post(shop, "orders_mark_delivered", said)).toMatchObject({
      status: 422, body: { code: "amount_not_collectable", next: expect.stringContaining("orders_set_payment_status") },
    });
    const moved = await runTool(shop, "orders_move", { to: "delivered", orders: [said] });
    expect(moved).toMatchObject({ moved: 0, results: [{ ok: false, status: "shipped", problem: { code: "amount_not_collectable" } }] });
    const { body } = await post(shop, "orders_move", { to: "delivered", orders: [said] });
    expect(body.results).toEqual(moved.results);
    expect(await shown(shop, order)).toMatchObject({ status: "shipped", ...payment });

    await runTool(shop, "orders_mark_delivered", { order });
    expect(await shown(shop, order)).toMatchObject({ status: "delivered", ...payment });
    await expectInvariants(shop);
  });

  test("that is refused for one order is recorded for the others of the call", async () => {
    const shippable = await shippingShop();
    const { shop } = shippable;
    const [cash, paid, less] = [
      await shipped(shippable, []),
      await shipped(shippable, PAID),
      await shipped(shippable, []),
    ];
    const orders = [
      { order: cash, collected_amount: TOTAL },
      { order: paid, collected_amount: TOTAL },
      { order: less, collected_amount: 0 },
    ];

    const { results } = await runTool(shop, "orders_move", { to: "delivered", orders });

    expect(results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false, true]);
    expect(await shown(shop, cash)).toMatchObject({ payment_status: "paid", collected_amount: TOTAL });
    expect(await shown(shop, less)).toMatchObject({ payment_status: "unpaid", collected_amount: 0 });
    await expectInvariants(shop);
  });

  test("stays as it was paid, so all of it can be refunded after the delivery", async () => {
    const shippable = await shippingShop();
    const { shop } = shippable;
    const order = await shipped(shippable, PARTIALLY);
    await runTool(shop, "orders_mark_delivered", { order });

    await runTool(shop, "orders_set_payment_status", { order, payment_status: "refunded" });

    expect(await shown(shop, order)).toMatchObject({ collected_amount: TOTAL, refunded_amount: TOTAL });
  });

  test.each([
    ["paid", PAID],
    ["refunded", REFUNDED],
    ["partially refunded", PARTIALLY],
  ])("by a statement is never that of an order that is %s", async (_, payments) => {
    const shippable = await shippingShop();
    const { shop } = shippable;
    const order = await shipped(shippable, payments);
    const before = await shown(shop, order);

    for (const amount of [0, 50, TOTAL, 500]) {
      const { mismatches } = await runTool(shop, "cod_reconcile", {
        carrier: "Yalidine",
        rows: [{ ref: order, amount }],
      });
      expect(mismatches).toMatchObject([{ reason: "paid_otherwise" }]);
    }

    expect(await shown(shop, order)).toEqual(before);
    await expectInvariants(shop);
  });
});
