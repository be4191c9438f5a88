import { beforeEach, describe, expect, test } from "vitest";
import type { Scope } from "../../src/core/scopes.ts";
import type { Shop } from "../support/app.ts";
import { refused, runTool } from "../support/mcp-tasks.ts";
import { keyFor, legacy } from "../support/mcp-wire.ts";
import { call } from "../support/operations.ts";
import { deliveringShop, ordered } from "../support/selling.ts";

/** What each scope of orders may do with an order: the cells that arguments and results decide. */

const DESK: Scope[] = ["orders:desk", "customers:read", "catalog:read"];
const ORDERS: Scope[] = ["orders:write", "orders:money", "customers:write", "catalog:read"];
const PHONE_REASONS = ["unreachable", "refused", "changed_mind", "wrong_number", "duplicate", "fake"];

let shop: Shop;
let place: (given?: object) => Promise<string>;
beforeEach(async () => {
  shop = await deliveringShop();
  const { id } = await shop.product({ slug: "tapis", sku: "TAP-1", price: 100_000, stock: 50 });
  place = async (given = {}) => (await ordered(shop, [{ product_id: id, quantity: 2 }], given)).order_number;
});

/** An order that was moved by these tools. */
async function moved(...tools: string[]): Promise<string> {
  const order = await place();
  for (const tool of tools) await runTool(shop, tool, { order });
  return order;
}
const shipped = () => moved("orders_confirm", "orders_ship");
const delivered = () => moved("orders_confirm", "orders_ship", "orders_mark_delivered");

const needs = (scope: Scope) => expect.objectContaining({ code: "insufficient_scope", allowed: [scope] });

describe("a call desk", () => {
  let key: string;
  beforeEach(async () => {
    key = await keyFor(shop, ...DESK);
  });
  const found = async (args: object) =>
    (await runTool(shop, "orders_search", args, key)).data.map((one: { order_number: string }) => one.order_number);

  test("finds the orders to call and those of who phones", async () => {
    const order = await place();
    const other = await place({ customer_name: "Lynda Haddad", customer_phone: "0661 00 00 00" });
    await runTool(shop, "orders_update", { order, tracking_number: "T1" });
    const { id } = await runTool(shop, "customers_save", {
      full_name: "Karim",
      email: "karim@example.dz",
      phone: "0550 12 34 56",
    });

    expect(await found({ to_call: true })).toEqual([other, order]);
    for (const args of [
      ...[{ query: "Karim" }, { query: "0550 12 34" }, { query: order }, { tracking_number: "T1" }],
      ...[{ customer: id }, { customer: "0550 12 34 56", status: "pending" }],
    ]) {
      expect(await found(args), JSON.stringify(args)).toEqual([order]);
    }
  });

  test("lists no orders otherwise", async () => {
    await place();
    for (const args of [
      ...[
        {},
        { status: "pending" },
        { to_call: false },
        { query: " " },
        { query: "ka" },
        { query: "213" },
        { query: "a a a" },
      ],
      ...[{ query: "0 2 1 3" }, { min_total: 1 }, { item: "TAP-1" }, { from: "2020-01-01" }],
    ]) {
      const problem = await refused(shop, "orders_search", args, key);
      expect(problem, JSON.stringify(args)).toEqual(needs("orders:read"));
      expect(problem?.errors).toEqual([{ path: "to_call", message: "needs the scope orders:read" }]);
    }
  });

  test("sees one order with its amounts, as a resource, too", async () => {
    const order = await place();
    for (const response_format of ["concise", "detailed"]) {
      const shown = await runTool(shop, "orders_get", { order, response_format }, key);
      expect(shown).toMatchObject({ total: 2800, customer_name: "Karim Benali", phone_history: { orders: 0 } });
    }
    const { body } = await legacy(key, "resources/read", { params: { uri: `hanout://orders/${order}` } });
    expect(body.result.contents[0].text).toContain("Karim Benali");
  });

  test("confirms, notes and logs calls, and undoes its own note", async () => {
    const order = await place();
    await runTool(shop, "orders_log_call", { order, outcome: "answered" }, key);
    await runTool(shop, "orders_confirm", { order, note: "Après 17 h" }, key);
    await runTool(shop, "orders_add_note", { order, text: "Faux" }, key);
    await runTool(shop, "changes_undo", { changes: ["last"] }, key);

    const { status, notes } = await runTool(shop, "orders_get", { order, response_format: "detailed" }, key);
    expect([status, notes.map(({ text }: { text: string }) => text)]).toEqual(["confirmed", [null, "Après 17 h"]]);
  });

  test("cancels for a reason that a call tells, and for no other", async () => {
    for (const reason of PHONE_REASONS) {
      const order = await place();
      for (const dry of [{ dry_run: true }, {}]) await runTool(shop, "orders_cancel", { order, reason, ...dry }, key);
    }
    const order = await place();
    for (const reason of [undefined, "damaged", "lost", "late", "other"]) {
      for (const dry_run of [true, false]) {
        const problem = await refused(shop, "orders_cancel", { order, ...(reason && { reason }), dry_run }, key);
        expect(problem, reason).toEqual(needs("orders:write"));
        expect(problem?.detail).toContain("changed_mind");
      }
    }
  });

  test("does nothing else with orders, and sums nothing", async () => {
    const [order, other] = [await place(), await place()];
    const others: Record<string, [Scope, object]> = {
      orders_create: ["orders:write", { items: [{ item: "TAP-1", quantity: 1 }] }],
      orders_update: ["orders:write", { order, carrier: "Y" }],
      orders_merge: ["orders:write", { order, with: other }],
      orders_ship: ["orders:write", { order }],
      orders_mark_delivered: ["orders:write", { order }],
      orders_return: ["orders:write", { order, reason: "refused" }],
      orders_move: ["orders:write", { to: "confirmed", orders: [order] }],
      orders_set_payment_status: ["orders:money", { order, payment_status: "paid" }],
      cod_reconcile: ["orders:money", { carrier: "Y", rows: [{ ref: order, amount: 1 }] }],
      carts_abandoned: ["orders:read", {}],
      parcels_export: ["orders:read", { carrier: "Y" }],
    };
    for (const [tool, [scope, args]] of Object.entries(others)) {
      expect(await refused(shop, tool, args, key), tool).toEqual(needs(scope));
    }
    expect((await refused(shop, "analytics_report", { report: "carrier_debts" }, key))?.code).toBe(
      "insufficient_scope",
    );
  });
});

test("what a customer spent needs orders:read", async () => {
  await runTool(shop, "customers_save", { full_name: "Karim", email: "k@example.dz", phone: "0550 12 34 56" });
  await delivered();

  const totals: [Scope[], number | null][] = [
    [["customers:read"], null],
    [["customers:write"], null],
    [DESK, null],
    [["customers:read", "orders:read"], 2800],
    [["customers:read", "orders:money"], 2800],
    [ORDERS, 2800],
  ];
  for (const [scopes, total_spent] of totals) {
    const key = await keyFor(shop, ...scopes);
    const expected = { orders_count: 1, total_spent };
    expect(await runTool(shop, "customers_get", { customer: "k@example.dz" }, key)).toMatchObject(expected);
    for (const response_format of ["concise", "detailed"]) {
      expect(await runTool(shop, "customers_search", { response_format }, key)).toMatchObject({ data: [expected] });
    }
  }
});

describe("orders:write without orders:money", () => {
  let key: string;
  beforeEach(async () => {
    key = await keyFor(shop, "orders:write");
  });

  test("delivers with the amount that is due, and with no other", async () => {
    const [order, other] = [await shipped(), await shipped()];
    const move = { to: "delivered", orders: [other, { order, collected_amount: 2800 }] };

    for (const dry_run of [true, false]) {
      const amount = { order, collected_amount: 2800, dry_run };
      expect(await refused(shop, "orders_mark_delivered", amount, key)).toEqual(needs("orders:money"));
      expect(await refused(shop, "orders_move", { ...move, dry_run }, key)).toEqual(needs("orders:money"));
    }
    expect(await runTool(shop, "orders_mark_delivered", { order }, key)).toMatchObject({ payment_status: "paid" });
    expect(await runTool(shop, "orders_move", { to: "delivered", orders: [other] }, key)).toMatchObject({ moved: 1 });
  });

  test("takes goods back without a refund, and none with one", async () => {
    const [unpaid, paid] = [await shipped(), await delivered()];
    const back = { order: paid, reason: "damaged" };

    expect(await runTool(shop, "orders_return", { order: unpaid, reason: "refused" }, key)).toMatchObject({
      refunded_amount: 0,
    });
    for (const dry_run of [true, false]) {
      for (const amount of [{}, { refunded_amount: 1 }]) {
        const problem = await refused(shop, "orders_return", { ...back, ...amount, dry_run }, key);
        expect(problem).toEqual(needs("orders:money"));
        expect(problem?.detail).toContain("refunded_amount: 0");
      }
    }
    const free = await runTool(shop, "orders_return", { ...back, refunded_amount: 0 }, key);
    expect(free).toMatchObject({ status: "returned", payment_status: "paid", refunded_amount: 0 });
  });

  test("records no payment", async () => {
    const order = await shipped();
    const args = { order, payment_status: "paid" };
    expect(await refused(shop, "orders_set_payment_status", args, key)).toEqual(needs("orders:money"));
    expect((await refused(shop, "analytics_report", { report: "carrier_debts" }, key))?.code).toBe(
      "insufficient_scope",
    );
  });
});

test("orders:money records payments and shows what carriers owe, and changes nothing else", async () => {
  const [money, reports, order] = [
    await keyFor(shop, "orders:money"),
    await keyFor(shop, "reports:read"),
    await shipped(),
  ];
  const debts = { report: "carrier_debts" };

  expect(await refused(shop, "analytics_report", { report: "sales" }, money)).toEqual(needs("reports:read"));
  expect(await refused(shop, "orders_mark_delivered", { order }, money)).toEqual(needs("orders:write"));
  expect(await refused(shop, "orders_confirm", { order }, money)).toEqual(needs("orders:desk"));
  expect(await runTool(shop, "analytics_report", debts, reports)).toMatchObject(
    await runTool(shop, "analytics_report", debts, money),
  );
  const paid = await runTool(shop, "orders_set_payment_status", { order, payment_status: "paid" }, money);
  expect(paid).toMatchObject({ payment_status: "paid" });
});

test("the role of who works on orders sees and does all of an order, and no report but the debts of carriers", async () => {
  const key = await keyFor(shop, ...ORDERS);
  const order = await place();
  for (const tool of ["orders_confirm", "orders_ship"]) await runTool(shop, tool, { order }, key);
  await runTool(shop, "orders_mark_delivered", { order, collected_amount: 2800 }, key);
  await runTool(shop, "orders_return", { order, reason: "late", refunded_amount: 100 }, key);

  expect((await call(shop, "analytics_report", { report: "carrier_debts" }, key)).problem).toBeUndefined();
  expect(await refused(shop, "analytics_report", { report: "best_sellers" }, key)).toEqual(needs("reports:read"));
});
