import { beforeAll, describe, expect, test } from "vitest";
import { saveCategory, saveCollection } from "../src/catalog/catalog.ts";
import { saveArticle } from "../src/content/content.ts";
import { saveMenu } from "../src/store/store.ts";
import { app, getFrom, openShop, type Shop } from "./support.ts";

interface Filled {
  shop: Shop;
  category: string;
  product: string;
}

/** A shop whose every text says whose it is, under the same slugs as every other. */
async function filled(mark: string): Promise<Filled> {
  const shop = await openShop();
  const category = await shop.transact(async (db) => {
    await saveMenu(db, { handle: "main-menu", title: mark, items: [] });
    const article = {
      slug: "same",
      title: mark,
      type: null,
      description: mark,
      body: mark,
      content: null,
      featured_image: null,
      is_published: true,
      published_at: db.now,
      seo_title: null,
      seo_description: null,
    };
    await saveArticle(db, "page", article);
    await saveArticle(db, "post", article);
    return saveCategory(db, {
      slug: "same",
      name: mark,
      description: mark,
      image_url: null,
      parent_id: null,
      position: 0,
      is_active: true,
    });
  });
  const { id } = await shop.product({
    slug: "same",
    name: `Lampe ${mark}`,
    category_id: category,
    vendor: mark,
    tags: [mark],
    category: mark,
  });
  const collection = {
    slug: "same",
    title: mark,
    description: null,
    image_url: null,
    is_active: true,
    sort_order: "manual" as const,
    position: 0,
    seo_title: null,
    seo_description: null,
  };
  await shop.transact((db) => saveCollection(db, collection, ["same"]));
  return { shop, category, product: id };
}

const READS = [
  "/store", "/store/menus", "/store/menus/main-menu", "/products", "/products?facets=true", "/products/same", "/search?q=lampe&facets=true",
  "/product-categories", "/collections", "/collections/same", "/pages", "/pages/same", "/blogs", "/blogs/same",
]; // biome-ignore format: a list

let ours: Filled;
let theirs: Filled;

beforeAll(async () => {
  ours = await filled("oursonly");
  theirs = await filled("theirsonly");
});

describe("a store's key", () => {
  test.each(READS)("sees nothing of another store at %s", async (path) => {
    const { status, body } = await ours.shop.get(path);
    const text = JSON.stringify(body);

    expect(status).toBe(200);
    expect(text).not.toContain("theirsonly");
    expect(text).not.toContain(theirs.shop.id);
    expect(text).not.toContain(theirs.product);
    expect(text.includes("oursonly") || text.includes(ours.shop.id)).toBe(true);
  });

  test("finds nothing by another store's ids, words, vendors or tags", async () => {
    const total = async (path: string) => (await ours.shop.get(path)).body.pagination.total;

    expect(await total(`/products?category=${theirs.category}`)).toBe(0);
    expect(await total("/products?vendor=theirsonly")).toBe(0);
    expect(await total("/products?tag=theirsonly")).toBe(0);
    expect(await total("/search?q=theirsonly")).toBe(0);
    expect(await total(`/products?category=${ours.category}`)).toBe(1);
  });

  test.each(READS)("is needed at %s", async (path) => {
    const wrong = [
      "",
      "nonsense",
      "pk_",
      `pk_${"a".repeat(32)}`,
      `${ours.shop.publishable_key}x`,
      ours.shop.publishable_key.toUpperCase(),
    ];
    const answers = await Promise.all([
      getFrom(app, path, {}),
      ...wrong.map((key) => getFrom(app, path, { "x-api-key": key })),
    ]);

    for (const { status, body, headers } of answers) {
      expect([status, body.code]).toEqual([401, "invalid_api_key"]);
      expect(headers["content-type"]).toMatch(/^application\/problem\+json/);
    }
  });

  test("opens the storefront whether it is secret or publishable", async () => {
    for (const key of [ours.shop.secret_key, ours.shop.publishable_key]) {
      expect((await getFrom(app, "/store", { "x-api-key": key })).status).toBe(200);
    }
  });
});
