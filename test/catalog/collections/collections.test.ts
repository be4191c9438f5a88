import { describe, expect, test } from "vitest";
import { saveCollection } from "../../../src/catalog/catalog.ts";
import { sql } from "../../../src/db/sql.ts";
import { openShop, type Shop } from "../../support/app.ts";

const plain = {
  slug: "choice",
  title: "Choice",
  description: null,
  image_url: null,
  is_active: true,
  sort_order: "manual" as const,
  position: 0,
  seo_title: null,
  seo_description: null,
};
const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);

const makeCollection = (shop: Shop, given: Partial<Parameters<typeof saveCollection>[1]>, products: string[] = []) =>
  shop.transact((db) => saveCollection(db, { ...plain, ...given }, products));

/** Four products that come in another order by each of price, name, sales and age. */
async function shopWithFour(): Promise<Shop> {
  const shop = await openShop();
  const made = [
    { slug: "a", name: "alpha", price: 300, day: 2, units: 1 },
    { slug: "b", name: "Beta", price: 100, day: 3, units: 7 },
    { slug: "c", name: "Ça", price: 400, day: 1, units: 5 },
    { slug: "d", name: "dé", price: 200, day: 4, units: 3 },
  ];
  for (const { day, units, ...product } of made) {
    const { id } = await shop.product({ ...product, now: `2026-01-0${day}T00:00:00.000Z` });
    await shop.transact((db) =>
      db.run(sql`insert into product_sales (site_id, product_id, units) values (${shop.id}, ${id}, ${units})`),
    );
  }
  return shop;
}

describe("GET /collections", () => {
  test("lists active collections by position, with the number of their published products", async () => {
    const shop = await shopWithFour();
    await shop.product({ slug: "hidden", status: "draft" });
    await makeCollection(shop, { slug: "second", position: 2 });
    await makeCollection(shop, { slug: "first", position: 1, image_url: "/c.svg", description: "D", seo_title: "T" }, [
      "a",
      "hidden",
    ]);
    await makeCollection(shop, { slug: "off", is_active: false }, ["a"]);

    const { status, body } = await shop.get("/collections");

    expect(status).toBe(200);
    expect(slugs(body.data)).toEqual(["first", "second"]);
    expect(body.pagination).toEqual({ total: 2, limit: 20, offset: 0, has_more: false });
    expect(body.data[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      site_id: shop.id,
      title: "Choice",
      description: "D",
      slug: "first",
      image_url: "http://localhost/c.svg",
      is_active: true,
      sort_order: "manual",
      products_count: 1,
      seo_title: "T",
      seo_description: null,
      created_at: expect.stringMatching(/\.\d{3}Z$/),
      updated_at: expect.stringMatching(/\.\d{3}Z$/),
    });
  });

  test("returns pages", async () => {
    const shop = await openShop();
    for (let position = 0; position < 25; position++) await makeCollection(shop, { slug: `c-${position}`, position });

    const [first, second] = [await shop.get("/collections"), await shop.get("/collections?offset=20&limit=10")];

    expect(first.body.pagination).toEqual({ total: 25, limit: 20, offset: 0, has_more: true });
    expect(second.body.pagination).toEqual({ total: 25, limit: 10, offset: 20, has_more: false });
    expect([...slugs(first.body.data), ...slugs(second.body.data)]).toEqual(
      Array.from({ length: 25 }, (_, position) => `c-${position}`),
    );
  });
});

describe("GET /collections/{slug}", () => {
  test.each([
    ["manual", ["c", "d", "b", "a"]],
    ["best_selling", ["b", "c", "d", "a"]],
    ["price_asc", ["b", "d", "a", "c"]],
    ["price_desc", ["c", "a", "d", "b"]],
    ["name_asc", ["a", "b", "c", "d"]],
    ["newest", ["d", "b", "a", "c"]],
  ] as const)("shows its products in the order %s", async (sort_order, expected) => {
    const shop = await shopWithFour();
    await makeCollection(shop, { sort_order }, ["c", "d", "b", "a"]);

    const { status, body } = await shop.get("/collections/choice");

    expect(status).toBe(200);
    expect(body.collection).toMatchObject({ slug: "choice", sort_order, products_count: 4 });
    expect(slugs(body.products)).toEqual(expected);
    expect(body.pagination).toEqual({ total: 4, limit: 20, offset: 0, has_more: false });
  });

  test("shows the collection as the list does, and its products as cards", async () => {
    const shop = await shopWithFour();
    await makeCollection(shop, {}, ["a"]);

    const { body } = await shop.get("/collections/choice");

    expect(Object.keys(body).sort()).toEqual(["collection", "pagination", "products"]);
    expect(body.collection).toEqual((await shop.get("/collections")).body.data[0]);
    expect(body.products).toEqual((await shop.get("/products?max_price=3&min_price=3")).body.data);
  });

  test("pages through its published products only", async () => {
    const shop = await shopWithFour();
    await shop.product({ slug: "hidden", status: "archived" });
    await makeCollection(shop, {}, ["c", "hidden", "d", "b", "a"]);

    const pages = [];
    for (const offset of [0, 3, 6]) pages.push((await shop.get(`/collections/choice?limit=3&offset=${offset}`)).body);

    expect(pages.map(({ products }) => slugs(products))).toEqual([["c", "d", "b"], ["a"], []]);
    expect(pages.map(({ pagination }) => pagination)).toEqual([
      { total: 4, limit: 3, offset: 0, has_more: true },
      { total: 4, limit: 3, offset: 3, has_more: false },
      { total: 4, limit: 3, offset: 6, has_more: false },
    ]);
    expect(pages[0].collection.products_count).toBe(4);
  });

  test("shows its latest title and products", async () => {
    const shop = await shopWithFour();
    await makeCollection(shop, {}, ["a", "b"]);
    await makeCollection(shop, { title: "Other" }, ["d"]);

    const { body } = await shop.get("/collections/choice");

    expect([body.collection.title, slugs(body.products)]).toEqual(["Other", ["d"]]);
    expect((await shop.get("/collections")).body.pagination.total).toBe(1);
  });

  test("answers 404 when it is inactive or unknown", async () => {
    const shop = await openShop();
    await makeCollection(shop, { is_active: false });

    for (const slug of ["choice", "nowhere", "%D8%B2", "a".repeat(300)]) {
      const { status, body } = await shop.get(`/collections/${slug}`);
      expect([slug, status, body.code]).toEqual([slug, 404, "collection_not_found"]);
    }
  });
});

test.each(["limit=0", "limit=251", "limit=1.5", "limit=", "offset=-1", "offset=x"])(
  "collections and their products refuse %s",
  async (query) => {
    const shop = await openShop();
    await makeCollection(shop, {});

    for (const path of ["/collections", "/collections/choice"]) {
      const { status, body } = await shop.get(`${path}?${query}`);
      expect([status, body.code, body.errors[0].path]).toEqual([400, "invalid_request", query.split("=")[0]]);
    }
  },
);

describe("a product", () => {
  test("names the active collections it is in, by position", async () => {
    const shop = await shopWithFour();
    await makeCollection(shop, { slug: "second", position: 2, image_url: "/c.svg" }, ["a"]);
    await makeCollection(shop, { slug: "first", position: 1 }, ["b", "a"]);
    await makeCollection(shop, { slug: "off", is_active: false }, ["a"]);
    await makeCollection(shop, { slug: "without" }, ["b"]);

    const { collections } = (await shop.get("/products/a")).body;

    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(collections).toEqual([
      { id, title: "Choice", slug: "first", image_url: null },
      { id, title: "Choice", slug: "second", image_url: "http://localhost/c.svg" },
    ]);
  });

  test("is found by its collection's slug or id, unless that is inactive", async () => {
    const shop = await shopWithFour();
    await makeCollection(shop, { slug: "off", is_active: false }, ["a"]);
    await makeCollection(shop, {}, ["a", "c"]);
    const { id } = (await shop.get("/collections/choice")).body.collection;
    const found = async (collection: string) =>
      slugs((await shop.get(`/products?collection=${collection}`)).body.data).sort();

    expect(await found("choice")).toEqual(["a", "c"]);
    expect(await found(id)).toEqual(["a", "c"]);
    expect(await found("off")).toEqual([]);
  });
});
