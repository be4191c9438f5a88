import { beforeAll, describe, expect, test } from "vitest";
import { columnsOf, type REPORT_NAMES, readBy } from "../../../src/analytics/arguments.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { call, post } from "../../support/operations.ts";
import { NOVEMBER, orderAt, report } from "../../support/sales-history.ts";
import { openSalesScene } from "../../support/sales-scene.ts";

type Row = Record<string, unknown>;

/** The thirty local days before November. */
const BEFORE = { from: "2025-10-02", to: "2025-10-31" };

let shop: Shop;
beforeAll(async () => {
  shop = await openSalesScene();
});

const percent = (now: unknown, before: unknown): number | null =>
  typeof now === "number" && typeof before === "number" && before !== 0
    ? Math.round(((now - before) / before) * 1000) / 10
    : null;

/** What identifies a row in both periods. */
const identityOf: Record<string, (row: Row) => unknown> = {
  best_sellers: ({ product_id }) => product_id,
  low_stock: ({ variant_id }) => variant_id,
  wilayas: ({ wilaya_code, name }) => wilaya_code ?? name,
  carriers: ({ carrier }) => carrier,
  carrier_debts: ({ carrier }) => carrier,
  rates: ({ status }) => status,
  customers: ({ customer_phone }) => customer_phone,
  coupons: ({ promotion_id }) => promotion_id,
};

describe.each(Object.keys(identityOf) as (typeof REPORT_NAMES)[number][])("%s, compared", (name) => {
  const args = { limit: 100, ...(name === "low_stock" && { threshold: 1000 }) };

  test("has the figures of the period before, by row and in total, with the changes in percent", async () => {
    const now = (await report(shop, name, { ...NOVEMBER, ...args })).data;
    const before = (await report(shop, name, { ...BEFORE, ...args })).data;

    const { data } = await report(shop, name, { ...NOVEMBER, ...args, compare: true });

    const identity = identityOf[name] ?? (() => undefined);
    const columns = Object.entries(columnsOf(name, readBy(name, undefined)));
    const averages = columns.filter(([, kind]) => kind === "average").map(([column]) => column);
    const figures = columns.filter(([, kind]) => ["count", "amount", "average"].includes(kind)).map(([one]) => one);
    const missing = (figure: string) => (averages.includes(figure) ? null : 0);
    expect(figures.length).toBeGreaterThan(0);
    for (const [i, row] of data.data.entries()) {
      const { before: compared, change_percent, ...shown } = row;
      const there = before.data.find((one: Row) => identity(one) === identity(shown));
      expect(shown).toEqual(now.data[i]);
      expect(compared).toEqual(
        Object.fromEntries(figures.map((figure) => [figure, there ? there[figure] : missing(figure)])),
      );
      expect(change_percent).toEqual(
        Object.fromEntries(figures.map((figure) => [figure, percent(shown[figure], compared[figure])])),
      );
    }
    expect(data).toMatchObject({ from_before: before.from, to_before: before.to, totals: now.totals });
    expect(data.to_before).toBe(data.from);
    expect(data.totals_before).toEqual(name === "low_stock" ? { sold: before.totals.sold } : before.totals);
    expect(data.totals_change_percent).toMatchObject(
      Object.fromEntries(
        Object.entries(data.totals_before as Row)
          .filter(([total]) => !["outcomes", "return_reasons", "cancellation_reasons"].includes(total))
          .map(([total, base]) => [total, percent(now.totals[total], base)]),
      ),
    );
  });
});

test("sales are compared step by step with the same days of the period before", async () => {
  const days = (await report(shop, "sales", BEFORE)).data;
  const { data, text } = await report(shop, "sales", { ...NOVEMBER, compare: true });

  expect(data.data.map(({ before }: Row) => before)).toEqual(days.data);
  expect(data.data[0].before.day).toBe("2025-10-02");
  expect(data.totals_before).toEqual(days.totals);
  expect(text).toContain("Before that, 2025-10-02 00:00 to 2025-11-01 00:00, Africa/Algiers: ");
});

test("months are compared with as many days, so that the rows add up to the totals before", async () => {
  const asked = { from: "2025-10-15", to: "2025-12-14", by: "month", compare: true };
  const { data } = await report(shop, "sales", asked);

  const before = data.data.map((row: { before: Row }) => row.before);
  expect(before.map(({ month }: Row) => month)).toEqual(["2025-08-15", "2025-09-01", "2025-10-01"]);
  expect(before.reduce((sum: number, { orders }: Row) => sum + Number(orders), 0)).toBe(data.totals_before.orders);
  expect(data.totals_before.orders).toBeGreaterThan(0);
});

test("rows that only the period before has are in its totals; change is null where nothing was before", async () => {
  const two = await openShop();
  const [rug, pot] = [await two.product({ name: "Rug", price: 1000 }), await two.product({ name: "Pot", price: 1000 })];
  await orderAt(two, "2025-10-20T10:00:00Z", [{ product_id: rug.id, quantity: 4 }]);
  await orderAt(two, "2025-11-20T10:00:00Z", [{ product_id: pot.id, quantity: 3 }]);

  const { data } = await report(two, "best_sellers", { ...NOVEMBER, compare: true });

  expect(data.data).toMatchObject([
    { product_id: pot.id, units: 3, before: { units: 0, orders: 0, revenue: 0 }, change_percent: { units: null } },
  ]);
  expect(data).toMatchObject({
    totals: { products: 1, units: 3, revenue: 30 },
    totals_before: { products: 1, units: 4, revenue: 40 },
    totals_change_percent: { products: 0, units: -25, revenue: -25 },
  });
});

test("a comparison has totals when no row of the page was there before, and when no row is there at all", async () => {
  const quiet = await openShop();
  const { id } = await quiet.product({ price: 1000 });
  await orderAt(quiet, "2025-10-20T10:00:00Z", [{ product_id: id, quantity: 4 }]);

  const { data } = await report(quiet, "customers", { ...NOVEMBER, compare: true });

  expect(data).toMatchObject({
    data: [],
    totals: { customers: 0, total: 0 },
    totals_before: { customers: 1, total: 40 },
  });
});

test("pages are compared, too, and over HTTP", async () => {
  const asked = { report: "customers", ...NOVEMBER, compare: true, limit: 2, sort: "customer_name" };
  const { body: first } = await post(shop, "analytics_report", asked);
  const { body: second } = await post(shop, "analytics_report", { ...asked, cursor: first.next_cursor });
  const { data: whole } = await call(shop, "analytics_report", { ...asked, limit: 100 });

  expect([...first.data, ...second.data]).toEqual(whole.data.slice(0, 4));
  expect(second.totals_before).toEqual(first.totals_before);
});

test("a period that is not over is compared with as much of the period before, on every page", async () => {
  const own = await openShop();
  const { id } = await own.product({ price: 1000, stock: 90 });
  const hour = 3_600_000;
  const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * hour).toISOString();
  const day = 24 * hour;
  await orderAt(own, at(1), [{ product_id: id, quantity: 3 }]);
  await orderAt(own, at(25), [{ product_id: id, quantity: 2 }]); // within the same part of the period before
  await orderAt(own, at(23), [{ product_id: id, quantity: 5 }]); // after it
  const period = { from: at(2), to: new Date(Date.now() - 2 * hour + day).toISOString(), compare: true };

  const { data, text } = await report(own, "sales", { ...period, time_zone: "UTC", limit: 1 });

  const elapsed = (from: string, to: string) => Date.parse(to) - Date.parse(from);
  expect(data).toMatchObject({
    totals: { units: 3 },
    totals_before: { units: 2 },
    totals_change_percent: { units: 50 },
  });
  expect(Math.abs(elapsed(data.from_before, data.to_before) - 2 * hour)).toBeLessThan(60_000);
  expect(text).toContain(" The period is not over; the same part of the one before, ");
  const next = await report(own, "sales", { ...period, time_zone: "UTC", cursor: data.next_cursor });
  expect(next.data).toMatchObject({ to_before: data.to_before, totals_before: data.totals_before });
});

test("steps that have not begun are compared with nothing", async () => {
  const own = await openShop();
  const { id } = await own.product({ price: 1000, stock: 90 });
  const from = new Date().toISOString().slice(0, 10);
  const to = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  for (const ago of [2, 3])
    await orderAt(own, new Date(Date.now() - ago * 86_400_000).toISOString(), [{ product_id: id, quantity: 1 }]);

  const { data } = await report(own, "sales", { from, to, time_zone: "UTC", compare: true });

  const later = data.data.slice(1);
  expect(later).toHaveLength(5);
  for (const { before, change_percent } of later) {
    expect(before).toMatchObject({ orders: 0, total: 0 });
    expect(new Set(Object.values(change_percent))).toEqual(new Set([null]));
  }
});
