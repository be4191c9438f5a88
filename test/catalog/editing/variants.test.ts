import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { picture, refused, runTool, seen } from "../../support/mcp-tasks.ts";
import { cartWith, expectInvariants, order, ordered, stockOf } from "../../support/selling.ts";

interface Seen {
  id: string;
  title: string;
  sku: string | null;
  price: number;
  inventory_quantity: number;
}

const SIZES = { options: [{ name: "Taille", values: ["M", "L"] }] };
const size = (Taille: string) => ({ option_values: { Taille } });
const variantsSeen = async (shop: Shop, slug: string): Promise<Seen[]> =>
  (await seen(shop, `/products/${slug}`)).variants;
const titles = async (shop: Shop, slug: string) => (await variantsSeen(shop, slug)).map(({ title }) => title);
const stocks = async (shop: Shop, slug: string) =>
  Object.fromEntries((await variantsSeen(shop, slug)).map((one) => [one.title, one.inventory_quantity]));

/** A published robe in M (5) and L (6), at 100. */
async function robe(shop: Shop): Promise<{ id: string; M: string; L: string; updated_at: string }> {
  const { id, variants, updated_at } = await runTool(shop, "products_save", {
    name: "Robe",
    price: 100,
    status: "active",
    ...SIZES,
    variants: [
      { ...size("M"), sku: "R-M", inventory_quantity: 5 },
      { ...size("L"), sku: "R-L", inventory_quantity: 6 },
    ],
  });
  return { id, M: variants[0].id, L: variants[1].id, updated_at };
}

describe("products_save changes variants", () => {
  test("finds variants by id, option values and SKU, and the others keep their ids and stock", async () => {
    const shop = await openShop();
    const { M, L } = await robe(shop);
    const variants = [
      { id: M.toUpperCase(), price: 110 },
      { ...size("L"), compare_at_price: 130 },
      { ...size("XL"), price: 120, inventory_quantity: 1 },
    ];
    await runTool(shop, "products_save", { product: "robe", variants });
    await runTool(shop, "products_save", {
      product: "robe",
      variants: [{ sku: "R-L", inventory_quantity: 6, barcode: "9" }],
    });
    const stale = { product: "robe", variants: [{ sku: "R-L", inventory_quantity: 9 }] };
    expect(await refused(shop, "products_save", stale)).toMatchObject({
      errors: [{ path: "variants.0.inventory_quantity" }],
    });
    expect(await variantsSeen(shop, "robe")).toMatchObject([
      { id: M, title: "M", sku: "R-M", price: 110, compare_at_price: null, inventory_quantity: 5 },
      { id: L, title: "L", sku: "R-L", price: 100, compare_at_price: 130, barcode: "9", inventory_quantity: 6 },
      { title: "XL", sku: null, price: 120, compare_at_price: null, inventory_quantity: 1 },
    ]);
    await expectInvariants(shop);
  });

  test("answers the variants that were changed or made, with the number of all", async () => {
    const shop = await openShop();
    const { M, L } = await robe(shop);
    const save = (args: object) => runTool(shop, "products_save", { product: "robe", ...args });
    const titlesOf = ({ variants }: { variants: Seen[] }) => variants.map(({ title }) => title);

    const one = await save({ variants: [{ id: L, price: 130 }] });
    expect(one).toMatchObject({ variants_count: 2, variants: [{ id: L, title: "L", price: 130 }] });
    expect(one).toMatchObject({ price: 100, max_price: 130, inventory_quantity: 11 });
    expect(titlesOf(one)).toEqual(["L"]);
    expect(titlesOf(await save({ variants: [{ ...size("XL"), price: 120 }] }))).toEqual(["XL"]);
    expect(await save({ vendor: "Atelier" })).toMatchObject({ variants_count: 3, variants: [] });
    expect(await save({ remove_variants: ["XL"] })).toMatchObject({ variants_count: 2, variants: [] });
    expect(await save({ price: 90 })).toMatchObject({ variants: [{ id: M }, { id: L }] });
  });

  test("never changes a variant of another product, even by its id", async () => {
    const shop = await openShop();
    await robe(shop);
    const other = await runTool(shop, "products_save", { ...SIZES, name: "Veste", price: 50, status: "active" });
    const theft = [{ id: other.variants[0].id, ...size("XL"), price: 1 }];
    const problem = await refused(shop, "products_save", { product: "robe", variants: theft });
    expect(problem).toMatchObject({ code: "variant_not_found", errors: [{ path: "variants.0.id" }] });
    const made = await refused(shop, "products_save", { name: "Neuve", price: 1, variants: theft });
    expect(made).toMatchObject({ code: "variant_not_found", errors: [{ path: "variants.0.id" }] });
    expect(await variantsSeen(shop, "veste")).toMatchObject([
      { title: "M", price: 50 },
      { title: "L", price: 50 },
    ]);
    await expectInvariants(shop);
  });

  test("refuses a SKU that several variants share", async () => {
    const shop = await openShop();
    await runTool(shop, "products_save", { ...SIZES, name: "Robe", price: 100, sku: "R" });
    const problem = await refused(shop, "products_save", { product: "robe", variants: [{ sku: "R", price: 1 }] });
    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "variants.0.sku" }] });
  });

  test("refuses one variant named twice", async () => {
    const shop = await openShop();
    const { M } = await robe(shop);
    const twice = [
      { id: M, price: 1 },
      { ...size("M"), price: 2 },
    ];
    const problem = await refused(shop, "products_save", { product: "robe", variants: twice });
    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "variants.1" }] });
  });

  test("applies top-level prices to all variants, and refuses other top-level variant fields", async () => {
    const shop = await openShop();
    await robe(shop);
    await runTool(shop, "products_save", { product: "robe", price: 90.25, compare_at_price: 100 });
    const both = { price: 90.25, compare_at_price: 100 };
    expect(await variantsSeen(shop, "robe")).toMatchObject([both, both]);
    expect(await seen(shop, "/products/robe")).toMatchObject({ price_range: { min_price: 90.25, max_price: 90.25 } });
    for (const said of [
      { inventory_quantity: 3 },
      { sku: "X" },
      { barcode: "1" },
      { weight: 2 },
      { track_quantity: false },
    ]) {
      const problem = await refused(shop, "products_save", { product: "robe", price: 1, ...said });
      expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: Object.keys(said)[0] }] });
    }
    expect(await stocks(shop, "robe")).toEqual({ M: 5, L: 6 });
  });

  test("renames values by id, and two variants can exchange values", async () => {
    const shop = await openShop();
    const { id, M, L } = await robe(shop);
    const cart = await cartWith(shop, { product_id: id, variant_id: M, quantity: 1 });
    const exchanged = [
      { id: M, ...size("L") },
      { id: L, ...size("M") },
    ];
    await runTool(shop, "products_save", { product: "robe", variants: exchanged });
    expect(await stocks(shop, "robe")).toEqual({ M: 6, L: 5 });
    await runTool(shop, "products_save", { product: "robe", variants: [{ id: L, ...size("Moyen") }] });
    expect(await stocks(shop, "robe")).toEqual({ Moyen: 6, L: 5 });
    const product = await seen(shop, "/products/robe");
    expect(new Set(product.options[0].values)).toEqual(new Set(["Moyen", "L"]));
    expect(await seen(shop, `/cart/${cart}`)).toMatchObject({ items: [{ variant_id: M, variant_title: "L" }] });
    const clash = await refused(shop, "products_save", { product: "robe", variants: [{ id: L, ...size("L") }] });
    expect(clash).toMatchObject({ code: "invalid_value" });
    await expectInvariants(shop);
  });

  test("refuses a renamed option without its values, and accepts both together", async () => {
    const shop = await openShop();
    const { M, L } = await robe(shop);
    const problem = await refused(shop, "products_save", { product: "robe", options: [{ name: "Size" }] });
    expect(problem?.detail).toContain("must have a value for each option");
    expect(problem?.allowed).toEqual(["Size"]);
    const variants = [
      { id: M, option_values: { Size: "M" } },
      { id: L, option_values: { Size: "L" } },
    ];
    await runTool(shop, "products_save", { product: "robe", options: [{ name: "Size" }], variants });
    expect(await variantsSeen(shop, "robe")).toMatchObject([
      { id: M, option_values: { Size: "M" }, inventory_quantity: 5 },
      { id: L, option_values: { Size: "L" }, inventory_quantity: 6 },
    ]);
    await expectInvariants(shop);
  });

  test("refuses a value renamed by options, and says how to rename it", async () => {
    const shop = await openShop();
    const { M } = await robe(shop);
    for (const values of [["Moyen", "L"], ["XL"]]) {
      const options = [{ name: "Taille", values }];
      const problem = await refused(shop, "products_save", { product: "robe", options });
      expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "options.0.values" }] });
      expect(problem?.detail).toMatch(/to rename a value, send its variants with their ids in variants: \{"id":"…"/);
    }
    expect(await stocks(shop, "robe")).toEqual({ M: 5, L: 6 });
    const name = await refused(shop, "products_save", { product: "robe", options: [{ name: "Size" }] });
    expect(name?.detail).toContain("to rename an option or a value, send its variants with their ids");

    await runTool(shop, "products_save", { product: "robe", variants: [{ id: M, ...size("Moyen") }] });
    expect((await seen(shop, "/products/robe")).options[0].values).toEqual(["Moyen", "L"]); // in its place
    expect(await stocks(shop, "robe")).toEqual({ Moyen: 5, L: 6 });
    const options = [{ name: "Taille", values: ["Moyen", "L", "XL"] }];
    await runTool(shop, "products_save", { product: "robe", options });
    expect(await titles(shop, "robe")).toEqual(["Moyen", "L", "XL"]);
  });

  test("orders variants as their option values", async () => {
    const shop = await openShop();
    await robe(shop);
    await runTool(shop, "products_save", {
      product: "robe",
      variants: [size("S")],
      options: [{ name: "Taille", values: ["S", "M", "L"] }],
    });
    expect(await titles(shop, "robe")).toEqual(["S", "M", "L"]);
    await runTool(shop, "products_save", { product: "robe", options: [{ name: "Taille", values: ["L"] }] });
    expect(await titles(shop, "robe")).toEqual(["L", "S", "M"]);
  });
});

describe("products_save takes variants away", () => {
  test.each([
    ["its id", ({ M }: { M: string }) => M],
    ["its id in capitals", ({ M }: { M: string }) => M.toUpperCase()],
    ["its SKU", () => "R-M"],
    ["its title", () => "M"],
  ])("removes a variant by %s, also from open carts", async (_, ref) => {
    const shop = await openShop();
    const made = await robe(shop);
    const wanted = [made.M, made.L].map((variant_id) => ({ product_id: made.id, variant_id, quantity: 2 }));
    const [cart, only] = [await cartWith(shop, ...wanted), await cartWith(shop, wanted[0] as (typeof wanted)[0])];
    const { order_number } = await ordered(shop, wanted);
    await runTool(shop, "products_save", { product: "robe", remove_variants: [ref(made)] });

    expect(await titles(shop, "robe")).toEqual(["L"]);
    expect((await seen(shop, "/products/robe")).options).toMatchObject([{ values: ["L"] }]);
    expect(await seen(shop, `/cart/${cart}`)).toMatchObject({ items: [{ variant_id: made.L }], subtotal: 200 });
    expect((await order(shop, only)).body).toMatchObject({ code: "cart_empty" });
    expect((await order(shop, cart)).status).toBe(201);
    expect((await seen(shop, `/orders/track/${order_number}`)).items).toHaveLength(2);
    await runTool(shop, "orders_cancel", { order: order_number });
    expect(await stocks(shop, "robe")).toEqual({ L: 4 });
    await expectInvariants(shop);
  });

  test("removes a variant by its title, in any order of the options' names", async () => {
    const shop = await openShop();
    const options = [
      { name: "Couleur", values: ["Noir", "M"] },
      { name: "Age", values: ["M", "Noir"] },
    ];
    await runTool(shop, "products_save", { name: "Gilet", price: 10, status: "active", options });
    await runTool(shop, "products_save", { product: "gilet", remove_variants: ["Noir / M"] });
    expect(await titles(shop, "gilet")).toEqual(["Noir / Noir", "M / M", "M / Noir"]);
  });

  test("refuses to remove the last variant or an unknown one", async () => {
    const shop = await openShop();
    const { id } = await robe(shop);
    const all = await refused(shop, "products_save", { product: "robe", remove_variants: ["M", "L"] });
    expect(all).toMatchObject({ code: "invalid_value", errors: [{ path: "remove_variants" }] });
    const none = await refused(shop, "products_save", { product: "robe", remove_variants: ["M", "XXL"] });
    expect(none).toMatchObject({ code: "variant_not_found", allowed: ["M", "L"] });
    await shop.product({ slug: "vase", sku: "VASE", stock: 7 });
    const only = await refused(shop, "products_save", { product: "vase", remove_variants: ["VASE"] });
    expect(only).toMatchObject({ code: "invalid_value", errors: [{ path: "remove_variants" }] });
    expect(await seen(shop, "/products/vase")).toMatchObject({ sku: "VASE", inventory_quantity: 7 });
    expect(await stockOf(shop, id)).toBe(11);
  });
});

describe("products_save gives a simple product options, and takes them away", () => {
  test.each([
    ["a variant", { variants: [{ ...size("XXL"), price: 1700, inventory_quantity: 3 }] }],
    ["an option of one value", { options: [{ name: "Taille", values: ["XXL"] }], price: 1700 }],
    ["every combination", SIZES],
  ])("a new variant never takes the place of the one that is there: by %s", async (_, given) => {
    const shop = await openShop();
    await shop.product({ slug: "pull", price: 150_000, stock: 9, sku: "PULL" });
    const { variants } = await runTool(shop, "products_get", { product: "pull" });
    for (const dry_run of [true, false]) {
      const problem = await refused(shop, "products_save", { product: "pull", ...given, dry_run });
      expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "variants" }] });
      expect(problem?.detail).toContain("the variant that is there, with 9 in stock");
      expect(problem?.detail).toContain(`{"id":"${variants[0].id}","option_values":{"Taille":"…"}}`);
    }
    expect(await seen(shop, "/products/pull")).toMatchObject({ price: 1500, inventory_quantity: 9, variants: [] });
    const other = await refused(shop, "products_save", {
      product: "pull",
      variants: [{ sku: "PULL-XXL", price: 1700 }],
    });
    expect(other).toMatchObject({
      errors: [{ path: "variants.0.sku", message: expect.stringContaining(variants[0].id) }],
    });

    const named = [
      { ...size("XXL"), price: 1700, inventory_quantity: 3 },
      { id: variants[0].id, ...size("M") },
    ];
    await runTool(shop, "products_save", { product: "pull", variants: named });
    expect(await variantsSeen(shop, "pull")).toMatchObject([
      { title: "XXL", sku: null, price: 1700, inventory_quantity: 3 },
      { id: variants[0].id, title: "M", sku: "PULL", price: 1500, inventory_quantity: 9 },
    ]);
    await expectInvariants(shop);
  });

  test("the plain variant can become a given variant, with its stock and cart lines", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ slug: "pull", price: 5000, stock: 7, sku: "PULL" });
    const cart = await cartWith(shop, { product_id: id, quantity: 1 });
    const { variants } = await runTool(shop, "products_get", { product: "pull" });
    const wanted = [
      { ...size("L"), inventory_quantity: 2 },
      { id: variants[0].id, ...size("M") },
    ];
    await runTool(shop, "products_save", { product: "pull", variants: wanted });
    expect(await variantsSeen(shop, "pull")).toMatchObject([
      { title: "L", sku: null, inventory_quantity: 2 },
      { id: variants[0].id, title: "M", sku: "PULL", inventory_quantity: 7 },
    ]);
    expect(await seen(shop, `/cart/${cart}`)).toMatchObject({ items: [{ variant_title: "M" }], subtotal: 50 });
    await expectInvariants(shop);
  });

  test("removing the options leaves the remaining variant as the plain one", async () => {
    const shop = await openShop();
    const { id, L } = await robe(shop);
    const many = await refused(shop, "products_save", { product: "robe", options: [] });
    expect(many).toMatchObject({ code: "invalid_value", errors: [{ path: "variants" }] });
    await runTool(shop, "products_save", { product: "robe", options: [], remove_variants: ["M"], price: 95 });
    expect(await seen(shop, "/products/robe")).toMatchObject({
      id,
      options: [],
      variants: [],
      sku: "R-L",
      price: 95,
      inventory_quantity: 6,
    });
    expect(await runTool(shop, "products_get", { product: "robe" })).toMatchObject({
      variants: [{ id: L, title: "Default" }],
    });
    await cartWith(shop, { product_id: id, quantity: 1 });
    await expectInvariants(shop);
  });

  test("repeating the plain variant changes only the given fields", async () => {
    const shop = await openShop();
    await shop.product({
      slug: "vase",
      sku: "VASE",
      stock: 7,
      variants: [{ barcode: "613", image_url: picture("v") }],
    });
    const before = await runTool(shop, "products_get", { product: "vase", response_format: "detailed" });
    await runTool(shop, "products_save", { product: "vase", variants: [{ option_values: {}, price: 21 }] });
    const after = await runTool(shop, "products_get", { product: "vase", response_format: "detailed" });
    expect(after).toEqual({
      ...before,
      variants: [{ ...before.variants[0], price: 21 }],
      updated_at: after.updated_at,
    });
    await expectInvariants(shop);
  });
});
