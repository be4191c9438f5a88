import { beforeAll, describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { refused, runTool } from "../../support/mcp-tasks.ts";
import { keyFor } from "../../support/mcp-wire.ts";
import { call, post } from "../../support/operations.ts";
import { ordered } from "../../support/selling.ts";

/** How merchants name people, orders and parcels: each call finds what they mean, or says what to call. */

const GUEST = { customer_phone: "0661 48 27 15", customer_email: "guest@example.dz" };

let shop: Shop;
let lamp: string;
const place = async (given: object = {}): Promise<string> =>
  (await ordered(shop, [{ product_id: lamp, quantity: 1 }], given)).order_number;
const shipped = async (tracking_number: string, given: object = {}): Promise<string> => {
  const order = await place(given);
  await runTool(shop, "orders_confirm", { order });
  await runTool(shop, "orders_ship", { order, carrier: "Yalidine", tracking_number });
  return order;
};
const numbersOf = (rows: { order_number: string }[]) => rows.map(({ order_number }) => order_number);
const search = async (args: object) => numbersOf((await runTool(shop, "orders_search", args)).data);

beforeAll(async () => {
  shop = await openShop();
  lamp = (await shop.product({ price: 230_000, stock: 500 })).id;
});

describe("a guest", () => {
  test("is found as the customer of orders, by phone and by e-mail, also beside other filters", async () => {
    const order = await place(GUEST);

    for (const customer of ["+213 661 48 27 15", "GUEST@example.dz"]) {
      expect(await search({ customer })).toEqual([order]);
      expect(await search({ customer, status: "delivered" })).toEqual([]);
    }
  });

  test("is not known without orders; the refusals name the search for orders", async () => {
    await place(GUEST);

    for (const [operation, customer] of [
      ["orders_search", "0770 00 00 01"],
      ["orders_search", "nobody"],
      ["customers_get", GUEST.customer_phone],
      ["customers_save", GUEST.customer_phone],
    ] as const) {
      const { problem, text } = await call(shop, operation, { customer, full_name: undefined });
      const { body } = await post(shop, operation, { customer });
      expect([problem?.code, body.code], `${operation} ${customer}`).toEqual([
        "customer_not_found",
        "customer_not_found",
      ]);
      expect(text).toContain("orders_search with query");
      expect(body.next).toContain("orders_search with query");
    }
    expect(await search({ query: GUEST.customer_phone })).not.toEqual([]);
  });
});

describe("a tracking number", () => {
  test("names its order wherever an order is asked for, in capital and small letters", async () => {
    const order = await shipped("YAL-1");
    const asked: [string, object][] = [
      ["orders_get", {}],
      ["orders_add_note", { text: "Fragile" }],
      ["orders_update", { carrier: "ZR Express" }],
      ["orders_mark_delivered", {}],
      ["orders_return", { reason: "damaged" }],
    ];

    for (const [operation, args] of asked) {
      expect(await runTool(shop, operation, { order: "yal-1", ...args }), operation).toMatchObject({
        order_number: order,
      });
    }
    expect((await post(shop, "orders_get", { order: " YAL-1 " })).body).toMatchObject({ order_number: order });
    const { results } = await runTool(shop, "orders_move", { to: "delivered", orders: ["yal-1"], dry_run: true });
    expect(results).toMatchObject([{ order: order }]);
    const { data } = await runTool(shop, "changes_list", { of: "yal-1" });
    expect(data[0]).toMatchObject({ operation: "orders_return", sentence: expect.stringContaining(order) });
  });

  test("of several orders is refused with their numbers; an order's own number comes first", async () => {
    const orders = [await shipped("YAL-2"), await shipped("YAL-2")];
    const other = await shipped(orders[0] ?? "");

    for (const [operation, args] of [
      ["orders_get", {}],
      ["orders_mark_delivered", {}],
      ["orders_return", { reason: "lost" }],
    ] as const) {
      const problem = await refused(shop, operation, { order: "YAL-2", ...args });
      expect(problem).toMatchObject({ code: "invalid_value", allowed: expect.arrayContaining(orders) });
      for (const order of orders) expect(problem?.detail).toContain(order);
    }
    const { results } = await runTool(shop, "orders_move", { to: "delivered", orders: ["YAL-2"], dry_run: true });
    for (const order of orders) expect(results[0].problem.detail).toContain(order);
    expect(await runTool(shop, "orders_get", { order: orders[0] })).toMatchObject({ order_number: orders[0] });
    expect(await runTool(shop, "orders_get", { order: other })).toMatchObject({ tracking_number: orders[0] });
  });

  test("that no order has names none", async () => {
    expect(await refused(shop, "orders_get", { order: "YAL-404" })).toMatchObject({ code: "order_not_found" });
  });
});

describe("a search for orders", () => {
  test("by a coupon's code says what it searches, and what counts the coupon", async () => {
    const coupon = { title: "Eid", code: "EID20", discount_type: "percentage", discount_value: 20 };
    await runTool(shop, "promotions_save", coupon);

    const { text, data } = await call(shop, "orders_search", { query: "eid20" });
    expect(data.data).toEqual([]);
    expect(text).toContain('"eid20" is a coupon');
    expect(text).toContain("analytics_report");
    expect((await call(shop, "orders_search", { query: "EID21" })).text).not.toContain("coupon");
  });

  test("shows what was collected and remitted, where something was", async () => {
    const store = await openShop();
    const { id } = await store.product({ price: 230_000, stock: 9 });
    const order = (await ordered(store, [{ product_id: id, quantity: 1 }])).order_number;
    const row = async () => (await runTool(store, "orders_search", {})).data[0];
    await runTool(store, "orders_confirm", { order });
    expect(Object.keys(await row())).not.toEqual(expect.arrayContaining(["collected_amount"]));
    await runTool(store, "orders_ship", { order, carrier: "Yalidine", tracking_number: "YAL-3" });
    await runTool(store, "orders_mark_delivered", { order });

    expect(await row()).toMatchObject({ total: 2300, collected_amount: 2300 });
    expect(await row()).not.toHaveProperty("remitted_amount");
    await runTool(store, "cod_reconcile", { carrier: "Yalidine", rows: [{ ref: "YAL-3", amount: 2300 }] });
    expect(await row()).toMatchObject({ collected_amount: 2300, remitted_amount: 2300 });
  });
});

describe("owed: true", () => {
  let store: Shop;
  let owing: string[];
  const owed = async (args: object = {}, key?: string) => {
    const { data, total } = await runTool(store, "orders_search", { owed: true, ...args }, key);
    return { numbers: numbersOf(data), total };
  };
  beforeAll(async () => {
    store = await openShop();
    const { id } = await store.product({ price: 230_000, stock: 99 });
    const ship = async (
      carrier: string,
      { given = {}, paid = false, to = "orders_mark_delivered", more = {} } = {},
    ) => {
      const order = (await ordered(store, [{ product_id: id, quantity: 1 }], given)).order_number;
      await runTool(store, "orders_confirm", { order });
      if (paid) await runTool(store, "orders_set_payment_status", { order, payment_status: "paid" });
      await runTool(store, "orders_ship", { order, carrier });
      if (to) await runTool(store, to, { order, ...more });
      return order;
    };
    owing = [await ship("Yalidine", { given: GUEST }), await ship("ZR Express")];
    const remitted = await ship("Yalidine");
    await runTool(store, "cod_reconcile", { carrier: "Yalidine", rows: [{ ref: remitted, amount: 2300 }] });
    await ship("Yalidine", { paid: true });
    await ship("Yalidine", { to: "" });
    await ship("Yalidine", { to: "orders_return", more: { reason: "refused" } });
    await ship("Yalidine", { given: { payment_method: "card" } });
    await ship("Yalidine", { more: { collected_amount: 0 } });
  });

  test("lists the parcels that the report counts as unpaid", async () => {
    const { totals } = await runTool(store, "analytics_report", { report: "carrier_debts" });

    expect(await owed()).toEqual({ numbers: owing.toReversed(), total: totals.unpaid });
    expect((await runTool(store, "orders_search", { owed: false })).total).toBeGreaterThan(2);
  });

  test("goes with a carrier, a customer and a period, and says which filters it does not go with", async () => {
    expect(await owed({ carrier: "yalidine" })).toEqual({ numbers: [owing[0]], total: 1 });
    expect(await owed({ customer: GUEST.customer_phone })).toEqual({ numbers: [owing[0]], total: 1 });
    expect(await owed({ limit: 1 })).toMatchObject({ numbers: [owing[1]], total: 2 });
    expect(await owed({ to: "2020-01-01" })).toMatchObject({ numbers: [], total: 0 });
    const problem = await refused(store, "orders_search", { owed: true, query: "Karim" });
    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "owed" }] });
    expect(problem?.detail).toContain("carrier");
  });

  test("needs no more than the list of orders, which shows the same amounts", async () => {
    expect(await owed({}, await keyFor(store, "orders:read"))).toMatchObject({ total: 2 });
    const problem = await refused(store, "orders_search", { owed: true }, await keyFor(store, "orders:desk"));
    expect(problem).toMatchObject({ code: "insufficient_scope", allowed: ["orders:read"] });
  });
});
