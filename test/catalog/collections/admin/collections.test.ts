import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../../support/app.ts";
import { at, picture, refused, runConfirmedTool, runTool, seen } from "../../../support/mcp-tasks.ts";
import { ordered } from "../../../support/selling.ts";

const save = (shop: Shop, args: object) => runTool(shop, "collections_save", args);
const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);
const inside = async (shop: Shop, slug: string) => slugs((await seen(shop, `/collections/${slug}`)).products);

/** The published products a, b, c, d. */
async function openStocked(): Promise<Shop> {
  const shop = await openShop();
  for (const slug of ["a", "b", "c", "d"]) await shop.product({ slug, sku: `SKU-${slug}` });
  return shop;
}

describe("collections_save", () => {
  test("replaces the members in the given order, each once", async () => {
    const shop = await openStocked();
    const { id } = await runTool(shop, "products_get", { product: "b" });
    const made = await save(shop, { title: "Soldes d'été", products: ["c", id, "SKU-a", "c", "b"] });
    expect(made).toMatchObject({ slug: "soldes-d-ete", sort_order: "manual", products_count: 3 });
    expect(await inside(shop, "soldes-d-ete")).toEqual(["c", "b", "a"]);
    await save(shop, { collection: made.id, add_products: ["d", "c"], remove_products: ["b"] });
    expect(await inside(shop, "soldes-d-ete")).toEqual(["c", "a", "d"]);
    await save(shop, { collection: "soldes-d-ete", products: ["d", "a"], remove_products: ["a"] });
    expect(await inside(shop, "soldes-d-ete")).toEqual(["d"]);
    await save(shop, { collection: "soldes-d-ete", products: [] });
    expect(await inside(shop, "soldes-d-ete")).toEqual([]);
  });

  test("replaces the members even when there were more than one call can list", async () => {
    const shop = await openShop();
    const all = Array.from({ length: 1001 }, (_, i) => `p${i}`);
    for (const slug of all) await shop.product({ slug });
    await runConfirmedTool(shop, "collections_save", { title: "All", products: all.slice(0, 1000) });
    await save(shop, { collection: "all", add_products: all.slice(1000) });
    await runTool(shop, "products_set_status", { products: all.slice(1000), status: "draft" }); // counted by nobody

    const wanted = { collection: "all", products: all.slice(0, 1000) };
    expect(await refused(shop, "collections_save", wanted)).toMatchObject({ code: "confirmation_required" });
    const cut = await runConfirmedTool(shop, "collections_save", wanted);

    expect(cut).toMatchObject({ products_count: 1000, change_id: expect.any(String) });
  });

  test("changes only the given fields", async () => {
    const shop = await openStocked();
    await save(shop, { title: "Été", products: ["b", "a"], description: "X", image_url: picture("e"), position: 3 });
    const one = async () => {
      const { updated_at: _, ...rest } = (await runTool(shop, "collections_search", { collection: "ete" })).data[0];
      return rest;
    };
    const changes = {
      title: "Summer",
      description: null,
      image_url: null,
      position: 1,
      is_active: false,
      sort_order: "price_asc",
      seo_title: "S",
      seo_description: "D",
    };
    for (const [field, value] of Object.entries(changes)) {
      const before = await one();
      await save(shop, { collection: "ete", [field]: value });
      expect(await one(), field).toEqual({ ...before, [field]: value });
    }
    expect((await shop.get("/collections/ete")).status).toBe(404);
    await save(shop, { collection: "ete", is_active: true, slug: "summer" });
    expect(await inside(shop, "summer")).toEqual(["a", "b"]);
    expect((await shop.get("/collections/ete")).status).toBe(404);
  });

  test("reorders its products as given", async () => {
    const shop = await openShop();
    const made = ["2026-01-01", "2026-01-02", "2026-01-03"];
    const [first, second] = [
      await shop.product({ slug: "x", name: "Zelij", price: 300, now: `${made[0]}T00:00:00Z` }),
      await shop.product({ slug: "y", name: "amphore", price: 100, now: `${made[2]}T00:00:00Z` }),
    ];
    await shop.product({ slug: "z", name: "Éventail", price: 200, now: `${made[1]}T00:00:00Z` });
    await save(shop, { title: "Tout", products: ["y", "x", "z"] });
    await ordered(shop, [
      { product_id: first.id, quantity: 2 },
      { product_id: second.id, quantity: 1 },
    ]);
    const orders = {
      manual: ["y", "x", "z"],
      best_selling: ["x", "y", "z"],
      price_asc: ["y", "z", "x"],
      price_desc: ["x", "z", "y"],
      name_asc: ["y", "z", "x"],
      newest: ["y", "z", "x"],
    };
    for (const [sort_order, order] of Object.entries(orders)) {
      await save(shop, { collection: "tout", sort_order });
      expect(await inside(shop, "tout"), sort_order).toEqual(order);
    }
    await runTool(shop, "prices_bulk_update", { products: ["x"], price: 0.5 });
    await save(shop, { collection: "tout", sort_order: "price_asc" });
    expect(await inside(shop, "tout")).toEqual(["x", "y", "z"]);
  });

  test("shows shoppers only published products, in the order of their positions", async () => {
    const shop = await openStocked();
    await save(shop, { title: "Deux", position: 2, products: ["a", "b"] });
    await save(shop, { title: "Un", position: 1 });
    await runTool(shop, "products_set_status", { products: ["b"], status: "draft" });
    expect((await seen(shop, "/collections")).data).toMatchObject([
      { slug: "un", products_count: 0 },
      { slug: "deux", products_count: 1 },
    ]);
    const { data } = await runTool(shop, "collections_search", { collection: "deux" });
    expect(data).toMatchObject([{ products: ["a", "b"] }]); // a draft is in it all the same
  });

  test.each([
    ["no title", {}, "invalid_value"],
    ["a blank title", { collection: "ete", title: " " }, "invalid_value"],
    ["a title that is taken", { title: "Été" }, "slug_taken"],
    ["a slug that is taken", { collection: "hiver", slug: "ete" }, "slug_taken"],
    ["an invalid slug", { title: "X", slug: "a--b" }, "invalid_value"],
    ["an invalid image address", { title: "X", image_url: "ftp://x/y" }, "invalid_value"],
    ["a blank image address", { collection: "ete", image_url: "" }, "invalid_value"],
    ["an unknown order", { title: "X", sort_order: "random" }, "invalid_value"],
    ["an unknown collection", { collection: "printemps", title: "X" }, "collection_not_found"],
    ["unknown products", { collection: "ete", products: ["a", "nothing"] }, "product_not_found"],
    ["unknown products to add", { title: "X", add_products: ["nothing"] }, "product_not_found"],
    ["unknown products to remove", { collection: "ete", remove_products: ["nothing"] }, "product_not_found"],
    [
      "a stale expected_updated_at",
      { collection: "ete", title: "X", expected_updated_at: "2020-01-01T00:00:00Z" },
      "stale",
    ],
  ])("refuses %s, and changes nothing", async (_, args, code) => {
    const shop = await openStocked();
    for (const title of ["Été", "Hiver"]) await save(shop, { title, products: ["a"] });
    expect(await refused(shop, "collections_save", args)).toMatchObject({ code });
    expect(new Set(slugs((await seen(shop, "/collections")).data))).toEqual(new Set(["ete", "hiver"]));
    expect(await inside(shop, "ete")).toEqual(["a"]);
  });

  test("concurrent additions all count, and only the latest updated_at stays valid", async () => {
    const shop = await openStocked();
    const { updated_at } = await save(shop, { title: "Été" });
    await Promise.all(["a", "b", "c"].map((slug) => save(shop, { collection: "ete", add_products: [slug] })));
    expect((await inside(shop, "ete")).toSorted()).toEqual(["a", "b", "c"]);
    const later = await at(Date.now() + 1000, () => save(shop, { collection: "ete", add_products: ["d"] }));
    const stale = { collection: "ete", products: [], expected_updated_at: updated_at };
    expect(await refused(shop, "collections_save", stale)).toMatchObject({ code: "stale" });
    await save(shop, { ...stale, expected_updated_at: later.updated_at });
  });

  test("ten concurrent creations of one title make one collection", async () => {
    const shop = await openShop();
    const made = await Promise.allSettled(Array.from({ length: 10 }, () => save(shop, { title: "Été" })));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await seen(shop, "/collections")).data).toMatchObject([{ slug: "ete" }]);
  });
});

describe("catalog_delete of a collection", () => {
  test("keeps the products", async () => {
    const shop = await openStocked();
    await save(shop, { title: "Été", products: ["a", "b"] });
    await runConfirmedTool(shop, "catalog_delete", { kind: "collection", item: "ete" });
    expect((await shop.get("/collections/ete")).status).toBe(404);
    expect(await seen(shop, "/products/a")).toMatchObject({ collections: [] });
    expect((await seen(shop, "/products?collection=ete")).data).toEqual([]);
    expect((await seen(shop, "/products")).pagination.total).toBe(4);
    expect(await refused(shop, "catalog_delete", { kind: "collection", item: "ete" })).toMatchObject({
      code: "collection_not_found",
    });
  });
});
