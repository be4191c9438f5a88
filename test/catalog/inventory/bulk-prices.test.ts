import { describe, expect, test } from "vitest";
import { ALL_PRODUCTS } from "../../../src/db/changes.ts";
import { sql } from "../../../src/db/sql.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { categoryIn, refused, runTool, seen } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";

interface Card {
  slug: string;
  compare_at_price: number | null;
  price_range: { min_price: number; max_price: number };
}

/** What shoppers see of all prices, the lowest first: `slug` or `slug lowest–highest`, and what is struck through. */
async function prices(shop: Shop, query = ""): Promise<Record<string, unknown>> {
  const { data } = await seen(shop, `/products?sort_by=price&limit=250${query}`);
  return Object.fromEntries(
    data.map(({ slug, price_range: { min_price, max_price } }: Card) => [
      slug,
      min_price === max_price ? min_price : [min_price, max_price],
    ]),
  );
}

const bulk = (shop: Shop, args: object) => runTool(shop, "prices_bulk_update", args);

/** A shop with one product at each of these prices, in minor units: `p100` at 100. */
async function priced(currency: string, ...minor: number[]): Promise<Shop> {
  const shop = await openShop({ currency });
  for (const price of minor) await shop.product({ slug: `p${price}`, price });
  return shop;
}

describe("prices_bulk_update calculates", () => {
  test.each([
    ["a percentage up", "DZD", { percent: 12.5 }, [10_000, 3], [112.5, 0.03]],
    ["a percentage down, halves up", "DZD", { percent: -15 }, [10_000, 30, 10], [85, 0.26, 0.09]],
    ["a hundredth of a percent", "DZD", { percent: 0.01 }, [10_000_00], [10_001]],
    ["a percentage down to 0", "DZD", { percent: -100 }, [10_000], [0]],
    ["an amount up", "DZD", { amount: 0.5 }, [100, 0], [1.5, 0.5]],
    ["an amount down", "DZD", { amount: -0.99 }, [100, 99], [0.01, 0]],
    ["one price", "DZD", { price: 12.34 }, [100, 99], [12.34, 12.34]],
    [
      "rounding to the nearest multiple, halves up",
      "DZD",
      { percent: 0, round_to: 50 },
      [12_499, 12_500, 17_499],
      [100, 150, 150],
    ],
    ["rounding up", "DZD", { percent: 0, round_to: 50, rounding: "up" }, [10_000, 10_001], [100, 150]],
    ["rounding down", "DZD", { percent: 0, round_to: 50, rounding: "down" }, [14_999, 15_000], [100, 150]],
    ["rounding down, but never to 0", "DZD", { percent: 0, round_to: 50, rounding: "down" }, [1, 4_999], [50, 50]],
    ["rounding to the nearest, but never to 0", "DZD", { percent: 0, round_to: 50 }, [100], [50]],
    ["a price of 0 as 0", "DZD", { percent: 20, round_to: 50, rounding: "up" }, [0], [0]],
    ["one price, rounded", "DZD", { price: 99, round_to: 10, rounding: "up" }, [5], [100]],
    ["rounding to a fraction of the unit", "DZD", { percent: 0, round_to: 0.25 }, [1_012, 1_013], [10, 10.25]],
    ["rounding to an odd multiple, without an exact half", "JPY", { percent: 0, round_to: 5 }, [102, 103], [100, 105]],
    ["a currency without decimals", "JPY", { percent: 5 }, [10, 9, 110], [11, 9, 116]],
    ["a currency without decimals, never to 0", "JPY", { percent: -90 }, [1, 4], [1, 1]],
    ["a currency with three decimals", "TND", { percent: 10 }, [12_345], [13.58]],
    ["amounts beyond the precision of a float", "DZD", { percent: 10 }, [90_000_000_000_005], [990_000_000_000.06]],
  ])("%s", async (_, currency, change, before, after) => {
    const shop = await priced(currency, ...before);
    await bulk(shop, { all: true, ...change });
    const now = await prices(shop);
    expect(before.map((minor) => now[`p${minor}`])).toEqual(after);
  });

  test.each([
    ["a call without a change", {}],
    ["two kinds of change", { percent: 5, amount: 1 }],
    ["too fine a percentage", { percent: 0.005 }],
    ["a reduction above 100 %", { percent: -101 }],
    ["too fine an amount", { amount: 0.001 }],
    ["too fine a price", { price: 0.001 }],
    ["too fine a multiple", { percent: 1, round_to: 0.001 }],
    ["a multiple of 0", { percent: 1, round_to: 0 }],
    ["a price below 0", { amount: -1.01 }],
  ])("refuses %s", async (_, change) => {
    const shop = await priced("DZD", 100, 500);
    expect(await refused(shop, "prices_bulk_update", { all: true, ...change })).toMatchObject({
      code: "invalid_value",
    });
    expect(await prices(shop)).toEqual({ p100: 1, p500: 5 });
  });
});

describe("prices_bulk_update sets compare_at_price to", () => {
  test.each([
    ["its former value by default", {}, [15, 20]],
    ["its former value", { compare_at: "keep" }, [15, 20]],
    ["the old price", { compare_at: "old_price" }, [10, 10]],
    ["null", { compare_at: "none" }, [null, null]],
  ])("%s", async (_, said, after) => {
    const shop = await openShop();
    const variants = ["M", "L"].map((Taille, i) => ({ option_values: { Taille }, compare_at_price: 1500 + i * 500 }));
    const options = [{ name: "Taille", values: ["M", "L"] }];
    await shop.product({ slug: "robe", options, variants: variants.map((one) => ({ ...one, price: 1000 })) });
    await bulk(shop, { products: ["robe"], percent: -10, ...said });
    const { variants: now } = await seen(shop, "/products/robe");
    expect(now.map(({ price }: { price: number }) => price)).toEqual([9, 9]);
    expect(now.map(({ compare_at_price }: Card) => compare_at_price)).toEqual(after);
  });
});

describe("prices_bulk_update selects", () => {
  async function catalogue(): Promise<Shop> {
    const shop = await openShop();
    const above = await categoryIn(shop, "maison", "Maison");
    await runTool(shop, "categories_save", { name: "Vases", parent: "maison", is_active: false });
    const { data } = await runTool(shop, "categories_list", { response_format: "detailed" });
    const below = data.find(({ slug }: { slug: string }) => slug === "vases").id;
    await shop.product({ slug: "lampe", name: "Lampe", price: 100, category_id: above, vendor: "Nour" });
    await shop.product({ slug: "vase", name: "Vase", price: 100, category_id: below, tags: ["Bleu"] });
    await shop.product({ slug: "robe", name: "Robe", price: 100, sku: "ROBE-1", vendor: "NOUR" });
    await shop.product({ slug: "brouillon", name: "Brouillon", price: 100, status: "draft" });
    await runTool(shop, "collections_save", { title: "Cachée", is_active: false, products: ["vase", "robe"] });
    return shop;
  }

  test.each([
    ["a category with all below it, hidden ones too", { category: "maison" }, ["lampe", "vase"]],
    ["a category by its name", { category: "Vases" }, ["vase"]],
    ["a hidden collection", { collection: "cachee" }, ["robe", "vase"]],
    ["a vendor, whatever the case", { vendor: "nour" }, ["lampe", "robe"]],
    ["a tag, whatever the case", { tag: "bleu" }, ["vase"]],
    ["a query", { query: "lampe" }, ["lampe"]],
    ["a SKU as a query", { query: "ROBE-1" }, ["robe"]],
    ["a status", { status: "draft" }, ["brouillon"]],
    ["products that match every filter", { vendor: "nour", category: "maison" }, ["lampe"]],
    ["named products that match the filter", { products: ["vase", "ROBE-1"], vendor: "nour" }, ["robe"]],
    ["everything", { all: true }, ["brouillon", "lampe", "robe", "vase"]],
    ["no product of an empty list", { products: [] }, []],
    ["no product for a query without letters", { query: "!!" }, []],
  ])("%s", async (_, which, changed) => {
    const shop = await catalogue();
    const dry = await bulk(shop, { ...which, price: 2, dry_run: true });
    expect(dry.changes.map(({ label }: { label: string }) => label).sort()).toEqual(changed);
    expect(await bulk(shop, { ...which, price: 2 })).toMatchObject({ changed: changed.length });
    const { data } = await runTool(shop, "products_search");
    const now = data.filter(({ price }: { price: number }) => price === 2);
    expect(now.map(({ slug }: { slug: string }) => slug).sort()).toEqual(changed);
  });

  test.each([
    ["a call without a filter", {}, "invalid_value"],
    ["all: false", { all: false }, "invalid_value"],
    ["a blank query", { query: " \n" }, "invalid_value"],
    ["an unknown product", { products: ["vase", "nothing"] }, "product_not_found"],
    ["an unknown category", { category: "vasse" }, "category_not_found"],
    ["an unknown collection", { collection: "cache" }, "collection_not_found"],
  ])("refuses %s", async (_, which, code) => {
    const shop = await catalogue();
    expect(await refused(shop, "prices_bulk_update", { ...which, price: 2 })).toMatchObject({ code });
    expect(await prices(shop)).toEqual({ lampe: 1, robe: 1, vase: 1 });
  });
});

describe("prices_bulk_update", () => {
  test("changes the variant of a SKU, or all variants of a product, and says how many", async () => {
    const shop = await openShop();
    const options = [{ name: "T", values: ["M", "L"] }];
    const variants = ["M", "L"].map((T) => ({ option_values: { T }, sku: `R-${T}`, price: 1000 }));
    await shop.product({ slug: "robe", options, variants });
    const pricesOf = async () =>
      (await seen(shop, "/products/robe")).variants.map(({ price }: { price: number }) => price);

    const one = await call(shop, "prices_bulk_update", { products: ["R-L"], price: 12 });
    expect(one.text).toBe("Changed the prices of 1 variants of 1 products.");
    expect(one.data).toMatchObject({ changed: 1, variants: 1, sample: [{ slug: "robe", before: 10, after: 12 }] });
    expect(await pricesOf()).toEqual([10, 12]);
    expect(await bulk(shop, { products: ["robe"], price: 15 })).toMatchObject({ changed: 1, variants: 2 });
    expect(await pricesOf()).toEqual([15, 15]);
    await shop.product({ slug: "vase", sku: "R-M", price: 1000 });
    expect(await refused(shop, "prices_bulk_update", { products: ["R-M"], price: 1 })).toMatchObject({
      code: "variant_required",
    });
  });

  test("requires confirmation above 20 products, and shows each difference first", async () => {
    const shop = await openShop();
    for (let i = 1; i <= 22; i++) await shop.product({ slug: `p${i}`, price: i * 1000 });
    const rise = { all: true, amount: 1, idempotency_key: "rise" };
    expect(await refused(shop, "prices_bulk_update", rise)).toMatchObject({ code: "confirmation_required" });
    const dry = await bulk(shop, { ...rise, dry_run: true });
    expect(dry).toMatchObject({ dry_run: true, changes_count: 22 });
    const told = dry.changes.map(({ label, before, after }: { label: string; before: Prices; after: Prices }) => [
      label,
      before.variants[0]?.price,
      after.variants[0]?.price,
    ]);
    expect(new Map(told.map(([label, ...change]: unknown[]) => [label, change]))).toEqual(
      new Map(Array.from({ length: 22 }, (_, i) => [`p${i + 1}`, [(i + 1) * 10, (i + 1) * 10 + 1]])),
    );
    expect(await prices(shop)).toMatchObject({ p1: 10, p22: 220 });

    const { confirm_token } = dry;
    expect(await bulk(shop, { ...rise, confirm_token })).toMatchObject({ changed: 22 });
    expect(await bulk(shop, { ...rise, confirm_token })).toMatchObject({ changed: 22, replayed: true });
    expect(await prices(shop)).toMatchObject({ p1: 11, p22: 221 });
    const same = { products: ["p1", "p2"], price: 11 };
    expect(await bulk(shop, same)).toMatchObject({ changed: 1, sample: [{ slug: "p2", before: 21, after: 11 }] });
    const again = await refused(shop, "prices_bulk_update", { ...rise, amount: 2 });
    expect(again).toMatchObject({ code: "idempotency_key_reused" });
  });
  interface Prices {
    variants: { price: number }[];
  }

  test("refuses products with more than 20,000 variants, and changes none", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ slug: "robe", price: 1000, vendor: "Nour" });
    await shop.product({ slug: "vase", price: 1000 });
    await shop.transact((db) => {
      db.changed(ALL_PRODUCTS);
      return db.run(sql`
        insert into variants (
          site_id, id, product_id, position, title, option_values, price, inventory_quantity, track_quantity,
          continue_selling_when_out_of_stock, weight_unit
        )
        select ${shop.id}, gen_random_uuid(), ${id}, i, i::text, jsonb_build_object('Size', i::text), 1000, 0, true, false, 'kg'
        from generate_series(1, 20000) i
        on conflict do nothing
      `);
    });

    const refusal = await refused(shop, "prices_bulk_update", { vendor: "Nour", percent: 5 });

    expect(refusal).toMatchObject({ code: "invalid_value", detail: expect.stringContaining("20000 variants") });
    expect(await bulk(shop, { products: ["vase"], percent: 5 })).toMatchObject({ changed: 1 });
    const unchanged = sql`select count(*) from variants where site_id = ${shop.id} and price = 1000`;
    expect(await shop.transact((db) => db.count(unchanged))).toBe(20_001);
  });

  test("changes price ranges, order and filters of lists, and updated_at", async () => {
    const shop = await openShop();
    const variants = ["M", "L"].map((Taille, i) => ({ option_values: { Taille }, price: 1000 + i * 1000 }));
    await shop.product({ slug: "robe", options: [{ name: "Taille", values: ["M", "L"] }], variants });
    await shop.product({ slug: "vase", price: 1500 });
    const { updated_at } = await runTool(shop, "products_get", { product: "robe" });
    await bulk(shop, { products: ["robe"], percent: 100 });
    expect(Object.entries(await prices(shop))).toEqual([
      ["vase", 15],
      ["robe", [20, 40]],
    ]);
    expect(Object.keys(await prices(shop, "&min_price=30"))).toEqual(["robe"]);
    expect(Object.keys(await prices(shop, "&max_price=19"))).toEqual(["vase"]);
    const stale = { product: "robe", name: "X", expected_updated_at: updated_at };
    expect(await refused(shop, "products_save", stale)).toMatchObject({ code: "stale" });
  });

  test("a concurrent products_save and this call both count, in either order", async () => {
    const shop = await openShop();
    for (let i = 0; i < 10; i++) await shop.product({ slug: `p${i}`, price: 1000 });
    await shop.product({ slug: "other", price: 1000, vendor: "Y" });
    await Promise.all([
      bulk(shop, { all: true, amount: 1 }),
      ...Array.from({ length: 10 }, (_, i) =>
        runTool(shop, "products_save", { product: `p${i}`, vendor: "X", sku: `S${i}` }),
      ),
      bulk(shop, { all: true, amount: 2 }),
      bulk(shop, { vendor: "Y", amount: 4 }),
    ]);
    expect(new Set(Object.values(await prices(shop)))).toEqual(new Set([13, 17]));
    expect(await runTool(shop, "products_search", { vendor: "X" })).toMatchObject({ total: 10 });
  });
});

test.each([
  ["vendor", "Nour Textil", "Nour Textile"],
  ["tag", "fait mian", "Fait main"],
])("refuses an unknown %s with the closest names: %s", async (filter, typed, close) => {
  const shop = await openShop();
  await shop.product({ slug: "robe", price: 1000, vendor: "Nour Textile", tags: ["Fait main", "Soie"] });
  await shop.product({ slug: "hidden", price: 1000, vendor: "Zohra", status: "draft" });

  for (const [tool, args] of [
    ["prices_bulk_update", { percent: 5 }],
    ["products_search", {}],
    ["inventory_search", {}],
  ] as const) {
    const problem = await refused(shop, tool, { ...args, [filter]: typed });
    expect(problem).toMatchObject({ code: "invalid_value", allowed: [close] });
    expect(problem?.errors).toMatchObject([{ path: filter, message: expect.stringContaining("allowed names") }]);
  }
  const far = await refused(shop, "prices_bulk_update", { percent: 5, vendor: "qqq" });
  expect(far?.allowed).toEqual(["Nour Textile", "Zohra"]);
  expect(await runTool(shop, "products_search", { vendor: "zohra" })).toMatchObject({ total: 1 });
  expect(await runTool(shop, "prices_bulk_update", { percent: 5, [filter]: close.toLowerCase() })).toMatchObject({
    changed: 1,
  });
});
