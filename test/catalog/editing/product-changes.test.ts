import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { at, categoryIn, picture, refused, runTool, seen } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { cartWith, expectInvariants, order, stockOf } from "../../support/selling.ts";

const detailed = (shop: Shop, product: string) =>
  runTool(shop, "products_get", { product, response_format: "detailed" });
const found = async (shop: Shop, q: string): Promise<string[]> =>
  (await seen(shop, `/search?q=${encodeURIComponent(q)}`)).data.map(({ slug }: { slug: string }) => slug);

const FULL = {
  name: "Vase bleu",
  description: "<p>Grand</p>",
  vendor: "Maatkas",
  product_type: "Vase",
  tags: ["bleu"],
  status: "active",
  price: 20,
  compare_at_price: 25,
  cost: 8,
  sku: "V-1",
  barcode: "613",
  inventory_quantity: 5,
  weight: 2.5,
  weight_unit: "kg",
  seo_title: "Vase",
  seo_description: "Bleu",
  images: [{ url: picture("v"), alt: "V" }],
  is_physical: true,
  charge_tax: true,
  category: "Vases",
  collections: ["cadeaux"],
};

async function openFull(): Promise<Shop> {
  const shop = await openShop();
  await categoryIn(shop, "vases", "Vases");
  await categoryIn(shop, "lampes", "Lampes");
  for (const title of ["Cadeaux", "Fêtes"]) await runTool(shop, "collections_save", { title });
  await runTool(shop, "products_save", FULL);
  return shop;
}

describe("products_save", () => {
  const TOP = {
    name: "Vase vert",
    description: null,
    status: "draft",
    vendor: null,
    product_type: null,
    tags: [],
    category: null,
  } as const;
  const MORE = {
    collections: [],
    images: [],
    seo_title: null,
    seo_description: null,
    is_physical: false,
    charge_tax: false,
  };
  const ONLY = {
    price: 21,
    compare_at_price: null,
    cost: null,
    sku: null,
    barcode: null,
    track_quantity: false,
    continue_selling_when_out_of_stock: true,
    weight: null,
    weight_unit: "g",
  };
  const said = [{ ...TOP, ...MORE }, ONLY].flatMap((fields, i) =>
    Object.entries(fields).map(([field, value]) => [field, value, i === 1] as const),
  );

  test("changes only the given fields", async () => {
    const shop = await openFull();
    for (const [field, value, isOfVariant] of said) {
      const { updated_at: _, ...before } = await detailed(shop, "vase-bleu");
      await runTool(shop, "products_save", { product: "vase-bleu", [field]: value });
      const { updated_at: __, ...after } = await detailed(shop, "vase-bleu");
      const variants = [{ ...before.variants[0], [field]: value }];
      expect(after, field).toEqual(isOfVariant ? { ...before, variants } : { ...before, [field]: value });
    }
    await expectInvariants(shop);
  });

  test("the storefront shows every change: category, collections, pictures, search", async () => {
    const shop = await openFull();
    expect(await found(shop, "bleu vase")).toEqual(["vase-bleu"]);
    await runTool(shop, "products_save", {
      product: "V-1",
      name: "Lampe rouge",
      category: "lampes",
      collections: ["fetes"],
      tags: ["rouge"],
      description: "<p>Petite</p>",
      vendor: "Tizi",
      product_type: "Lampe",
      seo_description: "Rouge",
      sku: "L-1",
    });
    expect(await seen(shop, "/products/vase-bleu")).toMatchObject({
      name: "Lampe rouge",
      category: "Lampes",
      collections: [{ slug: "fetes" }],
      sku: "L-1",
      tags: ["rouge"],
    });
    for (const q of ["lampe", "rouge", "petite", "tizi", "lampes", "L-1"])
      expect(await found(shop, q), q).toEqual(["vase-bleu"]);
    for (const q of ["bleu", "grand", "maatkas", "vase", "vases", "V-1"]) expect(await found(shop, q), q).toEqual([]);
    expect((await seen(shop, "/collections/cadeaux")).products).toEqual([]);
  });

  test("a new slug replaces the old address, and carts and collections keep the product", async () => {
    const shop = await openFull();
    const { id, updated_at } = await detailed(shop, "vase-bleu");
    const cart = await cartWith(shop, { product_id: id, quantity: 1 });
    const renamed = await runTool(shop, "products_save", {
      product: "vase-bleu",
      slug: "vase",
      expected_updated_at: updated_at,
    });
    expect((await shop.get("/products/vase-bleu")).status).toBe(404);
    expect(await seen(shop, "/products/vase")).toMatchObject({ id, updated_at: renamed.updated_at });
    expect(await seen(shop, `/cart/${cart}`)).toMatchObject({ items: [{ product_slug: "vase" }] });
    expect((await seen(shop, "/collections/cadeaux")).products).toMatchObject([{ slug: "vase" }]);
    const stale = { product: "vase", slug: "autre", expected_updated_at: updated_at };
    expect(await refused(shop, "products_save", stale)).toMatchObject({ code: "stale" });
    await shop.product({ slug: "pris" });
    expect(await refused(shop, "products_save", { product: "vase", slug: "pris" })).toMatchObject({
      code: "slug_taken",
    });
    expect(await refused(shop, "products_save", { product: "vase", slug: "" })).toMatchObject({
      errors: [{ path: "slug" }],
    });
  });

  test("the updated_at of each answer is valid for the next call", async () => {
    const shop = await openFull();
    let { updated_at: expected_updated_at } = await detailed(shop, "vase-bleu");
    for (const [field, value] of said) {
      const product = { product: "vase-bleu", [field]: value, expected_updated_at };
      ({ updated_at: expected_updated_at } = await runTool(shop, "products_save", product));
    }
    const nothing = await runTool(shop, "products_save", { product: "vase-bleu", expected_updated_at });
    const old = "2020-01-01T00:00:00.000Z";
    const stale = { product: "vase-bleu", name: "X", expected_updated_at: old };
    expect(await refused(shop, "products_save", stale)).toMatchObject({
      code: "stale",
      updated_at: nothing.updated_at,
    });
    const never = { product: "vase-bleu", name: "X", expected_updated_at: "yesterday" };
    expect(await refused(shop, "products_save", never)).toMatchObject({ code: "invalid_value" });
  });

  test("a change of collections changes updated_at, and the same collections do not", async () => {
    const shop = await openFull();
    const { updated_at } = await detailed(shop, "vase-bleu");
    const wanted = { product: "vase-bleu", collections: ["fetes"], expected_updated_at: updated_at };
    const later = await at(Date.now() + 1000, () => runTool(shop, "products_save", wanted));
    expect(await refused(shop, "products_save", wanted)).toMatchObject({ code: "stale" });
    const same = await at(Date.now() + 2000, () =>
      runTool(shop, "products_save", {
        ...wanted,
        collections: ["fetes", "fetes"],
        expected_updated_at: later.updated_at,
      }),
    );
    expect(same.updated_at).toBe(later.updated_at);
    expect(await seen(shop, "/products/vase-bleu")).toMatchObject({ collections: [{ slug: "fetes" }] });
  });

  test("refuses a SKU that two products share", async () => {
    const shop = await openShop();
    for (const slug of ["a", "b"]) await shop.product({ slug, sku: "SAME", price: 100 });
    const refusal = { code: "invalid_value", allowed: ["a", "b"] };
    expect(await refused(shop, "products_save", { product: "SAME", price: 9 })).toMatchObject(refusal);
    expect(await refused(shop, "catalog_delete", { kind: "product", item: "SAME" })).toMatchObject(refusal);
    expect(await refused(shop, "collections_save", { title: "C", products: ["SAME"] })).toMatchObject(refusal);
    await runTool(shop, "products_save", { product: "b", sku: "OTHER" });
    await runTool(shop, "products_save", { product: "SAME", price: 9 });
    expect(await seen(shop, "/products/a")).toMatchObject({ price: 9 });
  });

  test("two concurrent changes of different fields both survive, also when one renames the product", async () => {
    const shop = await openFull();
    const { id } = await detailed(shop, "vase-bleu");
    const fields = [
      { vendor: "X" },
      { price: 30 },
      { tags: ["y"] },
      { slug: "renamed" },
      { barcode: "1" },
      { seo_title: "Z" },
    ];
    await Promise.all(fields.map((field) => runTool(shop, "products_save", { product: id, ...field })));
    const { variants, ...product } = await detailed(shop, id);
    expect(product).toMatchObject({
      vendor: "X",
      tags: ["y"],
      slug: "renamed",
      seo_title: "Z",
      description: FULL.description,
    });
    expect(variants).toMatchObject([{ price: 30, barcode: "1", cost: 8 }]);
  });

  test("stock set while twenty shoppers order is neither oversold nor lost", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ slug: "vase", stock: 5 });
    const carts = await Promise.all(Array.from({ length: 20 }, () => cartWith(shop, { product_id: id, quantity: 1 })));
    const [set, ...placed] = await Promise.all([
      call(shop, "inventory_adjust", { changes: [{ variant: "vase", to: 8 }] }),
      ...carts.map((cart) => order(shop, cart)),
    ]);
    expect(set.problem).toBeUndefined();
    const sold = placed.filter(({ status }) => status === 201).length;
    expect(sold).toBeGreaterThanOrEqual(5);
    expect(sold).toBeLessThanOrEqual(13);
    expect(await stockOf(shop, id)).toBeLessThanOrEqual(8);
    await expectInvariants(shop);
  });
});
