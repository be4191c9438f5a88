import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { picture, refused, runTool, seen } from "../../support/mcp-tasks.ts";

const [A, B, C, D] = ["a", "b", "c", "d"].map(picture) as [string, string, string, string];

describe("product_images_manage", () => {
  const arrange = (shop: Shop, args: object) => runTool(shop, "product_images_manage", { product: "robe", ...args });
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

  test("adds, describes and orders images, which keep their ids", async () => {
    const shop = await openPictured();
    const [a, b] = (await seen(shop, "/products/robe")).images;
    await arrange(shop, {
      add: [
        { url: C, position: 1 },
        { url: D, alt: "D", position: 3 },
      ],
    });
    expect(await urls(shop)).toEqual([C, A, D, B]);
    await arrange(shop, { add: [{ url: "/local.jpg", position: 99 }], order: [B, a.id.toUpperCase(), B] });
    expect(await urls(shop)).toEqual([B, A, C, D, "http://localhost/local.jpg"]);
    await arrange(shop, {
      describe: [
        { image: b.id, alt: "De dos" },
        { image: A, alt: null },
      ],
      remove: [C, D],
    });
    expect((await seen(shop, "/products/robe")).images).toMatchObject([
      { id: b.id, url: B, alt: "De dos", position: 1 },
      { id: a.id, url: A, alt: null, position: 2 },
      { url: "http://localhost/local.jpg" },
    ]);
  });

  test("assigns images to variants, and unassigns those that are removed", async () => {
    const shop = await openPictured();
    const images = async () =>
      (await seen(shop, "/products/robe")).variants.map(({ image_url }: { image_url: string | null }) => image_url);
    await arrange(shop, { add: [{ url: C }], variants: [{ variant: "R-M", image: C }] });
    expect(await images()).toEqual([C, B]);
    await arrange(shop, { remove: [C] });
    expect(await images()).toEqual([null, B]);
    await arrange(shop, {
      remove: [B],
      variants: [
        { variant: "L", image: A },
        { variant: "M", image: A },
      ],
    });
    expect(await images()).toEqual([A, A]);
    await arrange(shop, { variants: [{ variant: "M", image: null }] });
    expect(await images()).toEqual([null, A]);
    await arrange(shop, { remove: [A] });
    expect(await seen(shop, "/products/robe")).toMatchObject({
      images: [],
      variants: [{ image_url: null }, { image_url: null }],
    });
  });

  test.each([
    ["an image it has already", { add: [{ url: A }] }, "add.0.url"],
    ["a new image twice", { add: [{ url: C }, { url: C }] }, "add.1.url"],
    ["an address that is no image", { add: [{ url: "javascript:alert(1)" }] }, "images.2.url"],
    ["position 0", { add: [{ url: C, position: 0 }] }, "add.0.position"],
    ["removing an unknown image", { remove: [A, C] }, "remove.1"],
    ["ordering an unknown image", { order: [C] }, "order.0"],
    ["describing an unknown image", { describe: [{ image: C, alt: "C" }] }, "describe.0.image"],
    ["an unknown image for a variant", { variants: [{ variant: "M", image: C }] }, "variants.0.image"],
    ["a removed image for a variant", { remove: [A], variants: [{ variant: "L", image: A }] }, "variants.0.image"],
    ["more than 100 images", { add: Array.from({ length: 99 }, (_, i) => ({ url: picture(`${i}`) })) }, "add"],
  ])("refuses %s", async (_, args, path) => {
    const shop = await openPictured();
    const problem = await refused(shop, "product_images_manage", { product: "robe", ...args });
    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path }] });
    expect(await urls(shop)).toEqual([A, B]);
  });

  test("refuses an unknown variant and a stale expected_updated_at", async () => {
    const shop = await openPictured();
    const { updated_at } = await seen(shop, "/products/robe");
    const first = await arrange(shop, { order: [B], expected_updated_at: updated_at });
    const stale = { product: "robe", order: [A], expected_updated_at: updated_at };
    expect(await refused(shop, "product_images_manage", stale)).toMatchObject({ code: "stale" });
    await arrange(shop, { order: [A], expected_updated_at: first.updated_at });
    const unknown = { product: "robe", variants: [{ variant: "XL", image: A }] };
    const problem = await refused(shop, "product_images_manage", unknown);
    expect(problem).toMatchObject({ code: "variant_not_found", allowed: ["M", "L"] });
  });

  test("two concurrent additions both count", async () => {
    const shop = await openPictured();
    await Promise.all([C, D].map((url) => arrange(shop, { add: [{ url }] })));
    expect((await urls(shop)).toSorted()).toEqual([A, B, C, D]);
  });
});
