import { describe, expect, test } from "vitest";
import { saveCategory } from "../../../src/catalog/catalog.ts";
import { openShop, type Shop } from "../../support/app.ts";

interface Given {
  slug: string;
  name?: string;
  parent_id?: string | null;
  position?: number;
  is_active?: boolean;
}

const makeCategory = (shop: Shop, { slug, name = slug, parent_id = null, position = 0, is_active = true }: Given) =>
  shop.transact((db) =>
    saveCategory(db, { slug, name, parent_id, position, is_active, description: null, image_url: null }),
  );

const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);
const found = async (shop: Shop, category: string): Promise<string[]> => {
  const { status, body } = await shop.get(`/products?category=${encodeURIComponent(category)}`);
  expect(status).toBe(200);
  return slugs(body.data).sort();
};
const counts = async (shop: Shop): Promise<Record<string, number>> => {
  const { data } = (await shop.get("/product-categories")).body;
  return Object.fromEntries(data.map((one: { slug: string; product_count: number }) => [one.slug, one.product_count]));
};

/** Femme holds Robes, which holds Soirée; one product in each, and one of Robes is a draft. */
async function shopWithTree() {
  const shop = await openShop();
  const femme = await makeCategory(shop, { slug: "femme", name: "Femme", position: 2 });
  const robes = await makeCategory(shop, { slug: "robes", name: "Robes d'été", parent_id: femme, position: 1 });
  const soiree = await makeCategory(shop, { slug: "robes-soiree", name: "Soirée", parent_id: robes, position: 0 });
  await shop.product({ slug: "of-femme", category_id: femme });
  await shop.product({ slug: "of-robes", category_id: robes });
  await shop.product({ slug: "of-soiree", category_id: soiree });
  await shop.product({ slug: "draft", category_id: robes, status: "draft" });
  return { shop, femme, robes, soiree };
}

describe("GET /product-categories", () => {
  test("lists each category with its fields", async () => {
    const shop = await openShop();
    const category = { slug: "robes", name: "Robes", parent_id: null, position: 3, is_active: true };
    const id = await shop.transact((db) =>
      saveCategory(db, { ...category, description: "Pour l'été", image_url: "/robes.svg" }),
    );

    const { status, body } = await shop.get("/product-categories");

    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          id,
          name: "Robes",
          slug: "robes",
          description: "Pour l'été",
          image_url: "http://localhost/robes.svg",
          parent_id: null,
          position: 3,
          product_count: 0,
        },
      ],
      pagination: { total: 1, limit: 250, offset: 0, has_more: false },
    });
  });

  test("lists the top of the tree first, then by position and name, without inactive categories", async () => {
    const shop = await openShop();
    const mode = await makeCategory(shop, { slug: "mode", position: 2 });
    await makeCategory(shop, { slug: "robes", parent_id: mode, position: 1 });
    await makeCategory(shop, { slug: "jupes", parent_id: mode, position: 1 });
    await makeCategory(shop, { slug: "maison", position: 1 });
    await makeCategory(shop, { slug: "off", is_active: false });

    const { body } = await shop.get("/product-categories");

    expect(slugs(body.data)).toEqual(["maison", "mode", "jupes", "robes"]);
    expect(body.data[3].parent_id).toBe(mode);
    expect(body.pagination.total).toBe(4);
  });

  test("counts published products of the category and all its subcategories", async () => {
    const { shop } = await shopWithTree();

    expect(await counts(shop)).toEqual({ femme: 3, robes: 2, "robes-soiree": 1 });
  });

  test("counts the same products as the category's list and its facet when a subcategory is inactive", async () => {
    const { shop, femme } = await shopWithTree();
    const hidden = await makeCategory(shop, { slug: "hidden", parent_id: femme, is_active: false });
    await shop.product({ slug: "of-hidden", category_id: hidden });

    const shown = await found(shop, "femme");

    const { facets } = (await shop.get("/products?facets=true")).body;
    expect(shown).toHaveLength(3);
    expect((await counts(shop)).femme).toBe(shown.length);
    expect(facets.categories[0]).toEqual({ id: femme, slug: "femme", name: "Femme", count: shown.length });
  });

  test("returns pages, and refuses invalid paging", async () => {
    const shop = await openShop();
    for (const [position, slug] of ["a", "b", "c"].entries()) await makeCategory(shop, { slug, position });

    const { body } = await shop.get("/product-categories?limit=1&offset=1");

    expect(slugs(body.data)).toEqual(["b"]);
    expect(body.pagination).toEqual({ total: 3, limit: 1, offset: 1, has_more: true });
    for (const query of ["limit=0", "limit=251", "limit=x", "offset=-1"]) {
      const refused = await shop.get(`/product-categories?${query}`);
      expect([query, refused.status, refused.body.errors[0].path]).toEqual([query, 400, query.split("=")[0]]);
    }
  });
});

describe("the category filter", () => {
  test("matches a category by slug, id and name, ignoring case and accents", async () => {
    const { shop, robes } = await shopWithTree();

    for (const category of [
      "robes",
      "ROBES",
      robes,
      robes.toUpperCase(),
      "Robes d'été",
      "robes d'ete",
      "ROBES D'ÉTÉ",
    ]) {
      expect([category, await found(shop, category)]).toEqual([category, ["of-robes", "of-soiree"]]);
    }
  });

  test("includes all subcategories, and no parent or sibling", async () => {
    const { shop } = await shopWithTree();

    expect(await found(shop, "femme")).toEqual(["of-femme", "of-robes", "of-soiree"]);
    expect(await found(shop, "robes-soiree")).toEqual(["of-soiree"]);
    expect(await found(shop, "soiree")).toEqual(["of-soiree"]);
  });

  test("shows the category on the card", async () => {
    const { shop, soiree } = await shopWithTree();

    const [card] = (await shop.get("/products?category=soirée")).body.data;

    expect([card.category, card.category_id]).toEqual(["Soirée", soiree]);
  });

  test("prefers the category with that slug to one with that name", async () => {
    const shop = await openShop();
    const femme = await makeCategory(shop, { slug: "accessoires", name: "Accessoires" });
    const homme = await makeCategory(shop, { slug: "accessoires-homme", name: "Accessoires" });
    await shop.product({ slug: "sac", category_id: femme });
    await shop.product({ slug: "montre", category_id: homme });

    expect(await found(shop, "accessoires-homme")).toEqual(["montre"]);
    expect(await found(shop, "accessoires")).toEqual(["sac"]);
  });

  test.each(["nowhere", "", "%", "rob", "01980000-0000-7000-8000-000000000000", "' or 1=1 --"])(
    "finds nothing for %j",
    async (category) => {
      const { shop } = await shopWithTree();

      expect(await found(shop, category)).toEqual([]);
    },
  );

  test("ignores an inactive category, but not its active subcategory", async () => {
    const shop = await openShop();
    const off = await makeCategory(shop, { slug: "off", is_active: false });
    const below = await makeCategory(shop, { slug: "below", parent_id: off });
    await shop.product({ slug: "of-off", category_id: off });
    await shop.product({ slug: "of-below", category_id: below });

    expect(await found(shop, "off")).toEqual([]);
    expect(await found(shop, off)).toEqual([]);
    expect(await found(shop, "below")).toEqual(["of-below"]);
  });
});
