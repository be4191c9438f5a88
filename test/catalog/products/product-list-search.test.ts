import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/core/ids.ts";
import { sql } from "../../../src/db/sql.ts";
import { type Json, openShop, type Shop } from "../../support/app.ts";

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
  const day = (number: number) => `2026-01-0${number}T08:00:00.000Z`;
  const lamp = { vendor: "Nour" };
  await shop.product({ ...lamp, slug: "b-lamp", name: "B lampe de bois", price: 300, now: day(1), tags: ["salon"] });
  await shop.product({ ...lamp, slug: "lamp", name: "Lampe", price: 200, now: day(2) });
  await shop.product({ ...lamp, slug: "a-lamp", name: "A grande lampe", price: 100, now: day(3), tags: ["salon"] });
  await shop.product({ slug: "table", name: "Table", price: 50, now: day(4), description: "Pour une lampe" });
  await shop.product({ slug: "chair", name: "Chaise", price: 400, now: day(5) });
  await shop.transact((db) =>
    db.run(sql`
      insert into product_sales (site_id, product_id, units)
      select site_id, id, 9 from products where site_id = ${shop.id} and slug = 'table'
    `),
  );
});

const slugs = ({ data }: Json): string[] => data.map(({ slug }: { slug: string }) => slug);
const list = async (query: string) => {
  const { status, body } = await shop.get(`/products?${query}`);
  expect(status).toBe(200);
  return slugs(body);
};

describe("`sort` on the product list", () => {
  test.each([
    ["newest", ["chair", "table", "a-lamp", "lamp", "b-lamp"]],
    ["oldest", ["b-lamp", "lamp", "a-lamp", "table", "chair"]],
    ["price_asc", ["table", "a-lamp", "lamp", "b-lamp", "chair"]],
    ["price_desc", ["chair", "b-lamp", "lamp", "a-lamp", "table"]],
    ["name_asc", ["a-lamp", "b-lamp", "chair", "lamp", "table"]],
    ["name_desc", ["table", "lamp", "chair", "b-lamp", "a-lamp"]],
  ])("%s orders the products as expected", async (sort, expected) => {
    expect(await list(`sort=${sort}`)).toEqual(expected);
  });

  test("best_selling puts the product that sold most first", async () => {
    expect((await list("sort=best_selling"))[0]).toBe("table");
  });

  test("is ignored when unknown, and sort_by overrides it", async () => {
    for (const unknown of ["", "price", "PRICE_ASC", "featured", "constructor", "x".repeat(1000)])
      expect(await list(`sort=${unknown}`), unknown).toEqual(await list(""));
    expect(await list("sort=featured&sort_order=asc")).toEqual(await list("sort=oldest"));
    expect(await list("sort=name_desc&sort_by=price")).toEqual(await list("sort=price_asc"));
    expect(await list("sort=name_desc&sort_by=price&sort_order=desc")).toEqual(await list("sort=price_desc"));
    expect(await list("sort=price_asc&sort_order=desc")).toEqual(await list("sort=price_asc"));
  });

  test("works with filters and pages", async () => {
    expect(await list("sort=price_desc&vendor=nour&limit=2&offset=1")).toEqual(["lamp", "a-lamp"]);
  });
});

describe("`q` on the product list", () => {
  test("finds what /search finds, in its order and with its total", async () => {
    const { body } = await shop.get("/products?q=lampe&limit=2&offset=1");
    const searched = (await shop.get("/search?q=lampe&limit=2&offset=1")).body;

    expect(body.data).toEqual(searched.data);
    expect(body.pagination).toEqual(searched.pagination);
    expect(body.pagination.total).toBe(4);
    expect(Object.keys(body).sort()).toEqual(["data", "pagination", "total_is_partial"]);
    expect((await list("q=lampe"))[0]).toBe("lamp");
    expect(await list("q=lampe&sort=featured")).toEqual(await list("q=lampe"));
    expect(await list("q=lampe&sort_order=asc")).toEqual(await list("q=lampe"));
  });

  test("is ordered by an explicit sort", async () => {
    expect(await list("q=lampe&sort=price_asc")).toEqual(["table", "a-lamp", "lamp", "b-lamp"]);
    expect(await list("q=lampe&sort_by=created_at")).toEqual(["table", "a-lamp", "lamp", "b-lamp"]);
    expect(await list("q=lampe&sort_by=name&sort_order=desc&limit=2&offset=1")).toEqual(["lamp", "b-lamp"]);
    expect((await list("q=lampe&sort=best_selling"))[0]).toBe("table");
  });

  test("works with filters and facets", async () => {
    const { body } = await shop.get("/products?q=lampe&tag=salon&facets=true&sort=price_desc");

    expect(slugs(body)).toEqual(["b-lamp", "a-lamp"]);
    expect(body.facets.vendors).toEqual([{ value: "Nour", count: 2 }]);
    expect(body.facets.price).toEqual({ min: 1, max: 3 });
  });

  test("finds products with most of the words when none has all, in the requested order", async () => {
    expect(await list("q=grande lampe introuvable")).toEqual(["a-lamp"]);
    expect(await list("q=bois chaise&sort=price_desc")).toEqual(["chair", "b-lamp"]);
  });

  test("is ignored when blank, and refused when too long", async () => {
    for (const blank of ["", "%20%20"]) expect(await list(`q=${blank}`)).toEqual(await list(""));
    expect(await list(`q=${"é".repeat(200)}`)).toEqual([]);
    const refused = await shop.get(`/products?q=${"e".repeat(201)}`);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: "q", message: "The text to search for must have at most 200 characters." }],
    ]);
  });

  test("is cached like every list", async () => {
    const { headers } = await shop.get("/products?q=lampe&sort=price_asc");
    const again = await shop.get("/products?q=lampe&sort=price_asc", { "if-none-match": String(headers.etag) });
    expect(again.status).toBe(304);
  });
});

describe("a product by its id", () => {
  test("is the same product as by its slug", async () => {
    const bySlug = await shop.get("/products/lamp");
    const byId = await shop.get(`/products/${bySlug.body.id}`);

    expect([byId.status, byId.body, byId.headers.etag]).toEqual([200, bySlug.body, bySlug.headers.etag]);
    expect((await shop.get(`/products/${bySlug.body.id.toUpperCase()}`)).body).toEqual(bySlug.body);
  });

  test("loses to a product whose slug equals the id", async () => {
    const own = await openShop();
    const { id } = await own.product({ slug: "first" });
    await own.product({ slug: id, name: "Named like an id" });

    expect((await own.get(`/products/${id}`)).body).toMatchObject({ slug: id, name: "Named like an id" });
    expect((await own.get("/products/first")).body.id).toBe(id);
  });

  test("is not found when hidden, unknown or in another store", async () => {
    const other = await openShop();
    const { id } = await other.product();
    const draft = await shop.product({ status: "draft" });

    for (const hidden of [id, draft.id, newId(), `${id}x`]) {
      const { status, body } = await shop.get(`/products/${hidden}`);
      expect([status, body.code]).toEqual([404, "product_not_found"]);
    }
  });
});
