import { beforeAll, describe, expect, test } from "vitest";
import { columnsOf, REPORT_NAMES, readBy } from "../../../src/analytics/arguments.ts";
import { newId } from "../../../src/core/ids.ts";
import { type Json, openShop, type Shop } from "../../support/app.ts";
import { post } from "../../support/operations.ts";
import { NOVEMBER, orderAt, report } from "../../support/sales-history.ts";
import { openSalesScene } from "../../support/sales-scene.ts";

type Row = Record<string, unknown>;

let shop: Shop;
beforeAll(async () => {
  shop = await openSalesScene();
});

const ASKED: Record<string, object> = {
  low_stock: { ...NOVEMBER, threshold: 1000 },
  sales: { from: "2025-11-01", to: "2025-11-12" },
};
const argumentsOf = (name: string) => ASKED[name] ?? NOVEMBER;

/** All rows of a report, page by page. */
async function rowsInPages(name: string, args: object, limit: number, of = shop): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, problem } = await report(of, name, { ...args, limit, ...(cursor && { cursor }) });
    expect(problem, JSON.stringify({ name, args, rows })).toBeUndefined();
    expect(data.data.length).toBeLessThanOrEqual(limit);
    rows.push(...data.data);
    cursor = data.next_cursor;
  }
  return rows;
}

/** Compares as a reader of the table would: texts in any letter case, and what is missing last in both directions. */
function isInOrder(one: unknown, other: unknown, order: "asc" | "desc"): boolean {
  const [a, b] = [one, other].map((cell) => (typeof cell === "string" ? cell.toLowerCase() : cell));
  if (a === null || b === null) return b === null;
  const isAscending = (a as number) <= (b as number);
  const isDescending = (a as number) >= (b as number);
  return order === "asc" ? isAscending : isDescending;
}

const COLUMNS = REPORT_NAMES.flatMap((name) =>
  Object.keys(columnsOf(name, readBy(name, undefined))).map((column) => [name, column] as const),
);

describe.each(COLUMNS)("%s sorted by %s", (name, sort) => {
  test.each(["asc", "desc"] as const)("%s: rows are in that order, and pages together are the whole", async (order) => {
    const args = { ...argumentsOf(name), sort, order };
    const whole: Row[] = (await report(shop, name, { ...args, limit: 100 })).data.data;
    const unsorted: Row[] = (await report(shop, name, { ...argumentsOf(name), limit: 100 })).data.data;

    const pages = await rowsInPages(name, args, 3);

    expect(whole.length).toBeGreaterThan(name === "coupons" ? 2 : 3);
    expect(pages).toEqual(whole);
    expect(whole).toEqual(expect.arrayContaining(unsorted));
    expect(whole).toHaveLength(unsorted.length);
    for (const [i, row] of whole.slice(1).entries()) {
      const [before, here] = [whole[i]?.[sort], row[sort]];
      expect(isInOrder(before, here, order), `${before} before ${here}`).toBe(true);
    }
  });
});

test.each(REPORT_NAMES)("%s has the columns of its table, and pages in its own order", async (name) => {
  const args = argumentsOf(name);
  const whole: Row[] = (await report(shop, name, { ...args, limit: 100 })).data.data;

  expect(Object.keys(whole[0] ?? {})).toEqual(Object.keys(columnsOf(name, readBy(name, undefined))));
  expect(await rowsInPages(name, args, 1)).toEqual(whole);
  expect(await rowsInPages(name, { ...args, order: "desc" }, 2)).toHaveLength(whole.length);
});

test.each([
  ["best_sellers", "units", "name"],
  ["customers", "total", "customer_name"],
  ["wilayas", "orders", "name"],
  ["sales", "total", "day"],
])("%s sorts figures from the highest and names and dates from the first, when no order is given", async (...asked) => {
  const [name, figure, text] = asked;
  const sortedBy = async (sort: string, order?: string) =>
    (await report(shop, name, { ...argumentsOf(name), sort, ...(order && { order }) })).data.data;

  expect(await sortedBy(figure)).toEqual(await sortedBy(figure, "desc"));
  expect(await sortedBy(text)).toEqual(await sortedBy(text, "asc"));
});

test("pages are the same over HTTP, and each has the totals of the whole report", async () => {
  const args = { report: "best_sellers", ...NOVEMBER, sort: "name" };
  const { data: whole } = await report(shop, "best_sellers", { ...args, limit: 100 });

  const first = (await post(shop, "analytics_report", { ...args, limit: 5 })).body as Json;
  const second = (await post(shop, "analytics_report", { ...args, limit: 5, cursor: first.next_cursor })).body as Json;

  expect([...first.data, ...second.data]).toEqual(whole.data);
  expect([first.totals, second.totals]).toEqual([whole.totals, whole.totals]);
  expect([typeof first.next_cursor, second.next_cursor]).toEqual(["string", null]);
});

test("sales without a limit has all its steps; where they do not fit, the cursor goes on", async () => {
  const year = { report: "sales", from: "2025-01-01", to: "2025-12-31" };
  const { body } = await post(shop, "analytics_report", year);
  const { data, text } = await report(shop, "sales", year);
  const { data: next } = await report(shop, "sales", { ...year, cursor: data.next_cursor });

  expect(body).toMatchObject({ next_cursor: null });
  expect((body as Json).data).toHaveLength(365);
  expect(data.data.length).toBeLessThan(365);
  expect(text).toMatch(/More rows follow: send next_cursor as cursor\.$/);
  expect([...data.data, ...next.data]).toEqual((body as Json).data.slice(0, data.data.length + next.data.length));
});

test("texts that begin alike, are long or have accents are paged without gaps", async () => {
  const named = await openShop();
  const long = 'é\u0301"\\طاولة 🧺'.repeat(8);
  for (const name of [`${long}b`, `${long}a`, `${long}a`, "Étagère", "etabli", "Zellige"]) {
    const { id } = await named.product({ name, slug: `product-${newId()}` });
    await orderAt(named, "2025-11-03T10:00:00Z", [{ product_id: id, quantity: 1 }]);
  }

  const rows = await rowsInPages("best_sellers", { ...NOVEMBER, sort: "name" }, 1, named);

  expect(new Set(rows.map(({ product_id }) => product_id)).size).toBe(6);
});

test("orders placed after the first page do not move rows to another page", async () => {
  const today = await openShop();
  const products: { id: string }[] = [];
  for (const name of ["one", "two", "three", "four"])
    products.push(await today.product({ name, slug: name, stock: 50 }));
  const order = (i: number, quantity: number) =>
    orderAt(today, new Date().toISOString(), [{ product_id: products[i]?.id ?? "", quantity }]);
  for (const i of [0, 1, 2, 3]) await order(i, 8 - i);

  const first = await report(today, "best_sellers", { limit: 2 });
  await order(3, 30);
  const second = await report(today, "best_sellers", { limit: 2, cursor: first.data.next_cursor });

  const names = [first, second].map(({ data }) => data.data.map(({ name }: Row) => name));
  expect(names).toEqual([
    ["one", "two"],
    ["three", "four"],
  ]);
  expect(second.data).toMatchObject({ totals: first.data.totals, from: first.data.from, to: first.data.to });
});
