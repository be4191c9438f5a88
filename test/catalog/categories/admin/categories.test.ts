import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../../support/app.ts";
import { picture, refused, runConfirmedTool, runTool, seen } from "../../../support/mcp-tasks.ts";
import { call } from "../../../support/operations.ts";

const slugs = (list: { slug: string }[]) => list.map(({ slug }) => slug);

describe("categories_save", () => {
  const save = (shop: Shop, args: object) => runTool(shop, "categories_save", args);
  const tree = async (shop: Shop): Promise<Record<string, string | null>> => {
    const { data } = await seen(shop, "/product-categories");
    const nameOf = new Map(data.map(({ id, slug }: { id: string; slug: string }) => [id, slug]));
    return Object.fromEntries(
      data.map(({ slug, parent_id }: { slug: string; parent_id: string | null }) => [
        slug,
        nameOf.get(parent_id) ?? null,
      ]),
    );
  };

  test("builds a tree whose siblings are ordered by position", async () => {
    const shop = await openShop();
    await save(shop, { name: "Maison", position: 2 });
    await save(shop, { name: "ملابس", slug: "vetements", position: 1, image_url: picture("v"), description: "X" });
    await save(shop, { name: "Vases", parent: "maison", position: 9 });
    await save(shop, { name: "Lampes", parent: "MAISON", position: 3 });
    expect(Object.entries(await tree(shop))).toEqual([
      ["vetements", null],
      ["maison", null],
      ["lampes", "maison"],
      ["vases", "maison"],
    ]);
    await save(shop, { category: "vases", position: 1 });
    await save(shop, { category: "ملابس", position: 3, image_url: null });
    expect(Object.keys(await tree(shop))).toEqual(["maison", "vetements", "vases", "lampes"]);
    const { data } = await seen(shop, "/product-categories");
    expect(data[1]).toMatchObject({ name: "ملابس", description: "X", image_url: null, position: 3 });
    await save(shop, { category: "lampes", parent: null, is_active: false });
    expect(await tree(shop)).toEqual({ maison: null, vetements: null, vases: "maison" });
  });

  test("never moves a category below itself, even when moves run concurrently", async () => {
    const shop = await openShop();
    await save(shop, { name: "A" });
    await save(shop, { name: "B", parent: "a" });
    await save(shop, { name: "C", parent: "b" });
    for (const parent of ["a", "b", "c"]) {
      const problem = await refused(shop, "categories_save", { category: "a", parent });
      expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "parent" }] });
    }
    for (const name of ["X", "Y", "Z"]) await save(shop, { name });
    const circle = [
      ["x", "y"],
      ["y", "z"],
      ["z", "x"],
    ];
    const moves = await Promise.all(
      circle.map(([category, parent]) => call(shop, "categories_save", { category, parent })),
    );
    expect(moves.map(({ problem }) => problem?.errors[0]?.path ?? "moved").sort()).toEqual([
      "moved",
      "moved",
      "parent",
    ]);
    expect(Object.values(await tree(shop)).filter((parent) => parent === null)).toHaveLength(2);
  });

  test("search finds a renamed category by its new name, and filters by its new slug", async () => {
    const shop = await openShop();
    const { updated_at } = await save(shop, { name: "Bijoux" });
    await runTool(shop, "products_save", { name: "Fibule", price: 1, status: "active", category: "Bijoux" });
    const search = async (q: string) => slugs((await seen(shop, `/search?q=${q}`)).data);
    expect(await search("bijoux")).toEqual(["fibule"]);
    const renamed = { category: "bijoux", name: "Orfèvrerie", slug: "orfevrerie", expected_updated_at: updated_at };
    const after = await save(shop, renamed);
    expect(await search("orfevrerie")).toEqual(["fibule"]);
    expect(await search("bijoux")).toEqual([]);
    expect(await seen(shop, "/products/fibule")).toMatchObject({ category: "Orfèvrerie" });
    expect(slugs((await seen(shop, "/products?category=orfevrerie")).data)).toEqual(["fibule"]);
    expect(slugs((await seen(shop, "/products?category=bijoux")).data)).toEqual([]);
    const stale = { category: "orfevrerie", name: "X", expected_updated_at: "2020-01-01T00:00:00.000Z" };
    const problem = await refused(shop, "categories_save", stale);
    expect(problem).toMatchObject({ code: "stale", updated_at: after.updated_at });
  });

  test.each([
    ["no name", {}, "invalid_value", "name"],
    ["a blank name", { name: " " }, "invalid_value", "name"],
    ["a blank name for an existing category", { category: "vases", name: " " }, "invalid_value", "name"],
    ["a taken slug", { name: "Vases" }, "slug_taken", "slug"],
    ["a taken slug for an existing category", { category: "lampes", slug: "vases" }, "slug_taken", "slug"],
    ["an invalid slug", { name: "X", slug: "A B" }, "invalid_value", "slug"],
    ["an invalid image address", { name: "X", image_url: "javascript:alert(1)" }, "invalid_value", "image_url"],
    ["a blank image address", { category: "vases", image_url: "" }, "invalid_value", "image_url"],
    ["a position below 0", { name: "X", position: -1 }, "invalid_value", "position"],
    ["an unknown parent", { name: "X", parent: "nowhere" }, "category_not_found", undefined],
    ["an unknown category", { category: "nowhere", name: "X" }, "category_not_found", undefined],
  ])("refuses %s", async (_, args, code, path) => {
    const shop = await openShop();
    for (const name of ["Vases", "Lampes"]) await save(shop, { name });
    expect(await refused(shop, "categories_save", args)).toMatchObject({ code, errors: path ? [{ path }] : [] });
    expect(await tree(shop)).toEqual({ vases: null, lampes: null });
  });

  test("a name that two categories share is refused with both slugs", async () => {
    const shop = await openShop();
    for (const slug of ["homme", "femme"]) {
      await save(shop, { name: slug });
      await save(shop, { name: "Chaussures", slug: `${slug}-chaussures`, parent: slug });
    }
    const problem = await refused(shop, "catalog_delete", { kind: "category", item: "chaussures" });
    const allowed = ["femme-chaussures", "homme-chaussures"];
    expect(problem?.code).toBe("invalid_value");
    expect(problem?.allowed?.toSorted()).toEqual(allowed);
    const search = await refused(shop, "products_search", { category: "Chaussures" });
    expect(search?.allowed?.toSorted()).toEqual(allowed);
  });
});

describe("catalog_delete of a category", () => {
  test("moves subcategories and products to the parent category, also in search", async () => {
    const shop = await openShop();
    await runTool(shop, "categories_save", { name: "Maison" });
    await runTool(shop, "categories_save", { name: "Poterie", parent: "maison" });
    await runTool(shop, "categories_save", { name: "Vases", parent: "poterie" });
    const made = { price: 1, status: "active" };
    await runTool(shop, "products_save", { ...made, name: "Jarre", category: "poterie" });
    await runTool(shop, "products_save", { ...made, name: "Soliflore", category: "vases" });
    await runConfirmedTool(shop, "catalog_delete", { kind: "category", item: "poterie" });
    const { data } = await seen(shop, "/product-categories");
    const [maison, vases] = data;
    expect(data).toMatchObject([
      { slug: "maison", product_count: 2 },
      { slug: "vases", parent_id: maison.id },
    ]);
    expect(vases.product_count).toBe(1);
    expect(await seen(shop, "/products/jarre")).toMatchObject({ category: "Maison", category_id: maison.id });
    const search = async (q: string) => slugs((await seen(shop, `/search?q=${q}`)).data);
    expect(await search("poterie")).toEqual([]);
    expect(await search("maison")).toEqual(["jarre"]);
    await runConfirmedTool(shop, "catalog_delete", { kind: "category", item: "Maison" });
    expect(await search("maison")).toEqual([]);
    expect(await seen(shop, "/products/jarre")).toMatchObject({ category: null, category_id: null });
    expect((await seen(shop, "/product-categories")).data).toMatchObject([{ slug: "vases", parent_id: null }]);
    expect(await refused(shop, "catalog_delete", { kind: "category", item: "maison" })).toMatchObject({
      code: "category_not_found",
    });
  });
});
