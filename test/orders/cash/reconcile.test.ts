import { describe, expect, test } from "vitest";
import { sql } from "../../../src/db/sql.ts";
import { openShop } from "../../support/app.ts";
import { at, entries, refused, runConfirmedTool, runTool } from "../../support/mcp-tasks.ts";
import { keyFor } from "../../support/mcp-wire.ts";
import { call, post } from "../../support/operations.ts";
import { expectInvariants, ordered } from "../../support/selling.ts";
import { shippingShop } from "./shipped.ts";

const YALIDINE = { carrier: "Yalidine" };

describe("a statement of a carrier", () => {
  test("delivers what was shipped, and records what was collected and paid", async () => {
    const { shop, ship } = await shippingShop();
    const shipped = await ship("YAL-1");
    const delivered = await ship("YAL-2", { to: "orders_mark_delivered" });
    const rows = [
      { ref: "yal-1", amount: 2300 },
      { ref: delivered, amount: 2300 },
    ];

    const answer = await runTool(shop, "cod_reconcile", { carrier: "yalidine ", rows, paid_at: "2026-11-01" });

    expect(answer).toMatchObject({
      rows: 2,
      matched: 2,
      not_matched: 0,
      delivered: 1,
      mismatches: [],
      next: {},
      amount_stated: 4600,
      amount_matched: 4600,
      amount_not_matched: 0,
      currency: "DZD",
    });
    for (const order of [shipped, delivered]) {
      expect(await runTool(shop, "orders_get", { order, response_format: "detailed" })).toMatchObject({
        status: "delivered",
        payment_status: "paid",
        collected_amount: 2300,
        remitted_amount: 2300,
        remitted_at: "2026-10-31T23:00:00.000Z",
      });
    }
    const [first] = await entries(shop, "cod_reconcile");
    expect(first).toMatchObject({
      before: { status: "shipped", payment_status: "unpaid", collected_amount: null, remitted_amount: null },
      after: { status: "delivered", payment_status: "paid", collected_amount: 2300, remitted_amount: 2300 },
    });
    await expectInvariants(shop);
  });

  test("lists every row that does not match, with the reason, and leaves its order unchanged", async () => {
    const { shop, ship } = await shippingShop();
    const { id } = await shop.product({ price: 230_000 });
    const one = [{ product_id: id, quantity: 1 }];
    const good = await ship("YAL-1");
    const short = await ship("YAL-2");
    const paidBefore = await ship("YAL-3");
    await runTool(shop, "cod_reconcile", { ...YALIDINE, rows: [{ ref: "YAL-3", amount: 2300 }] });
    const returned = await ship("YAL-4", { to: "orders_return" });
    const other = await ship("ZR-1", { carrier: "ZR Express" });
    const own = await ship("OWN-1", { carrier: null });
    const twins = [await ship("TWIN"), await ship("TWIN")];
    const card = await ship("YAL-5", { order: { payment_method: "card" } });
    const transfer = await ship("YAL-6");
    await runTool(shop, "orders_set_payment_status", { order: transfer, payment_status: "paid" });
    const { order_number: pending } = await ordered(shop, one);
    await runTool(shop, "orders_update", { order: pending, carrier: "Yalidine" });
    const { order_number: cancelled } = await ordered(shop, one);
    await runTool(shop, "orders_update", { order: cancelled, carrier: "Yalidine" });
    await runTool(shop, "orders_cancel", { order: cancelled });
    const others = [short, paidBefore, returned, other, own, ...twins, card, transfer, pending, cancelled];
    const stateOf = async () => {
      const found = await Promise.all(others.map((order) => runTool(shop, "orders_get", { order })));
      return found.map(({ phone_history: _, ...order }) => order); // all are of one phone
    };
    const before = await stateOf();
    const rows = ["YAL-1", "YAL-2", "YAL-3", "YAL-4", "ZR-1", "OWN-1", "TWIN", "YAL-5", "YAL-6", pending, cancelled];
    const stated = [...rows, "YAL-99", good].map((ref) => ({ ref, amount: ref === "YAL-2" ? 2250.5 : 2300 }));

    const { mismatches, next, ...answer } = await runTool(shop, "cod_reconcile", {
      ...YALIDINE,
      rows: [...stated, { ref: "YAL-7", amount: 1.005 }],
    });

    const of = (row: number, ref: string, reason: string, more: object = {}) => ({
      row,
      ref,
      reason,
      stated: ref === "YAL-2" ? 2250.5 : 2300,
      ...more,
    });
    expect(mismatches).toEqual([
      of(2, "YAL-2", "different_amount", { order_number: short, expected: 2300 }),
      of(3, "YAL-3", "already_remitted", { order_number: paidBefore, expected: 2300 }),
      of(4, "YAL-4", "returned", { order_number: returned }),
      of(5, "ZR-1", "other_carrier", { order_number: other, carrier: "ZR Express" }),
      of(6, "OWN-1", "other_carrier", { order_number: own, carrier: null }),
      of(7, "TWIN", "ambiguous", { order_numbers: expect.arrayContaining(twins) }),
      of(8, "YAL-5", "paid_otherwise", { order_number: card }),
      of(9, "YAL-6", "paid_otherwise", { order_number: transfer }),
      of(10, pending, "not_shipped", { order_number: pending }),
      of(11, cancelled, "cancelled", { order_number: cancelled }),
      of(12, "YAL-99", "unknown"),
      of(13, good, "same_order", { order_number: good }),
      { row: 14, ref: "YAL-7", reason: "unreadable", stated: null },
    ]);
    expect(Object.keys(next)).toEqual([...new Set(mismatches.map(({ reason }: { reason: string }) => reason))]);
    expect(answer).toMatchObject({
      rows: 14,
      matched: 1,
      not_matched: 13,
      delivered: 1,
      amount_stated: 29_850.5,
      amount_matched: 2300,
      amount_not_matched: 27_550.5,
    });
    expect(await stateOf()).toEqual(before);
    await expectInvariants(shop);
  });

  test("that names an order of the same tracking number elsewhere is of the carrier's own", async () => {
    const { shop, ship } = await shippingShop();
    await ship("100", { carrier: "ZR Express" });
    const own = await ship("100");

    const answer = await runTool(shop, "cod_reconcile", { ...YALIDINE, rows: [{ ref: "100", amount: 2300 }] });

    expect(answer).toMatchObject({ matched: 1 });
    expect(await runTool(shop, "orders_get", { order: own })).toMatchObject({ remitted_amount: 2300 });
  });

  test("is matched with what was collected where that was recorded, also of an order that came back later", async () => {
    const { shop, ship } = await shippingShop();
    const short = await ship("YAL-1");
    await runTool(shop, "orders_mark_delivered", { order: short, collected_amount: 2000 });
    const back = await ship("YAL-2", { to: "orders_mark_delivered" });
    await runTool(shop, "orders_return", { order: back, reason: "changed_mind" });
    const rows = [
      { ref: "YAL-1", amount: 2000 },
      { ref: "YAL-2", amount: 2300 },
    ];

    expect(await runTool(shop, "cod_reconcile", { ...YALIDINE, rows })).toMatchObject({ matched: 2, delivered: 0 });

    expect(await runTool(shop, "orders_get", { order: short })).toMatchObject({
      status: "delivered",
      payment_status: "unpaid",
      collected_amount: 2000,
      remitted_amount: 2000,
    });
    expect(await runTool(shop, "orders_get", { order: back })).toMatchObject({
      status: "returned",
      remitted_amount: 2300,
    });
  });

  test("expects less for an order of which something came back", async () => {
    const { shop, ship } = await shippingShop();
    const order = await ship("YAL-1", { price: 100_000, quantity: 3 });
    const { items } = await runTool(shop, "orders_get", { order, response_format: "detailed" });
    await runTool(shop, "orders_return", { order, items: [{ item: items[0].id, quantity: 1 }], reason: "refused" });
    const ask = (amount: number) => ({ ...YALIDINE, rows: [{ ref: "YAL-1", amount }] });

    const { mismatches } = await runTool(shop, "cod_reconcile", ask(3000));
    expect(mismatches).toMatchObject([{ reason: "different_amount", expected: 2000 }]);
    expect(await runTool(shop, "cod_reconcile", ask(2000))).toMatchObject({ matched: 1, delivered: 1 });
  });

  test("does not count what was paid before the delivery as the carrier's", async () => {
    const { shop, ship } = await shippingShop();
    const number = await ship("YAL-1");
    await runTool(shop, "orders_set_payment_status", { order: number, payment_status: "paid" });
    await runTool(shop, "orders_mark_delivered", { order: number });

    const rows = [{ ref: "YAL-1", amount: 2300 }];
    const { mismatches } = await runTool(shop, "cod_reconcile", { ...YALIDINE, rows });

    expect(mismatches).toMatchObject([{ reason: "paid_otherwise" }]);
    const { totals } = await runTool(shop, "analytics_report", { report: "carrier_debts" });
    expect(totals).toMatchObject({ parcels: 0, owed: 0 });
  });

  test("records the cash of orders that were delivered without it", async () => {
    const { shop, ship } = await shippingShop();
    const number = await ship("YAL-1", { to: "orders_mark_delivered" });
    await shop.transact((db) =>
      db.run(sql`
        update orders
        set collected_amount = null, payment_status = 'unpaid'
        where site_id = ${db.siteId} and order_number = ${number}
      `),
    );

    await runTool(shop, "cod_reconcile", { ...YALIDINE, rows: [{ ref: "YAL-1", amount: 2300 }] });

    expect(await runTool(shop, "orders_get", { order: number })).toMatchObject({
      payment_status: "paid",
      collected_amount: 2300,
      remitted_amount: 2300,
    });
  });

  test("may be CSV, over HTTP too, and a dry run changes nothing", async () => {
    const { shop, ship } = await shippingShop();
    const number = await ship("YAL-1");
    const csv = "Bordereau 12;;\nCode suivi;Client;Montant à recouvrer\nYAL-1;Karim;2 300,00\nYAL-2;Lynda;1 000,00\n";

    const dry = await runTool(shop, "cod_reconcile", { ...YALIDINE, csv, dry_run: true });
    expect(dry).toMatchObject({
      changes_count: 1,
      matched: 1,
      not_matched: 1,
      mismatches: [{ row: 4, ref: "YAL-2", reason: "unknown" }],
      not_undoable: expect.stringContaining("take_back"),
    });
    expect(await runTool(shop, "orders_get", { order: number })).toMatchObject({ status: "shipped" });

    const { status, body } = await post(shop, "cod_reconcile", { ...YALIDINE, csv });
    expect([status, body]).toMatchObject([200, { matched: 1, amount_stated: 3300, amount_matched: 2300 }]);
    expect(JSON.stringify(body)).not.toMatch(/Karim|Lynda/);
  });

  test("is taken back by the same rows: the carrier owes the cash again, and the delivery stays", async () => {
    const { shop, ship } = await shippingShop();
    const number = await ship("YAL-1");
    await ship("YAL-2");
    const ask = (amount: number, take_back = true) => ({ ...YALIDINE, rows: [{ ref: "YAL-1", amount }], take_back });
    await runTool(shop, "cod_reconcile", ask(2300, false));

    const wrong = await runTool(shop, "cod_reconcile", ask(2000));
    expect(wrong.mismatches).toMatchObject([{ reason: "different_amount", expected: 2300 }]);
    const never = { ...ask(2300), rows: [{ ref: "YAL-2", amount: 2300 }] };
    expect((await runTool(shop, "cod_reconcile", never)).mismatches).toMatchObject([{ reason: "not_remitted" }]);
    expect(await runTool(shop, "cod_reconcile", ask(2300))).toMatchObject({ matched: 1, delivered: 0 });

    expect(await runTool(shop, "orders_get", { order: number, response_format: "detailed" })).toMatchObject({
      status: "delivered",
      payment_status: "paid",
      collected_amount: 2300,
      remitted_amount: null,
      remitted_at: null,
    });
    expect(await runTool(shop, "cod_reconcile", ask(2300, false))).toMatchObject({ matched: 1 });
  });

  test("is recorded once, however often the call comes", async () => {
    const { shop, ship } = await shippingShop();
    await ship("YAL-1");
    const args = { ...YALIDINE, rows: [{ ref: "YAL-1", amount: 2300 }], idempotency_key: "statement 12" };

    await runTool(shop, "cod_reconcile", args);

    expect(await runTool(shop, "cod_reconcile", args)).toMatchObject({ replayed: true, matched: 1 });
  });

  test.each([
    [{ rows: [{ ref: "YAL-1", amount: 1 }], csv: "Suivi;Montant\nYAL-1;1" }, "rows"],
    [{}, "rows"],
    [{ rows: [] }, "rows"],
    [{ rows: [{ ref: "YAL-1", amount: -1 }] }, "rows.0.amount"],
    [{ rows: [{ ref: "YAL-1", amount: 1, who: "Karim" }] }, "rows.0.who"],
    [{ csv: "Nom;Ville\nKarim;Oran" }, "csv"],
    [{ rows: [{ ref: "YAL-1", amount: 1 }], paid_at: "2099-01-01" }, "paid_at"],
    [{ rows: [{ ref: "YAL-1", amount: 1 }], paid_at: "yesterday" }, "paid_at"],
  ])("is refused: %j", async (args, path) => {
    const problem = await refused(await openShop(), "cod_reconcile", { ...YALIDINE, ...args });
    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path }] });
  });

  test("needs orders:money, and tells nothing of people", async () => {
    const { shop, ship } = await shippingShop();
    const number = await ship("YAL-1");
    const args = { ...YALIDINE, rows: [{ ref: "YAL-1", amount: 2300 }] };

    for (const scope of ["orders:read", "orders:write"] as const) {
      const key = await keyFor(shop, scope);
      expect(await refused(shop, "cod_reconcile", args, key)).toMatchObject({ code: "insufficient_scope" });
    }

    const writer = await keyFor(shop, "orders:money");
    const dry = await runTool(shop, "cod_reconcile", { ...args, dry_run: true }, writer);
    expect(JSON.stringify(dry)).toContain(number);
    expect(JSON.stringify(dry)).not.toMatch(/Karim|Benali|12 34/);
    expect(await runTool(shop, "cod_reconcile", args, writer)).toMatchObject({ matched: 1 });
  });

  test("does not reach another store's orders", async () => {
    const [{ shop, ship }, other] = [await shippingShop(), await shippingShop()];
    const theirs = await other.ship("YAL-1");
    await ship("YAL-2");
    const rows = ["YAL-1", theirs].map((ref) => ({ ref, amount: 2300 }));

    const { mismatches } = await runTool(shop, "cod_reconcile", { ...YALIDINE, rows });

    expect(mismatches).toMatchObject([{ reason: "unknown" }, { reason: "unknown" }]);
    expect(await runTool(other.shop, "orders_get", { order: theirs })).toMatchObject({ status: "shipped" });
  });
});

test("what a customer paid after the carrier settled is not owed by the carrier", async () => {
  const { shop, ship } = await shippingShop();
  const order = await ship("YAL-1", { price: 10_000 });
  await runTool(shop, "orders_mark_delivered", { order, collected_amount: 50 });
  await runTool(shop, "cod_reconcile", { ...YALIDINE, rows: [{ ref: "YAL-1", amount: 50 }] });
  await runTool(shop, "orders_set_payment_status", { order, payment_status: "paid" });

  const { totals } = await runTool(shop, "analytics_report", { report: "carrier_debts" });
  expect([totals.owed, totals.unpaid]).toEqual([0, 0]);
  expect((await runTool(shop, "orders_search", { owed: true })).total).toBe(0);
});

test("amounts of billions, and currencies without cents", async () => {
  const { shop, ship } = await shippingShop({ currency: "JPY" });
  await ship("YAL-1", { price: 987_654_321_012 });
  const csv = "Suivi;Montant\nYAL-1;987 654 321 012\n";

  expect(await runTool(shop, "cod_reconcile", { ...YALIDINE, csv })).toMatchObject({
    matched: 1,
    amount_stated: 987_654_321_012,
    amount_matched: 987_654_321_012,
  });
  expect((await runTool(shop, "analytics_report", { report: "carrier_debts" })).totals).toMatchObject({
    collected: 987_654_321_012,
    remitted: 987_654_321_012,
    owed: 0,
  });
});

test("more than 20 orders need the token of a dry run; two statements at once pay an order once", async () => {
  const { shop, ship } = await shippingShop();
  const refs = Array.from({ length: 22 }, (_, i) => `YAL-${i}`);
  for (const ref of refs) await ship(ref);
  const rows = refs.map((ref) => ({ ref, amount: 2300 }));

  expect(await refused(shop, "cod_reconcile", { ...YALIDINE, rows })).toMatchObject({ code: "confirmation_required" });
  const halves = [rows.slice(0, 15), rows.slice(7).reverse()];
  const both = await Promise.all(halves.map((half) => call(shop, "cod_reconcile", { ...YALIDINE, rows: half })));
  expect(both.reduce((sum, { data }) => sum + data.matched, 0)).toBe(22);
  const all = await runConfirmedTool(shop, "cod_reconcile", { ...YALIDINE, rows, take_back: true });
  expect(all).toMatchObject({ matched: 22, delivered: 0 });
  await expectInvariants(shop);
}, 60_000);

test("the time of payment is that of the call by default", async () => {
  const { shop, ship } = await shippingShop();
  const number = await ship("YAL-1");
  const args = { ...YALIDINE, rows: [{ ref: "YAL-1", amount: 2300 }] };

  await at("2030-05-01T10:00:00.000Z", () => runTool(shop, "cod_reconcile", args));

  expect(await runTool(shop, "orders_get", { order: number, response_format: "detailed" })).toMatchObject({
    remitted_at: "2030-05-01T10:00:00.000Z",
  });
});
