import { describe, expect, test } from "vitest";
import { createPromotion } from "../../../src/promotions/promotions.ts";
import { saveShippingRates } from "../../../src/shipping/shipping.ts";
import { openShop } from "../../support/app.ts";
import { call } from "../../support/operations.ts";
import { NOVEMBER, orderAt, report } from "../../support/sales-history.ts";
import { expectInvariants } from "../../support/selling.ts";

type Row = Record<"gross" | "discounts" | "shipping" | "rounding" | "total", number> & { day?: string };

describe("sales", () => {
  test("are added up by day, week and month; cancelled and returned orders are listed separately", async () => {
    const shop = await openShop();
    await shop.transact((db) =>
      saveShippingRates(db, [{ region: "*", method: "home", price: 40_000, free_above: null }]),
    );
    await shop.transact((db) =>
      createPromotion(db, { title: "Tenth", discount_type: "percentage", discount_value: 1000, code: "TENTH" }),
    );
    const [rug, pot] = [await shop.product({ price: 1_000_000 }), await shop.product({ price: 250_050 })];
    const rugs = (quantity: number) => [{ product_id: rug.id, quantity }];
    await orderAt(shop, "2025-11-03T10:00:00Z", [...rugs(2), { product_id: pot.id, quantity: 1 }]);
    await orderAt(shop, "2025-11-03T12:00:00Z", rugs(1), { coupon_code: "TENTH" });
    await orderAt(shop, "2025-11-09T12:00:00Z", rugs(1), { to: "delivered" });
    await orderAt(shop, "2025-11-09T13:00:00Z", rugs(3), { to: "cancelled" });
    await orderAt(shop, "2025-11-10T12:00:00Z", rugs(1), { to: "returned" });
    await orderAt(shop, "2025-12-01T12:00:00Z", rugs(1));
    const other = await openShop();
    const theirs = await other.product();
    await orderAt(other, "2025-11-03T10:00:00Z", [{ product_id: theirs.id, quantity: 1 }]);

    const days = await report(shop, "sales", NOVEMBER);
    const weeks = await report(shop, "sales", { from: "2025-11-05", to: "2025-11-17", by: "week" });
    const months = await report(shop, "sales", { from: "2025-10-15", to: "2025-12-14", by: "month" });

    expect(days.data).toMatchObject({
      report: "sales",
      from: "2025-10-31T23:00:00.000Z",
      to: "2025-11-30T23:00:00.000Z",
      time_zone: "Africa/Algiers",
      currency: "DZD",
      totals: {
        orders: 3,
        units: 5,
        gross: 42500.5,
        discounts: 1000,
        shipping: 1200,
        rounding: 0,
        total: 42700.5,
        cancelled: 1,
        returned: 1,
        average_order: 14233.5,
      },
    });
    expect(days.data.data).toHaveLength(30);
    expect(days.data.data.filter((day: { orders: number }) => day.orders > 0)).toEqual([
      {
        day: "2025-11-03",
        orders: 2,
        units: 4,
        gross: 32500.5,
        discounts: 1000,
        shipping: 800,
        rounding: 0,
        refunded: 0,
        total: 32300.5,
        cancelled: 0,
        returned: 0,
      },
      {
        day: "2025-11-09",
        orders: 1,
        units: 1,
        gross: 10000,
        discounts: 0,
        shipping: 400,
        rounding: 0,
        refunded: 0,
        total: 10400,
        cancelled: 1,
        returned: 0,
      },
    ]);
    expect(days.text).toBe(
      "2025-11-01 00:00 to 2025-12-01 00:00, Africa/Algiers: 3 orders, 5 units, 42700.5 DZD; not counted: 1 cancelled, 1 returned.",
    );
    expect(
      weeks.data.data.map(({ week, orders, returned }: Record<string, unknown>) => [week, orders, returned]),
    ).toEqual([
      ["2025-11-05", 1, 0], // the period begins on a Wednesday, its weeks on Mondays
      ["2025-11-10", 0, 1],
      ["2025-11-17", 0, 0],
    ]);
    expect(months.data.data.map(({ month, orders }: Record<string, unknown>) => [month, orders])).toEqual([
      ["2025-10-15", 0],
      ["2025-11-01", 3],
      ["2025-12-01", 1],
    ]);
    await expectInvariants(shop);
  });

  test("add up with the rounding of cash orders, also of those of which a part came back", async () => {
    const shop = await openShop();
    await call(shop, "store_update", { cash_rounding: 5 });
    await shop.transact((db) =>
      createPromotion(db, { title: "Tenth", discount_type: "percentage", discount_value: 1000, code: "TENTH" }),
    );
    const pot = await shop.product({
      price: 100_249,
      variants: [{ sku: "POT", price: 100_249, inventory_quantity: 50 }],
    });
    const pots = (quantity: number) => [{ product_id: pot.id, quantity }];
    await orderAt(shop, "2025-11-03T10:00:00Z", pots(1)); // 1,002.49 becomes 1,000
    await orderAt(shop, "2025-11-03T11:00:00Z", pots(2), { coupon_code: "TENTH" }); // 1,804.48 becomes 1,805
    await orderAt(shop, "2025-11-04T11:00:00Z", pots(1), { payment_method: "card" });
    await orderAt(shop, "2025-11-04T11:00:00Z", pots(1), { to: "cancelled" });
    const { order_number: order } = await orderAt(shop, "2025-11-05T11:00:00Z", pots(3), { to: "delivered" });
    const back = { order, reason: "damaged", items: [{ item: "POT", quantity: 1 }] };
    expect((await call(shop, "orders_return", back)).problem).toBeUndefined();

    const { data } = await report(shop, "sales", { from: "2025-11-03", to: "2025-11-05", sort: "rounding" });

    const added = (row: Row) => row.gross - row.discounts + row.shipping + row.rounding;
    for (const row of [...data.data, data.totals]) expect(added(row)).toBeCloseTo(row.total, 6);
    expect(data.data.map(({ day, rounding }: Row) => [day, rounding])).toEqual([
      ["2025-11-05", 0.02], // 2,004.98 is left of 3,007.47
      ["2025-11-04", 0],
      ["2025-11-03", -1.97],
    ]);
    expect(data.totals.rounding).toBe(-1.95);
  });

  test("count on the local day of the store, or of the requested time zone", async () => {
    const shop = await openShop();
    const { id } = await shop.product();
    for (const now of ["2025-11-03T22:59:59.999Z", "2025-11-03T23:00:00.000Z"]) {
      await orderAt(shop, now, [{ product_id: id, quantity: 1 }]);
    }
    const daysIn = async (args: object) => {
      const { data } = await report(shop, "sales", { from: "2025-11-03", to: "2025-11-04", ...args });
      return data.data.map(({ day, orders }: Record<string, unknown>) => [day, orders]);
    };

    expect(await daysIn({})).toEqual([
      ["2025-11-03", 1],
      ["2025-11-04", 1],
    ]);
    expect(await daysIn({ time_zone: "UTC" })).toEqual([
      ["2025-11-03", 2],
      ["2025-11-04", 0],
    ]);
    expect(await daysIn({ time_zone: "America/New_York", from: "2025-11-03T18:00" })).toEqual([
      ["2025-11-03", 1],
      ["2025-11-04", 0],
    ]);
    expect(await daysIn({ from: "2025-11-03T23:00:00Z", to: "2025-11-04T23:00:00Z" })).toEqual([["2025-11-04", 1]]);
    expect(await daysIn({ to: "2025-11-03T22:59:59.999Z" })).toEqual([["2025-11-03", 0]]); // the end is exclusive
  });

  test("use the right days when daylight saving time starts or ends", async () => {
    const shop = await openShop({ country: "FR", currency: "EUR" });
    const { id } = await shop.product();
    for (const now of ["2025-03-29T23:30:00Z", "2025-03-30T21:59:00Z", "2025-03-30T22:00:00Z"]) {
      await orderAt(shop, now, [{ product_id: id, quantity: 1 }]);
    }

    const paris = await report(shop, "sales", { from: "2025-03-30", to: "2025-03-31" });
    const cairo = await report(shop, "sales", { from: "2025-04-25", to: "2025-04-25", time_zone: "Africa/Cairo" });

    expect(paris.data).toMatchObject({ from: "2025-03-29T23:00:00.000Z", to: "2025-03-31T22:00:00.000Z" });
    expect(paris.data.data.map(({ orders }: { orders: number }) => orders)).toEqual([2, 1]);
    // In Cairo that Friday began at 01:00, because daylight saving time started at midnight.
    expect(cairo.data).toMatchObject({ from: "2025-04-24T22:00:00.000Z", to: "2025-04-25T21:00:00.000Z" });
    expect((await report(shop, "sales")).data.time_zone).toBe("Europe/Paris");
  });

  test("cover the last thirty days by default", async () => {
    const shop = await openShop();
    const { id } = await shop.product();
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await orderAt(shop, ago(0), [{ product_id: id, quantity: 1 }]);
    await orderAt(shop, ago(28.9), [{ product_id: id, quantity: 2 }]);
    await orderAt(shop, ago(31), [{ product_id: id, quantity: 4 }]);

    const { data } = await report(shop, "sales");

    expect(data.totals).toMatchObject({ orders: 2, units: 3 });
    expect(data.data).toHaveLength(30);
    expect(data.data.at(-1).orders).toBe(1);
  });
});
