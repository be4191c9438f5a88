import { beforeAll, describe, expect, test } from "vitest";
import { columnsOf, isPersonalColumn, REPORT_NAMES, readBy } from "../../../src/analytics/arguments.ts";
import { hasScope, SCOPES, SEES_PEOPLE } from "../../../src/core/scopes.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { keyFor } from "../../support/mcp-wire.ts";
import { call } from "../../support/operations.ts";
import { NOVEMBER, orderAt } from "../../support/sales-history.ts";
import { openSalesScene } from "../../support/sales-scene.ts";

type Row = Record<string, unknown>;

/** What shoppers of the scene wrote, and digits of their phone numbers. */
const OF_PEOPLE = /nadia|amine|karim|bilal|lina|sara|atlantis|55000000|example\.dz/i;

let shop: Shop;
let blind: string;
beforeAll(async () => {
  shop = await openSalesScene();
  blind = await keyFor(shop, ...SCOPES.filter((scope) => !hasScope([scope], SEES_PEOPLE)));
});

const LONG = { from: "2025-10-01", to: "2025-11-30" };
const ask = (name: string, args: object, key = blind) =>
  call(shop, "analytics_report", { report: name, ...LONG, ...args }, key);
const decoded = (cursor: string) => Buffer.from(cursor, "base64url").toString();

const ORDERS = REPORT_NAMES.flatMap((name) =>
  [undefined, ...Object.keys(columnsOf(name, readBy(name, undefined)))].flatMap((sort) =>
    (["asc", "desc"] as const).map((order) => [name, sort, order] as const),
  ),
);

describe("without customers:read, a cursor tells nothing of people", () => {
  test.each(ORDERS)("%s by %s %s", async (name, sort, order) => {
    const args = { ...(sort && { sort }), order, limit: 1, ...(name === "low_stock" && { threshold: 1000 }) };
    let rows = 0;
    for (let cursor: string | null | undefined; cursor !== null && rows < 12; rows++) {
      const { data, problem } = await ask(name, { ...args, ...(cursor && { cursor }) });
      if (sort && isPersonalColumn(name, sort)) {
        expect(problem).toMatchObject({ code: "insufficient_scope", allowed: ["customers:read"] });
        return;
      }
      expect(problem).toBeUndefined();
      cursor = data.next_cursor as string | null;
      if (cursor) expect(decoded(cursor)).not.toMatch(OF_PEOPLE);
      if (name === "customers" || name === "wilayas") expect(JSON.stringify(data)).not.toMatch(OF_PEOPLE);
    }
    expect(rows).toBeGreaterThan(1);
  });

  test("and a key that sees people has other cursors only where it sorts by a name", async () => {
    const cursorOf = async (args: object) =>
      decoded((await ask("customers", { limit: 1, ...args }, shop.secret_key)).data.next_cursor);

    expect(await cursorOf({})).not.toMatch(OF_PEOPLE);
    expect(await cursorOf({ sort: "customer_name" })).toMatch(OF_PEOPLE);
  });
});

test("without customers:read, a cursor that sorts by a name is refused", async () => {
  const args = { sort: "customer_name", limit: 1 };
  const { data } = await ask("customers", args, shop.secret_key);

  const { problem } = await ask("customers", { ...args, cursor: data.next_cursor });

  expect(problem).toMatchObject({ code: "insufficient_scope", errors: [{ path: "sort" }] });
  expect((await ask("best_sellers", { sort: "name" })).problem).toBeUndefined();
});

test("without customers:read, regions that are no wilaya are one row without a name", async () => {
  const whole: Row[] = (await ask("wilayas", {}, shop.secret_key)).data.data;
  const { data } = await ask("wilayas", {});

  const unknown = whole.filter(({ wilaya_code }) => wilaya_code === null);
  const sum = (rows: Row[], figure: string) => rows.reduce((total, row) => total + Number(row[figure]), 0);
  expect(unknown.map(({ name }) => name)).toEqual(expect.arrayContaining(["Atlantis", null]));
  const merged = data.data.filter(({ wilaya_code }: Row) => wilaya_code === null);
  expect(merged).toMatchObject([
    { name: null, orders: sum(unknown, "orders"), delivered: sum(unknown, "delivered"), total: sum(unknown, "total") },
  ]);
  expect(data.data.filter((row: Row) => row.name !== null)).toEqual(whole.filter((row) => row.wilaya_code !== null));
  expect(data.totals).toMatchObject({ regions: whole.length - 1, orders: sum(whole, "orders") });
});

test("outside Algeria, all regions are one row for a key without customers:read", async () => {
  const abroad = await openShop({ country: "FR" });
  const { id } = await abroad.product();
  for (const customer_wilaya of ["Provence", "Chez Zoé"]) {
    const buyer = { customer_wilaya, customer_phone: "06 12 34 56 78" };
    await orderAt(abroad, "2025-11-05T10:00:00Z", [{ product_id: id, quantity: 1 }], buyer);
  }
  const args = { report: "wilayas", ...NOVEMBER };

  const { data } = await call(abroad, "analytics_report", args, await keyFor(abroad, "reports:read"));

  expect(data.data).toMatchObject([{ wilaya_code: null, name: null, orders: 2 }]);
  expect((await call(abroad, "analytics_report", args)).data.data).toHaveLength(2);
});

test("customers are compared by person, who has other orders in each period, and for an account other phone numbers", async () => {
  const own = await openShop();
  const { id } = await own.product({ price: 1000, stock: 90 });
  await call(own, "customers_save", { full_name: "Karim", email: "karim@example.dz", phone: "0550 00 00 02" });
  const place = (day: string, quantity: number, buyer: object) =>
    orderAt(own, `2025-${day}T10:00:00Z`, [{ product_id: id, quantity }], { ...buyer });
  const [guest, account, other] = [
    { customer_phone: "0550 00 00 01" },
    { customer_phone: "0550 00 00 02" },
    { customer_phone: "0550 00 00 09", customer_email: "karim@example.dz" },
  ];
  for (const day of ["10-10", "10-11"]) await place(day, 1, guest);
  await place("10-12", 5, account);
  for (const day of ["11-10", "11-11", "11-12"]) await place(day, 2, guest);
  await place("11-12", 4, other);

  for (const key of [own.secret_key, await keyFor(own, "reports:read")]) {
    const { data } = await call(own, "analytics_report", { report: "customers", ...NOVEMBER, compare: true }, key);
    expect(data.data).toMatchObject([
      { customer_id: null, orders: 3, total: 60, before: { orders: 2, total: 20 }, change_percent: { total: 200 } },
      { orders: 1, total: 40, before: { orders: 1, total: 50 }, change_percent: { total: -20 } },
    ]);
    expect(data.data[1].customer_id).not.toBeNull();
  }
});
