import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { saveCategory, saveCollection } from "../src/catalog/catalog.ts";
import { openShop, type Shop } from "./support.ts";

interface Made {
  slug: string;
  category: string;
  vendor: string;
  tags: string[];
  variants: { price: number; Size: string; Colour: string; quantity: number }[];
}

const CATEGORIES = [
  { slug: "mode", name: "Mode", parent: undefined },
  { slug: "robes", name: "Robes d'été", parent: "mode" },
  { slug: "maison", name: "Maison", parent: undefined },
];
const pick = <T>(list: T[], i: number): T => list[i % list.length] as T;

const made: Made[] = Array.from({ length: 40 }, (_, i) => ({
  slug: `p-${i}`,
  category: pick(["mode", "robes", "maison"], i),
  vendor: pick(["Nour", "Zohra"], Math.floor(i / 3)),
  tags: i % 4 === 0 ? ["Cuir"] : ["bois", "cadeau"],
  variants: Array.from({ length: 1 + (i % 3) }, (_, v) => ({
    price: 1000 + ((i * 7 + v * 5) % 11) * 50,
    Size: pick(["S", "M", "L"], v),
    Colour: pick(["Rouge", "Bleu"], i),
    quantity: (i + v) % 3,
  })),
}));
const inCollection = new Set(["p-1", "p-2", "p-3", "p-8", "p-20"]);

let shop: Shop;
const categoryIds = new Map<string, string>();

beforeAll(async () => {
  shop = await openShop();
  for (const [position, { slug, name, parent }] of CATEGORIES.entries()) {
    const parent_id = parent ? (categoryIds.get(parent) ?? null) : null;
    const category = { slug, name, parent_id, position, is_active: true, description: null, image_url: null };
    categoryIds.set(slug, await shop.transact((db) => saveCategory(db, category)));
  }
  for (const { category, variants, ...product } of made) {
    await shop.product({
      ...product,
      category_id: categoryIds.get(category) ?? null,
      options: [
        { name: "Size", values: ["S", "M", "L"] },
        { name: "Colour", values: ["Rouge", "Bleu"] },
      ],
      variants: variants.map(({ price, Size, Colour, quantity }) => ({
        price,
        option_values: { Size, Colour },
        inventory_quantity: quantity,
      })),
    });
  }
  const collection = {
    slug: "choix",
    title: "Choix",
    description: null,
    image_url: null,
    is_active: true,
    sort_order: "manual" as const,
    position: 0,
    seo_title: null,
    seo_description: null,
  };
  await shop.transact((db) => saveCollection(db, collection, [...inCollection]));
  await shop.transact((db) => saveCollection(db, { ...collection, slug: "hiver", is_active: false }, ["p-1"]));
});

async function found(query: Record<string, string>): Promise<string[]> {
  const { status, body } = await shop.get(`/products?limit=250&${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  expect(body.pagination.total).toBe(body.data.length);
  return body.data.map(({ slug }: { slug: string }) => slug).sort();
}

const children: Record<string, string[]> = { mode: ["mode", "robes"], robes: ["robes"], maison: ["maison"] };

/** What the filters mean, said a second time over the data in memory; prices in minor units. */
function model(query: Record<string, string>): string[] {
  const { min_price, max_price, category, vendor, tag, in_stock, collection } = query;
  const min = min_price ? Number(min_price) * 100 : 0;
  const max = max_price ? Number(max_price) * 100 : Number.POSITIVE_INFINITY;
  return made
    .filter((product) => product.variants.some(({ price }) => price >= min && price <= max))
    .filter((product) => !category || children[category]?.includes(product.category))
    .filter((product) => !vendor || product.vendor.toLowerCase() === vendor.toLowerCase())
    .filter((product) => !tag || product.tags.some((one) => one.toLowerCase() === tag.toLowerCase()))
    .filter((product) => !in_stock || product.variants.some(({ quantity }) => quantity > 0) === (in_stock === "true"))
    .filter((product) => !collection || inCollection.has(product.slug))
    .filter((product) => !query["option.Size"] || product.variants.some(({ Size }) => Size === query["option.Size"]))
    .filter(
      (product) =>
        !query["option.colour"] ||
        product.variants.some(({ Colour }) => Colour.toLowerCase() === query["option.colour"]),
    )
    .map(({ slug }) => slug)
    .sort();
}

describe("filters of the product list", () => {
  test("keep what the model keeps, in any combination", async () => {
    const maybe = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const queries = fc
      .record({
        min_price: maybe("10", "11.5", "12.49", "12.5", "15"),
        max_price: maybe("15", "15.01", "16", "20"),
        category: maybe("mode", "robes", "maison"),
        vendor: maybe("nour", "Zohra"),
        tag: maybe("cuir", "bois"),
        in_stock: maybe("true", "false"),
        collection: maybe("choix"),
        "option.Size": maybe("S", "M", "L"),
        "option.colour": maybe("rouge", "bleu"),
      })
      .map(
        (query) =>
          Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Record<
            string,
            string
          >,
      );

    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        expect(await found(query)).toEqual(model(query));
      }),
      { numRuns: 80 },
    );
  });

  test("take price bounds as inclusive, to the minor unit", async () => {
    const shop = await openShop();
    await shop.product({ slug: "exact", price: 1050 });
    const total = async (query: string) => (await shop.get(`/products?${query}`)).body.pagination.total;

    expect(await total("min_price=10.5&max_price=10.5")).toBe(1);
    expect(await total("min_price=10.51")).toBe(0);
    expect(await total("max_price=10.49")).toBe(0);
    expect(await total("min_price=10.499&max_price=10.501")).toBe(1);
    expect(await total("min_price=10.501")).toBe(0);
  });

  test("want one variant within both bounds", async () => {
    const shop = await openShop();
    const option = (Size: string) => ({ option_values: { Size } });
    await shop.product({
      options: [{ name: "Size", values: ["S", "L"] }],
      variants: [
        { ...option("S"), price: 100 },
        { ...option("L"), price: 900 },
      ],
    });

    expect((await shop.get("/products?min_price=2&max_price=8")).body.data).toEqual([]);
  });

  test("know a category by slug, id and name, without case and accents", async () => {
    const robes = model({ category: "robes" });

    for (const category of [
      "robes",
      "ROBES",
      categoryIds.get("robes") ?? "",
      "Robes d'été",
      "robes d'ete",
      "ROBES D'ÉTÉ",
    ]) {
      expect(await found({ category }), category).toEqual(robes);
    }
  });

  test.each([["category"], ["collection"], ["tag"], ["vendor"], ["option.Size"], ["option.Nothing"]])(
    "answer an empty list for a %s that is not there",
    async (filter) => {
      expect(await found({ [filter]: "nowhere" })).toEqual([]);
    },
  );

  test("do not open what is inactive", async () => {
    const category = {
      slug: "fin",
      name: "Fin",
      parent_id: null,
      position: 9,
      is_active: false,
      description: null,
      image_url: null,
    };
    const other = await openShop();
    const category_id = await other.transact((db) => saveCategory(db, category));
    await other.product({ category_id });

    expect((await other.get("/products?category=fin")).body.data).toEqual([]);
    expect(await found({ collection: "hiver" })).toEqual([]);
  });
});

describe("facets", () => {
  const count = (values: string[]) => {
    const counts = new Map<string, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return Object.fromEntries([...counts].sort());
  };
  const asObject = (values: { value?: string; slug?: string; count: number }[]) =>
    Object.fromEntries(values.map((one) => [one.value ?? one.slug ?? "", one.count] as const).sort());
  const without = (query: Record<string, string>, filter: string) =>
    made.filter(({ slug }) =>
      model(Object.fromEntries(Object.entries(query).filter(([name]) => name !== filter))).includes(slug),
    );

  test("are absent unless asked for", async () => {
    expect((await shop.get("/products")).body).not.toHaveProperty("facets");
    expect((await shop.get("/search?q=product")).body).not.toHaveProperty("facets");
  });

  test.each([
    [{}],
    [{ category: "mode" }],
    [{ vendor: "Nour", "option.Size": "M" }],
    [{ category: "robes", in_stock: "true", min_price: "12" }],
    [{ "option.Size": "L", "option.colour": "bleu", tag: "bois" }],
  ])("count each with the other filters applied: %j", async (query: Record<string, string>) => {
    const { body } = await shop.get(`/products?facets=true&limit=1&${new URLSearchParams(query)}`);
    const { facets } = body;

    const byCategory = without(query, "category").flatMap(({ category }) =>
      category === "robes" ? ["robes", "mode"] : [category],
    );
    expect(asObject(facets.categories)).toEqual(count(byCategory));
    expect(asObject(facets.vendors)).toEqual(count(without(query, "vendor").map(({ vendor }) => vendor)));
    const stocked = without(query, "in_stock").map(({ variants }) => variants.some(({ quantity }) => quantity > 0));
    expect(facets.availability).toEqual({
      in_stock: stocked.filter(Boolean).length,
      out_of_stock: stocked.filter((one) => !one).length,
    });

    for (const [name, filter] of [
      ["Size", "option.Size"],
      ["Colour", "option.colour"],
    ] as const) {
      const values = without(query, filter).flatMap(({ variants }) => [
        ...new Set(variants.map((variant) => variant[name])),
      ]);
      const facet = facets.options.find((option: { name: string }) => option.name === name);
      expect(asObject(facet?.values ?? []), name).toEqual(count(values));
    }

    const { min_price: _min, max_price: _max, ...unpriced } = query as Record<string, string>;
    const prices = made
      .filter(({ slug }) => model(unpriced).includes(slug))
      .flatMap(({ variants }) => variants.map(({ price }) => price / 100));
    expect(facets.price).toEqual({ min: Math.min(...prices), max: Math.max(...prices) });
  });

  test("of a search count what the search found", async () => {
    const other = await openShop();
    await other.product({ name: "Lampe bleue", vendor: "A", price: 500 });
    await other.product({ name: "Lampe rouge", vendor: "B", price: 700, stock: 0 });
    await other.product({ name: "Tapis rouge", vendor: "B" });

    const { body } = await other.get("/search?q=lampe&facets=true");

    expect(asObject(body.facets.vendors)).toEqual({ A: 1, B: 1 });
    expect(body.facets.availability).toEqual({ in_stock: 1, out_of_stock: 1 });
    expect(body.facets.price).toEqual({ min: 5, max: 7 });
  });
});
