import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { picture, refused, runTool, seen } from "../../support/mcp-tasks.ts";

const [A, B, C, D] = ["a", "b", "c", "d"].map(picture) as [string, string, string, string];

describe("products_save changes pictures", () => {
  const arrange = (shop: Shop, args: object) => runTool(shop, "products_save", { product: "robe", ...args });
  const urls = async (shop: Shop) => (await seen(shop, "/products/robe")).images.map(({ url }: { url: string }) => url);

  /** A robe in M (with picture A) and L (with B), that has the pictures A and B. */
  async function openPictured(): Promise<Shop> {
    const shop = await openShop();
    const variants = [
      { option_values: { Taille: "M" }, image_url: A, sku: "R-M" },
      { option_values: { Taille: "L" }, image_url: B, sku: "R-L" },
    ];
    const images = [A, B].map((url) => ({ url, alt: url }));
    await shop.product({ slug: "robe", images, options: [{ name: "Taille", values: ["M", "L"] }], variants });
    return shop;
  }

  test("adds, describes, orders and removes images, which keep their ids and texts", async () => {
    const shop = await openPictured();
    const [a, b] = (await seen(shop, "/products/robe")).images;
    const added = await arrange(shop, { add_images: [{ url: C }, { url: D, alt: "D" }] });
    expect(added.images).toMatchObject([{ url: A }, { url: B }, { url: C, alt: null }, { url: D, alt: "D" }]);
    await arrange(shop, {
      images: [{ url: C }, { id: b.id }, { id: a.id.toUpperCase() }, { url: D }],
      add_images: [{ url: "/local.jpg" }],
    });
    expect(await urls(shop)).toEqual([C, B, A, D, "http://localhost/local.jpg"]);
    await arrange(shop, {
      images: [{ id: b.id, alt: "De dos" }, { url: A, alt: null }, { url: D }, { url: "/local.jpg", alt: "Ici" }],
    });
    expect((await seen(shop, "/products/robe")).images).toMatchObject([
      { id: b.id, url: B, alt: "De dos", position: 1 },
      { id: a.id, url: A, alt: null, position: 2 },
      { url: D, alt: "D" },
      { url: "http://localhost/local.jpg", alt: "Ici" },
    ]);
  });

  test("assigns images to variants, and unassigns those that are removed", async () => {
    const shop = await openPictured();
    const images = async () =>
      (await seen(shop, "/products/robe")).variants.map(({ image_url }: { image_url: string | null }) => image_url);
    await arrange(shop, { add_images: [{ url: C }], variants: [{ sku: "R-M", image_url: C }] });
    expect(await images()).toEqual([C, B]);
    await arrange(shop, { images: [{ url: A }, { url: B }] });
    expect(await images()).toEqual([null, B]);
    await arrange(shop, {
      images: [{ url: A }],
      variants: [
        { sku: "R-L", image_url: A },
        { option_values: { Taille: "M" }, image_url: A },
      ],
    });
    expect(await images()).toEqual([A, A]);
    await arrange(shop, { variants: [{ sku: "R-M", image_url: null }] });
    expect(await images()).toEqual([null, A]);
    await arrange(shop, { images: [] });
    expect(await seen(shop, "/products/robe")).toMatchObject({
      images: [],
      variants: [{ image_url: null }, { image_url: null }],
    });
  });

  test.each([
    ["an image it has already", { add_images: [{ url: A }] }, "add_images.0.url"],
    ["a new image twice", { add_images: [{ url: C }, { url: C }] }, "add_images.1.url"],
    ["an image in both lists", { images: [{ url: C }], add_images: [{ url: C }] }, "add_images.0.url"],
    ["an image twice in the list", { images: [{ url: A }, { url: B }, { url: A }] }, "images.2.url"],
    ["an added address that is no image", { add_images: [{ url: "javascript:alert(1)" }] }, "add_images.0.url"],
    ["a listed address that is no image", { images: [{ url: "javascript:alert(1)" }] }, "images.0.url"],
    ["an unknown id", { images: [{ url: A }, { id: "none" }] }, "images.1.id"],
    ["an image without id and address", { images: [{ alt: "A" }] }, "images.0.url"],
    [
      "more than 100 images",
      { add_images: Array.from({ length: 99 }, (_, i) => ({ url: picture(`${i}`) })) },
      "add_images",
    ],
  ])("refuses %s", async (_, args, path) => {
    const shop = await openPictured();
    const problem = await refused(shop, "products_save", { product: "robe", ...args });
    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path }] });
    expect(await urls(shop)).toEqual([A, B]);
  });

  test("refuses an expected_updated_at that is stale", async () => {
    const shop = await openPictured();
    const { updated_at } = await seen(shop, "/products/robe");
    const first = await arrange(shop, { images: [{ url: B }, { url: A }], expected_updated_at: updated_at });
    const stale = { product: "robe", add_images: [{ url: C }], expected_updated_at: updated_at };
    expect(await refused(shop, "products_save", stale)).toMatchObject({ code: "stale" });
    await arrange(shop, { images: [{ url: A }, { url: B }], expected_updated_at: first.updated_at });
    expect(await urls(shop)).toEqual([A, B]);
  });

  test("two concurrent additions both count", async () => {
    const shop = await openPictured();
    await Promise.all([C, D].map((url) => arrange(shop, { add_images: [{ url }] })));
    expect((await urls(shop)).toSorted()).toEqual([A, B, C, D]);
  });
});
