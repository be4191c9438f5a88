import { expect, test } from "vitest";
import { type Json, openShop, type Shop } from "../../support/app.ts";

const withColours = (slug: string, name: string, colours: string[]) => ({
  slug,
  name,
  options: [{ name: "Couleur", values: colours }],
  variants: colours.map((Couleur) => ({ option_values: { Couleur } })),
});

const search = async (shop: Shop, q: string): Promise<string[]> =>
  (await shop.get(`/search?q=${encodeURIComponent(q)}`)).body.data.map(({ slug }: Json) => slug);

test("search finds a product by its option values, not by its options' names", async () => {
  const shop = await openShop();
  await shop.product(withColours("shoe", "Babouche", ["Noir", "Écru", "أبيض"]));
  await shop.product({ slug: "soap", name: "Savon noir" });

  expect(await search(shop, "babouche noir")).toEqual(["shoe"]);
  expect(await search(shop, "babouches ecru")).toEqual(["shoe"]);
  expect(await search(shop, "babouche ابيض")).toEqual(["shoe"]);
  expect(await search(shop, "noire")).toEqual(["soap", "shoe"]);
  expect(await search(shop, "couleur")).toEqual([]);
});

test("a word in an option value ranks below a name and above a description, like a tag", async () => {
  const shop = await openShop();
  await shop.product({ slug: "described", name: "Carnet", description: "Encre indigo" });
  await shop.product(withColours("option", "Chemise", ["Indigo", "Blanc"]));
  await shop.product({ slug: "named", name: "Robe indigo" });

  for (const query of ["indigo", "indi", "indgo"])
    expect(await search(shop, query), query).toEqual(["named", "option", "described"]);
});

test("search no longer finds a product by removed option values", async () => {
  const shop = await openShop();
  await shop.product(withColours("shoe", "Babouche", ["Noir"]));
  await shop.product(withColours("shoe", "Babouche", ["Rouge"]));

  expect(await search(shop, "rouge")).toEqual(["shoe"]);
  expect(await search(shop, "noir")).toEqual([]);
});
