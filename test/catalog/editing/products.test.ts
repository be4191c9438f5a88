import { describe, expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { categoryIn, refused, runTool, seen } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { cartWith, expectInvariants, order } from "../../support/selling.ts";

const at = (slug: string) => `/products/${encodeURIComponent(slug)}`;
const TEN = Array.from({ length: 10 }, (_, i) => i);

describe("products_save", () => {
  test("makes a draft from a name and a price, which nobody can see or buy", async () => {
    const shop = await openShop();
    const made = await runTool(shop, "products_save", { name: "Théière en cuivre", price: 4500 });
    expect(made).toMatchObject({ slug: "theiere-en-cuivre", status: "draft", price: 4500, inventory_quantity: 0 });
    expect((await shop.get("/products/theiere-en-cuivre")).status).toBe(404);
    const cart = (await shop.post("/cart", {})).body.id;
    const added = await shop.post(`/cart/${cart}/items`, { product_id: made.id, quantity: 1 });
    expect(added.body).toMatchObject({ code: "product_not_found" });
  });

  test("makes a slug from a name in any alphabet, and another slug for the same name", async () => {
    const shop = await openShop();
    const names = ["قفطان عصري", "قفطان عصري", "KAFTAN – Été!", "kaftan ete", "コーヒー", "★", "♥"];
    const slugs = [];
    for (const name of names) {
      const { slug } = await runTool(shop, "products_save", { name, price: 1, status: "active" });
      expect(await seen(shop, at(slug))).toMatchObject({ name });
      slugs.push(slug);
    }
    expect(slugs).toEqual([
      "قفطان-عصري",
      "قفطان-عصري-2",
      "kaftan-ete",
      "kaftan-ete-2",
      "コーヒー",
      "product",
      "product-2",
    ]);
    for (const slug of slugs) await runTool(shop, "products_save", { product: slug, slug: `${slug}-x` });
  });

  test.each([
    ["a taken slug", { slug: "taken" }, { code: "slug_taken", errors: [{ path: "slug" }] }],
    ["an invalid slug", { slug: "A b" }, { code: "invalid_value", errors: [{ path: "slug" }] }],
    ["no price", { price: undefined }, { code: "invalid_value", errors: [{ path: "price" }] }],
    ["a price below zero", { price: -1 }, { code: "invalid_value", errors: [{ path: "price" }] }],
    ["a blank name", { name: " \t" }, { code: "invalid_value", errors: [{ path: "name" }] }],
    ["a name that is too long", { name: "x".repeat(256) }, { code: "invalid_value", errors: [{ path: "name" }] }],
    ["a description that is too long", { description: "x".repeat(200_001) }, { errors: [{ path: "description" }] }],
    ["a vendor that is too long", { vendor: "x".repeat(256) }, { errors: [{ path: "vendor" }] }],
    ["too many tags", { tags: Array(101).fill("t") }, { errors: [{ path: "tags" }] }],
    ["a tag that is too long", { tags: ["x".repeat(101)] }, { errors: [{ path: "tags.0" }] }],
    ["a script for a picture", { images: [{ url: "javascript:alert(1)" }] }, { errors: [{ path: "images.0.url" }] }],
    ["a file for a picture", { images: [{ url: "file:///etc/passwd" }] }, { errors: [{ path: "images.0.url" }] }],
    ["data for a picture", { images: [{ url: "data:image/png;base64,AA" }] }, { errors: [{ path: "images.0.url" }] }],
    ["a blank picture", { images: [{ url: "" }] }, { errors: [{ path: "images.0.url" }] }],
    ["a picture twice", { images: [{ url: "/a" }, { url: "/a" }] }, { errors: [{ path: "images.1.url" }] }],
    ["an unknown category", { category: "nowhere" }, { code: "category_not_found" }],
    ["an unknown collection", { collections: ["nowhere"] }, { code: "collection_not_found" }],
    ["stock below zero", { inventory_quantity: -1 }, { errors: [{ path: "inventory_quantity" }] }],
    ["an unknown field", { colour: "red" }, { errors: [{ path: "colour" }] }],
  ])("refuses %s, and creates nothing", async (_, given, problem) => {
    const shop = await openShop();
    await shop.product({ slug: "taken" });
    expect(await refused(shop, "products_save", { name: "Vase", price: 1, ...given })).toMatchObject(problem);
    expect(await runTool(shop, "products_search")).toMatchObject({ total: 1 });
  });

  test.each([
    ["DZD", 0.05, 0.005],
    ["JPY", 7, 7.5],
    ["TND", 0.005, 0.0005],
  ])("accepts the decimals of %s and no more", async (currency, price, finer) => {
    const shop = await openShop({ currency });
    const made = { name: "Vase", status: "active", price, compare_at_price: price * 2, cost: price };
    await runTool(shop, "products_save", made);
    expect(await seen(shop, "/products/vase")).toMatchObject({ price, compare_at_price: price * 2 });
    for (const field of ["price", "compare_at_price", "cost"]) {
      const said = { ...made, slug: "v", [field]: finer };
      expect(await refused(shop, "products_save", said)).toMatchObject({ errors: [{ path: field }] });
    }
    const variants = [{ option_values: { A: "1" } }, { option_values: { A: "2" }, price: finer }];
    const problem = await refused(shop, "products_save", { name: "V", price, variants });
    expect(problem).toMatchObject({ errors: [{ path: "variants.1.price" }] });
  });

  test("accepts an explicit price of 0", async () => {
    const shop = await openShop();
    const { id } = await runTool(shop, "products_save", {
      name: "Échantillon",
      price: 0,
      status: "active",
      inventory_quantity: 1,
    });
    const placed = await order(shop, await cartWith(shop, { product_id: id, quantity: 1 }));
    expect(placed.body).toMatchObject({ total: 0 });
    await expectInvariants(shop);
  });

  test("adds the product to a category and collections by id, slug or name", async () => {
    const shop = await openShop();
    const category = await categoryIn(shop, "robes-d-ete", "Robes d'été");
    const { id } = await runTool(shop, "collections_save", { title: "Nouveautés" });
    for (const [i, ref] of [category, "robes-d-ete", "ROBES D'ETE"].entries()) {
      const collections = [i === 0 ? id : "nouveautes"];
      await runTool(shop, "products_save", { name: `R${i}`, price: 1, status: "active", category: ref, collections });
    }
    const { data } = await seen(shop, "/products?category=robes-d-ete");
    expect(data.map(({ category_id }: { category_id: string }) => category_id)).toEqual([category, category, category]);
    const { products } = await seen(shop, "/collections/nouveautes");
    expect(products.map(({ slug }: { slug: string }) => slug)).toEqual(["r0", "r1", "r2"]);
    await categoryIn(shop, "autres-robes", "Robes d'été");
    const twice = await refused(shop, "products_save", { name: "R", price: 1, category: "Robes d'été" });
    expect(twice).toMatchObject({
      code: "invalid_value",
      allowed: expect.arrayContaining(["robes-d-ete", "autres-robes"]),
    });
  });

  test("creates one product for one idempotency key", async () => {
    const shop = await openShop();
    const wanted = { name: "Vase", price: 1, idempotency_key: "one vase" };
    const made = await Promise.all(TEN.map(() => call(shop, "products_save", wanted)));
    expect(
      new Set(
        made
          .flatMap(({ data, problem }) => (problem ? [problem.code] : [data.id]))
          .filter((id) => id !== "idempotency_in_progress"),
      ).size,
    ).toBe(1);
    expect(await refused(shop, "products_save", { ...wanted, price: 2 })).toMatchObject({
      code: "idempotency_key_reused",
    });
    expect(await runTool(shop, "products_search")).toMatchObject({ total: 1 });
    expect(await refused(shop, "products_save", { name: "X", idempotency_key: "later" })).toMatchObject({
      code: "invalid_value",
    });
    await runTool(shop, "products_save", { name: "X", price: 1, idempotency_key: "later" });
  });

  test("ten concurrent creations make one product of one slug, and ten products of one name", async () => {
    const shop = await openShop();
    const said = await Promise.all(TEN.map(() => call(shop, "products_save", { name: "V", slug: "vase", price: 1 })));
    expect(said.map(({ problem }) => problem?.code ?? "made").sort()).toEqual(["made", ...Array(9).fill("slug_taken")]);
    const auto = await Promise.all(TEN.map(() => call(shop, "products_save", { name: "Lampe", price: 1 })));
    expect(auto.map(({ problem }) => problem)).toEqual(Array(10).fill(undefined));
    expect(new Set(auto.map(({ data }) => data.slug))).toEqual(
      new Set(["lampe", ...TEN.slice(2).map((i) => `lampe-${i}`), "lampe-10"]),
    );
    await expectInvariants(shop);
  });
});
