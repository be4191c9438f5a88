import { describe, expect, test } from "vitest";
import { openShop, type ProductGiven, type Shop } from "../../support/app.ts";

async function shopWith(...products: ProductGiven[]): Promise<Shop> {
  const shop = await openShop();
  for (const product of products) await shop.product(product);
  return shop;
}

interface Answer {
  slugs: string[];
  ignored: string[];
  corrections: { given: string; used: string }[];
  total: number;
}

async function search(shop: Shop, q: string, more = ""): Promise<Answer> {
  const { status, body } = await shop.get(`/search?q=${encodeURIComponent(q)}${more}`);
  expect(status).toBe(200);
  return {
    slugs: body.data.map(({ slug }: { slug: string }) => slug),
    ignored: body.ignored_words,
    corrections: body.corrections,
    total: body.pagination.total,
  };
}

const inColours = (slug: string, name: string, ...Couleur: string[]): ProductGiven => ({
  slug,
  name,
  options: [{ name: "Couleur", values: Couleur }],
  variants: Couleur.map((value) => ({ option_values: { Couleur: value } })),
});

describe("when no product has every word", () => {
  test.each(["burnous noir", "noir burnous", "burnous NOIRE", "burnos noir", "برنوس اسود", "burnous 42", "burnous xl"])(
    "the thing ranks above its colour, size or number, however many there are of it: %j",
    async (q) => {
      const shop = await shopWith(
        ...Array.from({ length: 12 }, (_, i) => ({ slug: `burnous-${i}`, name: `Burnous برنوس ${"abcdefghijkl"[i]}` })),
        { slug: "soap", name: "Savon noir" },
        { slug: "arabic-soap", name: "صابون اسود" },
        { slug: "room", name: "Numéro 42 XL" },
        inColours("shirt", "Chemise", "Noir"),
      );

      const { slugs } = await search(shop, q);

      expect(slugs.slice(0, 12).every((slug) => slug.startsWith("burnous"))).toBe(true);
      expect(slugs.length).toBeGreaterThan(12);
    },
  );

  test("a rare word ranks above one that many products have", async () => {
    const shop = await shopWith(
      ...Array.from({ length: 6 }, (_, i) => ({ slug: `cuivre-${i}`, name: `Plateau en cuivre ${i}` })),
      { slug: "mirror", name: "Miroir" },
    );

    for (const q of ["miroir cuivre", "cuivre miroir"]) expect((await search(shop, q)).slugs[0], q).toBe("mirror");
  });

  test("a word ranks by where it is: name, label, description", async () => {
    const shop = await shopWith(
      { slug: "other", name: "Savon" },
      { slug: "described", description: "Avec un tajine." },
      { slug: "tagged", tags: ["tajine"] },
      { slug: "named", name: "Tajine" },
    );

    const { slugs } = await search(shop, "tajine savon", "&limit=4");

    expect(slugs.filter((slug) => slug !== "other")).toEqual(["named", "tagged", "described"]);
  });

  test("a misspelling of a word that products have ranks below that word, and a part of a word last", async () => {
    const shop = await shopWith(
      { slug: "rolled", name: "Couscous roulé" },
      { slug: "part", name: "Rougeaud" },
      inColours("shirt", "Chemise", "Rouge"),
      { slug: "burnous", name: "Burnous" },
    );

    const { slugs, corrections } = await search(shop, "burnous rouge");

    expect(slugs).toEqual(["burnous", "shirt", "rolled", "part"]);
    expect(corrections).toEqual([]);
  });

  test("a rare word of a name ranks above two colours or numbers, which other products have together", async () => {
    const shop = await shopWith(
      { ...inColours("sandal", "Sandale", "Rouge"), description: "Jusqu'à la pointure 42." },
      { slug: "burnous", name: "Burnous" },
    );

    expect((await search(shop, "burnous rouge 42")).slugs).toEqual(["burnous", "sandal"]);
  });

  test("products with more of the words rank above those with fewer of them", async () => {
    const shop = await shopWith(
      { slug: "one", name: "Lampe" },
      { slug: "two", name: "Lampe cuivre" },
      { slug: "other", name: "Tapis" },
    );

    expect((await search(shop, "lampe cuivre tapis")).slugs).toEqual(["two"]);
  });

  test("the order is the same on all pages, in /products, and a sort replaces it", async () => {
    const shop = await shopWith(
      ...Array.from({ length: 9 }, (_, i) => ({ slug: `p-${i}`, name: i % 3 ? "Lampe" : "Tapis", price: 900 - i })),
    );
    const { slugs, total } = await search(shop, "lampe tapis");
    const pages = await Promise.all(
      [0, 4, 8].map((offset) => search(shop, "lampe tapis", `&limit=4&offset=${offset}`)),
    );
    const listed = async (more: string) =>
      (await shop.get(`/products?q=lampe%20tapis${more}`)).body.data.map(({ slug }: { slug: string }) => slug);

    expect(total).toBe(9);
    expect(pages.flatMap((page) => page.slugs)).toEqual(slugs);
    expect(await listed("")).toEqual(slugs);
    expect(await listed("&sort=price_asc")).toEqual(Array.from({ length: 9 }, (_, i) => `p-${8 - i}`));
  });
});

describe("ignored_words", () => {
  test("has what stands behind the most words that a query may have", async () => {
    const shop = await shopWith({ slug: "tapis", name: "Tapis" });
    const { slugs, ignored } = await search(shop, `${"tapis ".repeat(16)}Zorglub`);
    expect({ slugs, ignored }).toEqual({ slugs: ["tapis"], ignored: ["Zorglub"] });
  });

  const products = [
    { slug: "burnous", name: "Burnous en laine – برنوس", vendor: "Djurdjura" },
    { slug: "soap", name: "Savon noir", vendor: "Yasmine" },
  ];

  test.each([
    ["burnous", []],
    ["burnous laine", []],
    ["burnous noir", []],
    ["burnous Introuvable", ["Introuvable"]],
    ["introuvable burnous", ["introuvable"]],
    ["burnous xyz noir QWE", ["xyz", "QWE"]],
    ["burnous-introuvable", ["introuvable"]],
    ["l'introuvable d'un burnous", ["introuvable", "un"]],
    ["برنوس للمرأة", ["للمرأة"]],
    ["بُرْنُوس غَائِبَة", ["غَائِبَة"]],
    ["Introuvable", ["Introuvable"]],
    ["Introuvable XYZ", ["Introuvable", "XYZ"]],
    ["burnous !!! 😀", []],
    ["!!!", []],
  ])("of %j are %j", async (q, ignored) => {
    const shop = await shopWith(...products);

    expect((await search(shop, q)).ignored).toEqual(ignored);
  });

  test("are those that no product has which meets the filters", async () => {
    const shop = await shopWith(...products);

    expect(await search(shop, "burnous savon", "&vendor=djurdjura")).toMatchObject({
      slugs: ["burnous"],
      ignored: ["savon"],
    });
  });

  test("do not change the order of what the others find", async () => {
    const shop = await shopWith(
      { slug: "extra", name: "Huile d'olive vierge extra" },
      { slug: "it", name: "Huile d'olive" },
      { slug: "box", name: "Coffret huile d'olive" },
    );

    const { slugs } = await search(shop, "huile d'olive");

    expect((await search(shop, "huile d'olive introuvable")).slugs).toEqual(slugs);
  });

  test("are the same in facets and on every page", async () => {
    const shop = await shopWith(...products);

    const { body } = await shop.get("/search?q=burnous%20introuvable&facets=true&offset=5");

    expect(body).toMatchObject({ data: [], ignored_words: ["introuvable"], corrections: [] });
    expect(body.facets.availability.in_stock + body.facets.availability.out_of_stock).toBe(1);
  });
});

describe("corrections", () => {
  test.each([
    ["burnous", []],
    ["burnou", []], // the beginning of a word
    ["Burnos", [{ given: "Burnos", used: "burnous" }]],
    ["burnos laine", [{ given: "burnos", used: "burnous" }]],
    ["burnos noir", [{ given: "burnos", used: "burnous" }]],
    ["burnos introuvable", [{ given: "burnos", used: "burnous" }]],
    [
      "l'eucaliptuss burnos",
      [
        { given: "eucaliptuss", used: "eucalyptus" },
        { given: "burnos", used: "burnous" },
      ],
    ],
    ["savno noir", [{ given: "savno", used: "savon" }]],
    ["بَرنوص", [{ given: "بَرنوص", used: "برنوس" }]],
    ["introuvable", []],
  ])("of %j are %j", async (q, corrections) => {
    const shop = await shopWith(
      { slug: "burnous", name: "Burnous en laine – برنوس" },
      { slug: "soap", name: "Savon noir à l'eucalyptus" },
    );

    expect((await search(shop, q)).corrections).toEqual(corrections);
  });

  test("say what the products found have, and not what others have", async () => {
    const shop = await shopWith({ slug: "dress", name: "Robe kabyle" }, { slug: "water", name: "Eau de rose" });

    expect(await search(shop, "rose kabyle")).toMatchObject({
      slugs: ["dress"],
      corrections: [{ given: "rose", used: "robe" }],
    });
    expect((await search(shop, "rose")).corrections).toEqual([]);
  });

  test("are none for a SKU", async () => {
    const shop = await shopWith({ slug: "it", name: "Burnous", variants: [{ sku: "burnos" }] });

    expect((await search(shop, "burnos")).corrections).toEqual([]);
  });
});
