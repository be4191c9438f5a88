import { expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { refused } from "../../support/mcp-tasks.ts";
import { orderAt, report } from "../../support/sales-history.ts";

const REPORTS = ["sales", "best_sellers", "low_stock", "wilayas", "rates", "customers", "coupons"];

test.each(REPORTS)(
  "the report %s is empty for a store without orders, although another store has some",
  async (name) => {
    const [shop, busy] = [await openShop(), await openShop()];
    const { id } = await busy.product({ stock: 3 });
    await orderAt(busy, new Date().toISOString(), [{ product_id: id, quantity: 1 }]);

    const { data, problem } = await report(shop, name);

    expect(problem).toBeUndefined();
    const { threshold: _given, calls_per_order: _none, outcomes: _all, ...totals } = data.totals;
    expect(Object.values(totals).filter((figure) => figure !== null && figure !== 0)).toEqual([]);
    expect(
      data.data.flatMap((row: object) => Object.values(row).filter((one) => typeof one === "number" && one !== 0)),
    ).toEqual([]);
  },
);

test.each([
  [{ report: "profits" }, "report"],
  [{ report: "sales", by: "units" }, "by"],
  [{ report: "best_sellers", by: "week" }, "by"],
  [{ report: "sales", by: "day", from: "2020-01-01", to: "2025-01-01" }, "by"],
  [{ report: "sales", time_zone: "Mars/Olympus" }, "time_zone"],
  [{ report: "sales", from: "yesterday" }, "from"],
  [{ report: "sales", from: "2999-01-01" }, "from"],
  [{ report: "sales", from: "2025-11-03", to: "2025-11-02" }, "to"],
  [{ report: "low_stock", threshold: -1 }, "threshold"],
  [{ report: "customers", limit: 101 }, "limit"],
])("refuses %j with the field %s", async (args, path) => {
  const shop = await openShop();

  const { problem } = await report(shop, args.report, args);

  expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path }] });
});

test("accepts a period from the year 1 to the year 9999", async () => {
  const shop = await openShop();
  const always = { from: "0001-01-01T00:00:00Z", to: "9999-12-31T23:59:59Z" };

  expect((await report(shop, "rates", always)).problem).toBeUndefined();
});

test.each(["0000-01-01", "9999-12-31T23:59:59-12:00", "2026-02-30T25:00"])(
  "refuses %s as the start or end of a period",
  async (from) => {
    const shop = await openShop();

    expect((await report(shop, "rates", { from })).problem).toMatchObject({ errors: [{ path: "from" }] });
    expect((await report(shop, "rates", { to: from })).problem).toMatchObject({ errors: [{ path: "to" }] });
  },
);

test.each(["low_stock", "wilayas", "rates", "customers", "coupons"])(
  "the report %s refuses the argument by, which it does not have",
  async (report) => {
    const shop = await openShop();
    const problem = await refused(shop, "analytics_report", { report, by: "week" });
    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "by" }] });
  },
);
