import { describe, expect, test } from "vitest";
import { columnsOf, REPORT_NAMES, REPORTS_WITH, readBy } from "../../../src/analytics/arguments.ts";
import { openShop } from "../../support/app.ts";
import { refused } from "../../support/mcp-tasks.ts";
import { NOVEMBER, orderAt, report } from "../../support/sales-history.ts";

test.each(REPORT_NAMES)(
  "the report %s is empty for a store without orders, although another store has some",
  async (name) => {
    const [shop, busy] = [await openShop(), await openShop()];
    const { id } = await busy.product({ stock: 3 });
    await orderAt(busy, new Date().toISOString(), [{ product_id: id, quantity: 1 }]);

    const { data, problem } = await report(shop, name);

    expect(problem).toBeUndefined();
    const { threshold: _given, calls_per_order: _none, outcomes: _all, ...others } = data.totals;
    const { return_reasons = {}, cancellation_reasons = {}, ...totals } = others;
    expect({ ...return_reasons, ...cancellation_reasons }).toEqual({});
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
  [{ report: "best_sellers", by: "units", sort: "name" }, "by"],
  [{ report: "sales", by: "week", sort: "day" }, "sort"],
  [{ report: "sales", sort: "" }, "sort"],
  [{ report: "coupons", sort: "saved" }, "sort"],
  [{ report: "customers", sort: "key" }, "sort"],
  [{ report: "customers", sort: "__proto__" }, "sort"],
  [{ report: "customers", sort: "total", order: "down" }, "order"],
  [{ report: "sales", compare: true, from: "0001-01-03", to: "0001-01-05" }, "compare"],
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

const UNUSED = Object.entries({ by: "week", threshold: 3 }).flatMap(([argument, value]) =>
  REPORT_NAMES.filter((name) => !REPORTS_WITH[argument as keyof typeof REPORTS_WITH].includes(name)).map(
    (name) => [name, argument, value] as const,
  ),
);

test("the reports with arguments of their own", () => {
  expect(REPORTS_WITH).toEqual({ by: ["sales", "best_sellers"], threshold: ["low_stock"] });
  expect(UNUSED).toHaveLength(15);
});

test.each(UNUSED)("the report %s refuses %s, which it does not use", async (name, argument, value) => {
  const shop = await openShop();

  const problem = await refused(shop, "analytics_report", { report: name, [argument]: value });

  const users = REPORTS_WITH[argument as keyof typeof REPORTS_WITH].join(", ");
  expect(problem).toMatchObject({
    code: "invalid_value",
    errors: [{ path: argument, message: `is not for ${name}, only for ${users}: leave it out` }],
  });
});

test("a refusal names every argument that the report does not use", async () => {
  const problem = await refused(await openShop(), "analytics_report", { report: "rates", by: "day", threshold: 1 });

  expect(problem?.errors.map(({ path }) => path)).toEqual(["by", "threshold"]);
});

test.each(REPORT_NAMES)("the report %s names its columns when sort is none of them", async (name) => {
  const problem = await refused(await openShop(), "analytics_report", { report: name, sort: "colour" });

  const columns = Object.keys(columnsOf(name, readBy(name, undefined))).join(", ");
  expect(problem?.errors).toEqual([{ path: "sort", message: `must be a column of ${name}: ${columns}` }]);
});

describe("a cursor", () => {
  const FIRST = { report: "sales", from: "2025-11-01", to: "2025-11-30", sort: "total", limit: 2 };

  test.each([
    [{ report: "rates", sort: "orders" }, "report, sort"],
    [{ sort: "orders" }, "sort"],
    [{ sort: undefined }, "sort"],
    [{ order: "asc" }, "order"],
    [{ to: "2025-11-29" }, "to"],
    [{ by: "week" }, "by"],
    [{ time_zone: "UTC" }, "time_zone"],
  ])("is refused with other arguments: %j", async (others, names) => {
    const shop = await openShop();
    const { data } = await report(shop, "sales", FIRST);

    const problem = await refused(shop, "analytics_report", { ...FIRST, ...others, cursor: data.next_cursor });

    const message = `is of an answer with another ${names}: send the same arguments, or leave cursor out`;
    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "cursor", message }] });
  });

  test("may come with another limit, and with compare", async () => {
    const shop = await openShop();
    const { data } = await report(shop, "sales", FIRST);

    const next = await report(shop, "sales", { ...FIRST, limit: 5, compare: true, cursor: data.next_cursor });

    expect(next.data.data).toHaveLength(5);
  });

  const forged = (change: (parts: { args: unknown; at: unknown; after: unknown }) => object) => async () => {
    const shop = await openShop();
    const asked = { ...FIRST, report: "low_stock", sort: "name" };
    for (const sku of ["A", "B", "C"]) await shop.product({ name: sku, sku, stock: 1 });
    const { data } = await report(shop, "low_stock", asked);
    const parts = JSON.parse(Buffer.from(data.next_cursor, "base64url").toString());
    const cursor = Buffer.from(JSON.stringify(change(parts))).toString("base64url");

    const problem = await refused(shop, "analytics_report", { ...asked, cursor });

    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: expect.stringMatching(/^cursor/) }] });
  };
  const ID = "0190c8a0-0000-7000-8000-000000000000";
  test(
    "of another form is refused",
    forged(({ after }) => ({ after })),
  );
  test(
    "of a year that is none is refused",
    forged((parts) => ({ ...parts, at: "0000-01-01" })),
  );
  test(
    "with too few values is refused",
    forged((parts) => ({ ...parts, after: ["a"] })),
  );
  test(
    "with too many values is refused",
    forged((parts) => ({ ...parts, after: ["a", 1, 1, ID, 1] })),
  );
  test(
    "with a value of another type is refused",
    forged((parts) => ({ ...parts, after: [1, 1, 1, ID] })),
  );
  test(
    "with a text that cannot be stored is refused",
    forged((parts) => ({ ...parts, after: ["\0", 1, 1, ID] })),
  );
  test(
    "without a key is refused",
    forged((parts) => ({ ...parts, after: ["a", 1, 1, null] })),
  );

  test.each(["2026-02-30", "1 (x)", "2026-11-20", "2026-11-20T10:00:00Z"])(
    "with a time of another form is refused: %s",
    async (time) => {
      const shop = await openShop();
      const { id } = await shop.product({ name: "A", stock: 9 });
      for (const phone of ["0550 00 00 01", "0550 00 00 02"]) {
        const buyer = { customer_phone: phone };
        await orderAt(shop, "2025-11-03T10:00:00.000Z", [{ product_id: id, quantity: 1 }], buyer);
      }
      const asked = { ...NOVEMBER, report: "customers", sort: "last_order_at", limit: 1 };
      const { data } = await report(shop, "customers", asked);
      const parts = JSON.parse(Buffer.from(data.next_cursor, "base64url").toString());
      const forgedParts = { ...parts, after: [time, ...parts.after.slice(1)] };
      const cursor = Buffer.from(JSON.stringify(forgedParts)).toString("base64url");

      const problem = await refused(shop, "analytics_report", { ...asked, cursor });

      expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "cursor" }] });
    },
  );

  test.each(["x", "bnVsbA", Buffer.from('parts {"data":20}').toString("base64url")])(
    "that no report answered is refused: %s",
    async (cursor) => {
      const problem = await refused(await openShop(), "analytics_report", { ...FIRST, cursor });
      expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "cursor" }] });
    },
  );
});
