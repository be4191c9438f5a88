import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { saveCategory } from "../../../src/catalog/catalog.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { testRandomly } from "../../support/random-tests.ts";

const plainCategory = { description: null, image_url: null, position: 0, is_active: true };
const PARENTS: Record<string, string | null> = { mode: null, robes: "mode", soirees: "robes", maison: null };

interface Card {
  category_id: string | null;
  vendor: string | null;
  in_stock: boolean;
  price_range: { min_price: number; max_price: number };
  variants: { option_values: Record<string, string> }[];
}
type Query = Record<string, string>;

let shop: Shop;
const categories = new Map<string | null, string>();

beforeAll(async () => {
  shop = await openShop({ locale: "fr" });
  const ids: Record<string, string> = {};
  for (const [slug, parent] of Object.entries(PARENTS)) {
    const category = { ...plainCategory, slug, name: `Rayon ${slug}`, parent_id: parent && (ids[parent] ?? null) };
    ids[slug] = await shop.transact((db) => saveCategory(db, category));
    categories.set(ids[slug], slug);
  }
  for (let i = 0; i < 36; i++) {
    const sizes = ["S", "M", "L"].slice(0, 1 + (i % 3));
    await shop.product({
      name: `Lampe ${i}`,
      status: i % 9 === 8 ? "draft" : "active",
      category_id: ids[["mode", "robes", "soirees", "maison", ""][i % 5] ?? ""] ?? null,
      vendor: [null, "Nour", "Zohra", "Yasmine"][Math.floor(i / 3) % 4] ?? null,
      tags: i % 2 ? ["bois"] : [],
      options:
        i % 4 === 3
          ? []
          : [
              { name: "Taille", values: sizes },
              { name: "Couleur", values: ["Noir", "Blanc"] },
            ],
      variants:
        i % 4 === 3
          ? [{ price: 500 + i, inventory_quantity: i % 2 }]
          : sizes.map((Taille, v) => ({
              option_values: { Taille, Couleur: (i + v) % 2 ? "Noir" : "Blanc" },
              price: 1000 + ((i * 7 + v * 30) % 90),
              inventory_quantity: (i + v) % 4 === 0 ? 2 : 0,
            })),
    });
  }
});

const ask = async (path: string, query: Query) => {
  const { status, body } = await shop.get(`${path}?${new URLSearchParams({ limit: "250", ...query })}`);
  expect(status).toBe(200);
  return body;
};

/** What the cards say of themselves, counted: value to number of products. */
function counted(cards: Card[], valuesOf: (card: Card) => (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of cards.flatMap((card) => [...new Set(valuesOf(card))])) {
    if (value !== null) counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

const branchOf = (category: string | undefined): string[] =>
  category ? [category, ...branchOf(PARENTS[category] ?? undefined)] : [];

/** Each facet from the list without that facet's own filter: what a shopper who lets go of it would see. */
async function expected(path: string, query: Query) {
  const without = async (...filters: string[]): Promise<Card[]> => {
    const rest = Object.entries(query).filter(([name]) => !filters.includes(name));
    return (await ask(path, Object.fromEntries(rest))).data;
  };
  const option = async (name: string) =>
    counted(await without(`option.${name}`), ({ variants }) => variants.map((one) => one.option_values[name] ?? null));
  const inStock = counted(await without("in_stock"), ({ in_stock }) => [String(in_stock)]);
  const ranges = (await without("min_price", "max_price")).map(({ price_range }) => price_range);
  return {
    is_partial: false,
    categories: counted(await without("category"), (card) => branchOf(categories.get(card.category_id))),
    options: { Couleur: await option("Couleur"), Taille: await option("Taille") },
    vendors: counted(await without("vendor"), ({ vendor }) => [vendor]),
    availability: { in_stock: inStock.true ?? 0, out_of_stock: inStock.false ?? 0 },
    price: {
      min: ranges.length ? Math.min(...ranges.map(({ min_price }) => min_price)) : null,
      max: ranges.length ? Math.max(...ranges.map(({ max_price }) => max_price)) : null,
    },
  };
}

const EACH_FILTER: [Query][] = [
  [{}],
  [{ category: "robes" }],
  [{ vendor: "nour" }],
  [{ in_stock: "false", "option.Taille": "L", "option.Couleur": "Noir" }],
  [{ min_price: "10.3" }],
  [{ max_price: "10.6" }],
];

interface Counted {
  count: number;
  value?: string;
  slug?: string;
}
const asObject = (list: Counted[]) => Object.fromEntries(list.map((one) => [one.value ?? one.slug, one.count]));

describe.each(["/products", "/search"])("facets of %s", (path) => {
  const q: Query = path === "/search" ? { q: "lampe" } : {};

  test("are absent unless asked for", async () => {
    expect(Object.keys(await ask(path, q))).not.toContain("facets");
    expect(Object.keys(await ask(path, { ...q, facets: "false" }))).not.toContain("facets");
    expect(Object.keys(await ask(path, { ...q, facets: "true" }))).toContain("facets");
  });

  testRandomly("count the products each value would find, with all other filters applied", {}, async (seed) => {
    const maybe = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const queries = fc
      .record({
        category: maybe("mode", "robes", "maison"),
        vendor: maybe("nour", "Zohra"),
        tag: maybe("bois"),
        in_stock: maybe("true", "false"),
        min_price: maybe("10.3"),
        max_price: maybe("10.6", "12"),
        "option.Taille": maybe("S", "M", "L"),
        "option.Couleur": maybe("Noir"),
      })
      .map((query) => JSON.parse(JSON.stringify(query)) as Query);

    await fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const { facets } = await ask(path, { ...q, ...query, facets: "true", limit: "1" });
        const options = facets.options.map(({ name, values }: { name: string; values: Counted[] }) => [
          name,
          asObject(values),
        ]);
        const wanted = await expected(path, { ...q, ...query });

        expect({
          ...facets,
          categories: asObject(facets.categories),
          vendors: asObject(facets.vendors),
          options: { Couleur: {}, Taille: {}, ...Object.fromEntries(options) },
        }).toEqual(wanted);
      }),
      { numRuns: 12, seed, examples: EACH_FILTER },
    );
  });
});

describe("facets", () => {
  test("have the contract's shape, the value with most products first", async () => {
    const small = await openShop();
    const id = await small.transact((db) =>
      saveCategory(db, { ...plainCategory, slug: "robes", name: "Robes", parent_id: null }),
    );
    const sized = (Size: string[]) => ({
      options: [{ name: "Size", values: Size }],
      variants: Size.map((size) => ({ option_values: { Size: size }, price: 1050 })),
    });
    await small.product({ vendor: "B", category_id: id, ...sized(["S", "M"]) });
    await small.product({ vendor: "B", stock: 0, price: 99 });
    await small.product({ vendor: "A", ...sized(["M"]) });

    expect((await small.get("/products?facets=true")).body.facets).toEqual({
      is_partial: false,
      categories: [{ id, slug: "robes", name: "Robes", count: 1 }],
      options: [
        {
          name: "Size",
          values: [
            { value: "M", count: 2 },
            { value: "S", count: 1 },
          ],
        },
      ],
      vendors: [
        { value: "B", count: 2 },
        { value: "A", count: 1 },
      ],
      availability: { in_stock: 2, out_of_stock: 1 },
      price: { min: 0.99, max: 10.5 },
    });
  });

  test("are empty lists of the same shape when there are no products", async () => {
    const empty = {
      is_partial: false,
      categories: [],
      options: [],
      vendors: [],
      availability: { in_stock: 0, out_of_stock: 0 },
      price: { min: null, max: null },
    };

    expect((await shop.get("/search?q=introuvable&facets=true")).body.facets).toEqual(empty);
    expect((await shop.get("/products?tag=nowhere&facets=true")).body.facets).toEqual(empty);
  });

  test("count the products shown when no product matches the whole search", async () => {
    const { facets, pagination } = await ask("/search", { q: "lampe introuvable", facets: "true" });

    expect(facets.availability.in_stock + facets.availability.out_of_stock).toBe(pagination.total);
    expect(pagination.total).toBe(32);
  });
});
