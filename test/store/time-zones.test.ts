import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { openShop, type Shop } from "../support/app.ts";
import { at, changeBy, refused, runTool, seen } from "../support/mcp-tasks.ts";
import { orderAt, report } from "../support/sales-history.ts";

/** Opens a store in France, which is an hour ahead of UTC, and two hours from 28 March 2027. */
const frenchShop = () => openShop({ country: "FR", currency: "EUR" });

const TENTH = { title: "Tenth", discount_type: "percentage", discount_value: 10 };
const NOW = "2027-03-01T12:00:00Z";

/** Saves a promotion on 1 March 2027. */
const promote = (shop: Shop, given: object) => at(NOW, () => runTool(shop, "promotions_save", { ...TENTH, ...given }));

const isReduced = (shop: Shop, slug: string, time: string): Promise<boolean> =>
  at(time, async () => (await seen(shop, `/products/${slug}`)).discounted_price !== null);

describe("a promotion in France", () => {
  test("starts at the start of the local day", async () => {
    const shop = await frenchShop();
    const { slug } = await shop.product();

    expect(await promote(shop, { starts_at: "2027-03-09" })).toMatchObject({ starts_at: "2027-03-08T23:00:00.000Z" });

    expect(await isReduced(shop, slug, "2027-03-08T22:59:59.999Z")).toBe(false);
    expect(await isReduced(shop, slug, "2027-03-08T23:00:00.000Z")).toBe(true);
  });

  test.each([
    ["2027-03-09", "2027-03-09T23:00:00.000Z"],
    ["2027-03-28", "2027-03-28T22:00:00.000Z"], // a day of 23 hours
    ["2027-10-31", "2027-10-31T23:00:00.000Z"], // a day of 25 hours
    ["2027-03-09T18:00", "2027-03-09T17:00:00.000Z"],
    ["2027-03-09T18:00:00Z", "2027-03-09T18:00:00.000Z"],
  ])("with expires_at %s ends at %s; a day is inclusive, a time is exclusive", async (expires_at, end) => {
    const shop = await frenchShop();
    const { slug } = await shop.product();

    expect(await promote(shop, { expires_at })).toMatchObject({ expires_at: end });

    expect(await isReduced(shop, slug, new Date(Date.parse(end) - 1).toISOString())).toBe(true);
    expect(await isReduced(shop, slug, end)).toBe(false);
  });

  test("of one day lasts the whole day", async () => {
    const shop = await frenchShop();

    expect(await promote(shop, { starts_at: "2027-03-28", expires_at: "2027-03-28" })).toMatchObject({
      starts_at: "2027-03-27T23:00:00.000Z",
      expires_at: "2027-03-28T22:00:00.000Z",
    });
  });

  test("returns the start of its code in the store's time zone", async () => {
    const shop = await frenchShop();
    await promote(shop, { code: "SOON", starts_at: "2027-07-01" });

    const { body } = await at(NOW, () => shop.post("/coupons/validate", { code: "SOON", cart_total: 100 }));

    expect(body).toMatchObject({ valid: false, message: expect.stringContaining("1 July 2027 at 00:00") });
  });
});

test("a report in France uses local days, and includes its last day", async () => {
  const shop = await frenchShop();
  const { id } = await shop.product();
  for (const now of ["2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z"]) {
    await orderAt(shop, now, [{ product_id: id, quantity: 1 }]);
  }

  const { data } = await report(shop, "sales", { from: "2026-03-28", to: "2026-03-29" });

  expect(data).toMatchObject({
    time_zone: "Europe/Paris",
    from: "2026-03-27T23:00:00.000Z",
    to: "2026-03-29T22:00:00.000Z",
    data: [
      { day: "2026-03-28", orders: 1 },
      { day: "2026-03-29", orders: 2 },
    ],
  });
  expect((await runTool(shop, "orders_search", { from: "2026-03-29", to: "2026-03-29" })).total).toBe(2);
});

test.each(["page", "post"] as const)("a %s in France is published when the local day begins", async (kind) => {
  const shop = await frenchShop();
  const soldes = { kind, slug: "soldes", title: "Soldes", is_published: true, published_at: "2027-06-23" };
  await at(NOW, () => runTool(shop, "content_save", soldes));
  const statusAt = (time: string) =>
    at(time, async () => (await shop.get(`/${kind === "page" ? "pages" : "blogs"}/soldes`)).status);

  expect(await statusAt("2027-06-22T21:59:59.999Z")).toBe(404);
  expect(await statusAt("2027-06-22T22:00:00.000Z")).toBe(200);
});

test("call_again_at with a date is the start of that day in France", async () => {
  const shop = await frenchShop();
  const { id } = await shop.product();
  const { order_number } = await orderAt(shop, new Date().toISOString(), [{ product_id: id, quantity: 1 }]);

  await runTool(shop, "orders_log_call", { order: order_number, outcome: "postponed", call_again_at: "2027-07-01" });

  const { data } = await runTool(shop, "orders_search");
  expect(data[0]).toMatchObject({ call_again_at: "2027-06-30T22:00:00.000Z" });
});

describe("the time zone of a store", () => {
  test("is the country's by default, can be changed with effect from the next call, and can be reset", async () => {
    const shop = await openShop({ country: "CA", currency: "CAD" });
    const startOf = async () =>
      (await runTool(shop, "promotions_save", { ...TENTH, starts_at: "2027-03-01" })).starts_at;
    expect((await seen(shop, "/store")).time_zone).toBe("America/Toronto");
    expect(await startOf()).toBe("2027-03-01T05:00:00.000Z");

    await runTool(shop, "store_update", { time_zone: "america/los_angeles" });

    expect((await seen(shop, "/store")).time_zone).toBe("America/Los_Angeles");
    expect((await runTool(shop, "store_get")).time_zone).toBe("America/Los_Angeles");
    expect(await startOf()).toBe("2027-03-01T08:00:00.000Z");
    expect((await report(shop, "sales")).data.time_zone).toBe("America/Los_Angeles");
    expect(await changeBy(shop, "store_update")).toEqual({
      before: { time_zone: "America/Toronto" },
      after: { time_zone: "America/Los_Angeles" },
    });

    await runTool(shop, "store_update", { time_zone: null });

    expect((await seen(shop, "/store")).time_zone).toBe("America/Toronto");
    expect(await startOf()).toBe("2027-03-01T05:00:00.000Z");
  });

  test.each([
    ["Europe/Pari", "Europe/Paris"],
    ["Alger", "Africa/Algiers"],
    ["morocco", "Africa/Casablanca"],
  ])("cannot be %s; the refusal contains the closest name, %s", async (time_zone, close) => {
    const shop = await openShop();

    for (const [tool, args] of [
      ["store_update", { time_zone }],
      ["analytics_report", { report: "sales", time_zone }],
    ] as const) {
      expect(await refused(shop, tool, args)).toMatchObject({
        code: "invalid_value",
        errors: [{ path: "time_zone", message: expect.stringContaining(close) }],
        allowed: expect.arrayContaining([close]),
      });
    }
    expect((await seen(shop, "/store")).time_zone).toBe("Africa/Algiers");
  });

  test("is not stored until one is set: the country's counts", async () => {
    const shop = await frenchShop();
    const [site] = await shop.rows(
      Type.Object({ time_zone: Type.Null() }),
      sql`select time_zone from sites where id = ${shop.id}`,
    );

    expect(site).toEqual({ time_zone: null });
    expect((await seen(shop, "/store")).time_zone).toBe("Europe/Paris");
  });
});
