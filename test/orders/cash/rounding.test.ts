import { describe, expect, test } from "vitest";
import { saveShippingRates } from "../../../src/shipping/shipping.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { changeBy, refused, runTool, seen } from "../../support/mcp-tasks.ts";
import { post } from "../../support/operations.ts";
import { expectInvariants, ordered, promote } from "../../support/selling.ts";

/** Opens a shop that rounds to `cash_rounding` (major units) and delivers for `shipping` (minor units). */
async function roundingShop(cash_rounding: number, { currency = "DZD", shipping = 0 } = {}): Promise<Shop> {
  const shop = await openShop({ currency });
  if (shipping > 0) {
    await shop.transact((db) =>
      saveShippingRates(db, [{ region: "*", method: "home", price: shipping, free_above: null }]),
    );
  }
  await runTool(shop, "store_update", { cash_rounding });
  return shop;
}

/** Orders one piece of a product of this price (minor units), and returns what of the order is money. */
async function amountsFor(shop: Shop, price: number, given: object = {}) {
  const { id } = await shop.product({ price });
  const { subtotal, discount, shipping_cost, rounding, total } = await ordered(
    shop,
    [{ product_id: id, quantity: 1 }],
    given,
  );
  expect(total).toBeCloseTo(subtotal - discount + shipping_cost + rounding, 6);
  return { rounding, total };
}

describe("a store that rounds", () => {
  test.each([
    [5, "DZD", 100_000, 0, 1000],
    [5, "DZD", 100_200, -2, 1000],
    [5, "DZD", 100_249, -2.49, 1000],
    [5, "DZD", 100_250, 2.5, 1005],
    [5, "DZD", 100_300, 2, 1005],
    [10, "DZD", 100_500, 5, 1010],
    [5, "DZD", 200, -2, 0],
    [1000, "DZD", 1, -0.01, 0],
    [1000, "DZD", 50_000, 500, 1000],
    [0.05, "EUR", 1002, -0.02, 10],
    [0.05, "EUR", 1003, 0.02, 10.05],
    [0.03, "EUR", 100, -0.01, 0.99],
    [0.02, "EUR", 101, 0.01, 1.02],
    [10, "JPY", 1004, -4, 1000],
    [10, "JPY", 1005, 5, 1010],
    [0.05, "TND", 1024, -0.024, 1],
    [0.05, "TND", 1025, 0.025, 1.05],
    [5, "DZD", 99_999_999_999_700, -2, 999_999_999_995],
  ])(
    "to %s %s makes of %s minor units a rounding of %s and a total of %s",
    async (to, currency, price, rounding, total) => {
      const shop = await roundingShop(to, { currency });
      expect(await amountsFor(shop, price)).toEqual({ rounding, total });
    },
  );

  test("rounds what is left after coupons and with delivery", async () => {
    const shop = await roundingShop(5, { shipping: 40_100 });
    await promote(shop, { title: "Third", code: "THIRD", discount_type: "percentage", discount_value: 3333 });
    await promote(shop, { title: "All", code: "ALL", discount_type: "percentage", discount_value: 10_000 });
    await promote(shop, { title: "Ship", code: "SHIP", discount_type: "free_shipping" });

    // 1000 - 333.30 + 401 = 1067.70; 401; 1002
    expect(await amountsFor(shop, 100_000, { coupon_code: "THIRD" })).toEqual({ rounding: 2.3, total: 1070 });
    expect(await amountsFor(shop, 100_000, { coupon_code: "ALL" })).toEqual({ rounding: -1, total: 400 });
    expect(await amountsFor(shop, 100_200, { coupon_code: "SHIP" })).toEqual({ rounding: -2, total: 1000 });
    await expectInvariants(shop);
  });

  test("rounds only what is paid in cash", async () => {
    const shop = await roundingShop(5);

    expect(await amountsFor(shop, 100_200, { payment_method: "card" })).toEqual({ rounding: 0, total: 1002 });
    expect(await amountsFor(shop, 100_200, { payment_method: "COD" })).toEqual({ rounding: -2, total: 1000 });
  });

  test("shows it on the order everywhere: to the shopper, to the merchant, and before an order by phone is placed", async () => {
    const shop = await roundingShop(5);
    const { id } = await shop.product({ price: 100_200, sku: "POT" });
    const { order_number } = await ordered(shop, [{ product_id: id, quantity: 1 }]);
    const money = { subtotal: 1002, rounding: -2, total: 1000 };

    expect(await seen(shop, `/orders/track/${order_number}`)).toMatchObject(money);
    for (const response_format of ["concise", "detailed"]) {
      expect(await runTool(shop, "orders_get", { order: order_number, response_format })).toMatchObject(money);
    }
    const found = await runTool(shop, "orders_search", { query: order_number, response_format: "detailed" });
    expect(found.data).toMatchObject([money]);

    const phone = { items: [{ item: "POT", quantity: 3 }], customer_name: "Lynda", customer_phone: "0661 22 33 44" };
    const dry = await runTool(shop, "orders_create", { ...phone, dry_run: true });
    expect(dry.changes[0].after).toMatchObject({ rounding: -1, total: 3005 });
    expect(await runTool(shop, "orders_create", phone)).toMatchObject({ rounding: -1, total: 3005 });
    expect((await post(shop, "orders_create", phone)).body).toMatchObject({ rounding: -1, total: 3005 });
    const delivered = { order: order_number };
    await runTool(shop, "orders_confirm", delivered);
    await runTool(shop, "orders_ship", delivered);
    expect(await runTool(shop, "orders_mark_delivered", delivered)).toMatchObject({
      collected_amount: 1000,
      payment_status: "paid",
    });
    await expectInvariants(shop);
  });

  test("rounds anew when what is ordered or the delivery cost changes", async () => {
    const shop = await roundingShop(5);
    const { id } = await shop.product({ price: 100_200, sku: "POT" });
    const { order_number: order } = await ordered(shop, [{ product_id: id, quantity: 1 }]);

    const more = { order, items: [{ line: "POT", quantity: 2 }] };
    expect(await runTool(shop, "orders_update", more)).toMatchObject({ subtotal: 2004, rounding: 1, total: 2005 });
    const dearer = { order, shipping_cost: 403.5 };
    expect(await runTool(shop, "orders_update", dearer)).toMatchObject({ rounding: 2.5, total: 2410 });
    await expectInvariants(shop);
  });

  test("keeps the orders that were placed before, and can stop", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ price: 100_200 });
    const line = [{ product_id: id, quantity: 1 }];
    const before = await ordered(shop, line);
    await runTool(shop, "store_update", { cash_rounding: 5 });
    const { change_id } = await runTool(shop, "store_update", { cash_rounding: 10 });

    expect(before).toMatchObject({ rounding: 0, total: 1002 });
    expect(await seen(shop, `/orders/track/${before.order_number}`)).toMatchObject({ rounding: 0, total: 1002 });
    await runTool(shop, "changes_undo", { changes: [change_id] });
    expect(await runTool(shop, "store_get")).toMatchObject({ cash_rounding: 5 });
    await runTool(shop, "store_update", { cash_rounding: 0 });
    expect(await ordered(shop, line)).toMatchObject({ rounding: 0, total: 1002 });
  });
});

describe("the setting", () => {
  test("is off by default, changes with store_update, and is not public", async () => {
    const shop = await openShop();
    expect(await runTool(shop, "store_get")).toMatchObject({ cash_rounding: 0, blocked_phone_policy: "mark" });

    expect(await runTool(shop, "store_update", { cash_rounding: 5 })).toMatchObject({ cash_rounding: 5 });

    expect(await changeBy(shop, "store_update")).toMatchObject({
      before: { cash_rounding: 0 },
      after: { cash_rounding: 5 },
    });
    const store = JSON.stringify(await seen(shop, "/store"));
    expect(store).not.toMatch(/cash_rounding|blocked_phone_policy/);
  });

  test.each([
    ["DZD", -5, /0/],
    ["DZD", 1000.01, /at most 1000 DZD/],
    ["DZD", 1_000_000, /at most 1000 DZD/],
    ["DZD", 0.001, /at most 2 decimals/],
    ["EUR", 0.005, /at most 2 decimals/],
    ["JPY", 0.5, /a whole number of JPY/],
    ["TND", 0.0005, /at most 3 decimals/],
  ])("in %s refuses %s", async (currency, cash_rounding, message) => {
    const shop = await openShop({ currency });

    const problem = await refused(shop, "store_update", { cash_rounding });

    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "cash_rounding" }] });
    expect(problem?.errors[0]?.message).toMatch(message);
  });
});
