import { beforeAll, describe, expect, test } from "vitest";
import { saveCategory, saveCollection } from "../../src/catalog/catalog.ts";
import { saveArticle } from "../../src/content/content.ts";
import { saveMenu } from "../../src/store/store.ts";
import { app, getFrom, keyring, openShop, type Shop } from "../support/app.ts";

interface Filled {
  shop: Shop;
  category: string;
  collection: string;
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
    options: [{ name: "Size", values: [mark] }],
    variants: [{ option_values: { Size: mark } }],
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
  return { shop, category, collection: (await shop.get("/collections/same")).body.collection.id, product: id };
}

// biome-ignore format: a list
const READS = [
  "/store", "/store/menus", "/store/menus/main-menu", "/products", "/products?facets=true", "/products/same", "/search?q=lampe&facets=true",
  "/product-categories", "/collections", "/collections/same", "/pages", "/pages/same", "/blogs", "/blogs/same",
];

const MARKS = { ours: "oursonly", theirs: "theirsonly" };
let ours: Filled;
let theirs: Filled;

beforeAll(async () => {
  ours = await filled(MARKS.ours);
  theirs = await filled(MARKS.theirs);
});

describe.each([
  ["ours", "theirs"],
  ["theirs", "ours"],
] as const)("the key of the store that is %s", (mine, other) => {
  const stores = () => ({ ours, theirs });

  test.each(READS)(`sees nothing of ${other} at %s`, async (path) => {
    const { [mine]: own, [other]: foreign } = stores();

    const { status, body } = await own.shop.get(path);

    const text = JSON.stringify(body);
    expect(status).toBe(200);
    for (const sign of [MARKS[other], foreign.shop.id, foreign.product, foreign.category, foreign.collection])
      expect(text).not.toContain(sign);
    expect(text.includes(MARKS[mine]) || text.includes(own.shop.id)).toBe(true);
  });

  test(`finds nothing by words that only ${other} has`, async () => {
    const { [mine]: own, [other]: foreign } = stores();
    const total = async (query: string) => (await own.shop.get(query)).body.pagination.total;
    const queries = (whose: Filled, mark: string) => [
      `/products?category=${whose.category}`,
      `/products?category=${mark}`,
      `/products?collection=${whose.collection}`,
      `/products?vendor=${mark}`,
      `/products?tag=${mark}`,
      `/products?option.Size=${mark}`,
      `/search?q=${mark}`,
      `/search?q=${mark.slice(0, -1)}x`, // a misspelling, which the vocabulary would know
    ];

    for (const query of queries(foreign, MARKS[other])) expect([query, await total(query)]).toEqual([query, 0]);
    for (const query of queries(own, MARKS[mine])) expect([query, await total(query)]).toEqual([query, 1]);
  });
});

describe("without a valid key", () => {
  const inHeader = (key: string) => ({ "x-api-key": key });
  const bad: Record<string, () => Promise<Record<string, string>>> = {
    "no key": async () => ({}),
    "an empty key": async () => inHeader(""),
    "a malformed key": async () => inHeader("nonsense"),
    "a key cut off": async () => inHeader("pk_"),
    "an unknown key": async () => inHeader(`pk_${"a".repeat(32)}`),
    "a key too long by one": async () => inHeader(`${ours.shop.publishable_key}x`),
    "a key in capitals": async () => inHeader(ours.shop.publishable_key.toUpperCase()),
    "two keys": async () => inHeader(`${ours.shop.publishable_key}, ${ours.shop.secret_key}`),
    "a key as bearer token": async () => ({ authorization: `Bearer ${ours.shop.secret_key}` }),
    "an expired key": async () => {
      const expires_at = new Date(Date.now() - 1000).toISOString();
      const given = { kind: "publishable" as const, name: "Expired", expires_at };
      return inHeader((await ours.shop.createKey(given)).key);
    },
    "a revoked key": async () => {
      const given = { kind: "publishable" as const, name: "Revoked" };
      const { id, key } = await ours.shop.createKey(given);
      await keyring.findOwner(key);
      await ours.shop.revokeKey(id);
      return inHeader(key);
    },
  };
  const paths = [...READS, "/products?limit=0", "/products/nowhere", "/search", "/nowhere", "/search?q=%00"];

  test.each(Object.keys(bad))("(%s) every path answers 401 before anything else", async (name) => {
    const headers = await bad[name]?.();

    for (const path of paths) {
      const answer = await getFrom(app, path, headers ?? {});
      expect([path, answer.status, answer.body.code]).toEqual([path, 401, "invalid_api_key"]);
      expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json/);
    }
  });
});

test("a store's key opens the storefront, secret or publishable", async () => {
  for (const key of [ours.shop.secret_key, ours.shop.publishable_key]) {
    for (const path of READS)
      expect([path, (await getFrom(app, path, { "x-api-key": key })).status]).toEqual([path, 200]);
  }
});
