import { describe, expect, test } from "vitest";
import { saveCategory, saveCollection } from "../src/catalog/catalog.ts";
import { sql } from "../src/db/sql.ts";
import { openShop, type Shop } from "./support.ts";

const plainCollection = {
  slug: "choice", title: "Choice", description: null, image_url: "/c.svg", is_active: true, sort_order: "manual" as const, position: 0,
  seo_title: null, seo_description: null,
}; // biome-ignore format: short
const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);

async function shopWithThree(): Promise<Shop> {
  const shop = await openShop();
  const made = [
    { slug: "b", name: "Beta", price: 300, now: "2026-01-01T00:00:00.000Z", units: 1 },
    { slug: "a", name: "alpha", price: 500, now: "2026-01-02T00:00:00.000Z", units: 9 },
    { slug: "c", name: "Gamma", price: 100, now: "2026-01-03T00:00:00.000Z", units: 5 },
  ];
  for (const { units, ...product } of made) {
    const { id } = await shop.product(product);
    await shop.transact((db) =>
      db.run(sql`insert into product_sales (site_id, product_id, units) values (${shop.id}, ${id}, ${units})`),
    );
  }
  return shop;
}

describe("collections", () => {
  test("are listed by position, active ones only, with the number of published products", async () => {
    const shop = await shopWithThree();
    await shop.product({ slug: "hidden", status: "draft" });
    await shop.transact(async (db) => {
      await saveCollection(db, { ...plainCollection, slug: "second", position: 2 }, []);
      await saveCollection(db, { ...plainCollection, slug: "first", position: 1 }, ["a", "hidden", "nowhere"]);
      await saveCollection(db, { ...plainCollection, slug: "off", is_active: false }, ["a"]);
    });

    const { status, body } = await shop.get("/collections");

    expect(status).toBe(200);
    expect(slugs(body.data)).toEqual(["first", "second"]);
    expect(body.pagination).toEqual({ total: 2, limit: 20, offset: 0, has_more: false });
    expect(body.data[0]).toEqual({
      id: expect.any(String),
      site_id: shop.id,
      title: "Choice",
      description: null,
      slug: "first",
      image_url: "/c.svg",
      is_active: true,
      sort_order: "manual",
      products_count: 1,
      seo_title: null,
      seo_description: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(slugs((await shop.get("/collections?limit=1&offset=1")).body.data)).toEqual(["second"]);
  });

  test.each([
    ["manual", ["c", "b", "a"]],
    ["best_selling", ["a", "c", "b"]],
    ["price_asc", ["c", "b", "a"]],
    ["price_desc", ["a", "b", "c"]],
    ["name_asc", ["a", "b", "c"]],
    ["newest", ["c", "a", "b"]],
  ] as const)("show their products in the order %s", async (sort_order, expected) => {
    const shop = await shopWithThree();
    await shop.transact((db) => saveCollection(db, { ...plainCollection, sort_order }, ["c", "b", "a"]));

    const { status, body } = await shop.get("/collections/choice");

    expect(status).toBe(200);
    expect(body.collection).toMatchObject({ slug: "choice", sort_order, products_count: 3 });
    expect(slugs(body.products)).toEqual(expected);
    expect(body.pagination).toEqual({ total: 3, limit: 20, offset: 0, has_more: false });
  });

  test("page their products, and stand on a product's own page", async () => {
    const shop = await shopWithThree();
    await shop.transact((db) => saveCollection(db, plainCollection, ["c", "b", "a"]));

    const page = (await shop.get("/collections/choice?limit=2&offset=1")).body;
    const product = (await shop.get("/products/a")).body;

    expect([slugs(page.products), page.pagination.has_more]).toEqual([["b", "a"], false]);
    expect(product.collections).toEqual([
      { id: page.collection.id, title: "Choice", slug: "choice", image_url: "/c.svg" },
    ]);
  });

  test("that are inactive or unknown answer 404, and bad paging 400", async () => {
    const shop = await openShop();
    await shop.transact((db) => saveCollection(db, { ...plainCollection, is_active: false }, []));

    for (const slug of ["choice", "nowhere"]) {
      const { status, body } = await shop.get(`/collections/${slug}`);
      expect([status, body.code]).toEqual([404, "collection_not_found"]);
    }
    expect((await shop.get("/collections?limit=0")).status).toBe(400);
    expect((await shop.get("/collections/choice?offset=-1")).status).toBe(400);
  });
});

describe("categories", () => {
  const plain = { description: null, image_url: null, is_active: true };

  test("are listed parents first, with published products counted through their children", async () => {
    const shop = await openShop();
    const { mode, robes } = await shop.transact(async (db) => {
      const mode = await saveCategory(db, { ...plain, slug: "mode", name: "Mode", parent_id: null, position: 2 });
      const robes = await saveCategory(db, { ...plain, slug: "robes", name: "Robes", parent_id: mode, position: 1 });
      await saveCategory(db, { ...plain, slug: "maison", name: "Maison", parent_id: null, position: 1 });
      await saveCategory(db, { ...plain, slug: "off", name: "Off", parent_id: null, position: 0, is_active: false });
      return { mode, robes };
    });
    await shop.product({ category_id: robes });
    await shop.product({ category_id: mode });
    await shop.product({ category_id: mode, status: "draft" });

    const { status, body } = await shop.get("/product-categories");

    expect(status).toBe(200);
    expect(body.pagination).toEqual({ total: 3, limit: 250, offset: 0, has_more: false });
    expect(body.data.map((one: { slug: string; product_count: number }) => [one.slug, one.product_count])).toEqual([
      ["maison", 0],
      ["mode", 2],
      ["robes", 1],
    ]);
    expect(body.data[2]).toEqual({
      id: robes, name: "Robes", slug: "robes", description: null, image_url: null, parent_id: mode, position: 1, product_count: 1,
    }); // biome-ignore format: short
    expect(slugs((await shop.get("/product-categories?limit=1&offset=1")).body.data)).toEqual(["mode"]);
    expect((await shop.get("/product-categories?limit=300")).status).toBe(400);
  });
});
