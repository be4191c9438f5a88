import { describe, expect, test } from "vitest";
import { saveCategory, saveCollection } from "../../src/catalog/catalog.ts";
import { openShop } from "../support/app.ts";
import { ordered, promote, validate, variantsOf } from "../support/selling.ts";

/** The targets of promotions, and how product cards show their prices. */

const NOWHERE = "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d";
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

describe("targets", () => {
  test("are products, collections, and categories with their descendants", async () => {
    const own = await openShop();
    const plain = { description: null, image_url: null, position: 0, is_active: true };
    const [above, below] = await own.transact(async (db) => {
      const parent = await saveCategory(db, { ...plain, slug: "above", name: "Above", parent_id: null });
      return [parent, await saveCategory(db, { ...plain, slug: "below", name: "Below", parent_id: parent })];
    });
    const one = await own.product({ slug: "one", price: 10_000, category_id: below ?? null });
    const two = await own.product({ slug: "two", price: 10_000, category_id: above ?? null });
    const three = await own.product({ slug: "three", price: 10_000 });
    const sale = { title: "Sale", slug: "sale", sort_order: "manual" as const, seo_title: null, seo_description: null };
    await own.transact((db) => saveCollection(db, { ...plain, ...sale }, ["two", "three"]));
    const collection = (await own.get("/collections/sale")).body.collection.id;
    const half = { discount_type: "percentage" as const, discount_value: 5000 };
    await promote(own, { ...half, title: "A", code: "ABOVE", target_type: "categories", target_ids: [above ?? ""] });
    await promote(own, { ...half, title: "B", code: "BELOW", target_type: "categories", target_ids: [below ?? ""] });
    await promote(own, { ...half, title: "C", code: "SALE", target_type: "collections", target_ids: [collection] });
    await promote(own, { ...half, title: "D", code: "ONE", target_type: "products", target_ids: [one.id] });

    const items = [one, two, three].map(({ id }) => ({ product_id: id, quantity: 1 }));
    const saved = async (code: string) => (await validate(own, { code, items })).body.discount_amount;
    expect([await saved("ABOVE"), await saved("BELOW"), await saved("SALE"), await saved("ONE")]).toEqual([
      100, 50, 100, 50,
    ]);
  });

  test("use the price of the chosen variant, or of the cheapest when none is chosen", async () => {
    const own = await openShop();
    const { id: product_id, slug } = await own.product({
      options: [{ name: "Size", values: ["M", "L"] }],
      variants: [
        { option_values: { Size: "M" }, price: 10_000 },
        { option_values: { Size: "L" }, price: 20_000 },
      ],
    });
    const { L } = await variantsOf(own, slug);
    await promote(own, { title: "Half", code: "HALF", discount_type: "percentage", discount_value: 5000 });
    const saved = async (item: object) =>
      (await validate(own, { code: "HALF", items: [{ product_id, quantity: 1, ...item }] })).body.discount_amount;

    expect([await saved({ variant_id: L }), await saved({}), await saved({ variant_id: NOWHERE })]).toEqual([
      100, 50, 0,
    ]);
  });
});

describe("a product's card", () => {
  test("shows the unit price with an automatic promotion, and the promotion", async () => {
    const own = await openShop();
    const [rug, pot] = [
      await own.product({ slug: "rug", price: 1_000_000 }),
      await own.product({ slug: "pot", price: 99_950 }),
    ];
    const card = async (slug: string) => {
      const { discounted_price, discount_text } = (await own.get(`/products/${slug}`)).body;
      const list = (await own.get("/products")).body.data.find((one: { slug: string }) => one.slug === slug);
      expect([list.discounted_price, list.discount_text]).toEqual([discounted_price, discount_text]);
      return [discounted_price, discount_text];
    };
    expect(await card("rug")).toEqual([null, null]);

    await promote(own, {
      title: "Rugs",
      discount_type: "percentage",
      discount_value: 1500,
      target_type: "products",
      target_ids: [rug.id],
    });
    await promote(own, { title: "Code", code: "CODE", discount_type: "percentage", discount_value: 9000 });
    await promote(own, { title: "Ship", discount_type: "free_shipping", is_combinable: true });
    await promote(own, {
      title: "Rich",
      discount_type: "fixed_amount",
      discount_value: 90_000,
      min_order_amount: 5_000_000,
    });
    await promote(own, { title: "Soon", discount_type: "percentage", discount_value: 9000, starts_at: TOMORROW });
    expect(await card("rug")).toEqual([8500, "Rugs: 15% off"]);
    expect(await card("pot")).toEqual([null, null]);

    await promote(own, {
      title: "Pots",
      message: "Pot week",
      discount_type: "percentage",
      discount_value: 1000,
      target_type: "products",
      target_ids: [pot.id],
    });
    expect(await card("pot")).toEqual([899.55, "Pot week"]);
    const placed = await ordered(own, [{ product_id: pot.id, quantity: 1 }]);
    expect(placed.total).toBe(899.55);
  });
});
