import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openShop, type ProductGiven, type Shop } from "../../support/app.ts";
import { testRandomly } from "../../support/random-tests.ts";

async function shopWith(...products: ProductGiven[]): Promise<Shop> {
  const shop = await openShop();
  for (const product of products) await shop.product(product);
  return shop;
}

async function search(shop: Shop, q: string): Promise<string[]> {
  const { status, body } = await shop.get(`/search?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return body.data.map(({ slug }: { slug: string }) => slug);
}

describe("GET /search", () => {
  test("answers cards and pagination, and trims the query", async () => {
    const shop = await shopWith({ slug: "pot", name: "Clay pot" });

    const { body } = await shop.get("/search?q=%20%20clay%20&limit=5");

    expect(body.query).toBe("clay");
    expect(body.pagination).toEqual({ total: 1, limit: 5, offset: 0, has_more: false });
    expect(body.data[0]).toMatchObject({ slug: "pot", variants: [] });
    expect(body).not.toHaveProperty("facets");
  });

  test.each([
    ["", "q"],
    ["?q=", "q"],
    ["?q=%20%20", "q"],
    [`?q=${"a".repeat(201)}`, "q"],
    ["?q=a&q=b", "q"],
    ["?q=a&limit=0", "limit"],
    ["?q=a&offset=-1", "offset"],
    ["?q=a&min_price=2&max_price=1", "min_price"],
  ])("refuses %j, naming %s", async (query, path) => {
    const shop = await openShop();

    const { status, body, headers } = await shop.get(`/search${query}`);

    expect([status, body.code, body.errors[0].path]).toEqual([400, "invalid_request", path]);
    expect(headers["content-type"]).toMatch(/^application\/problem\+json/);
  });

  test("refuses a NUL character", async () => {
    const shop = await openShop();

    const { status, body } = await shop.get("/search?q=a%00b");

    expect([status, body.code]).toEqual([400, "invalid_request"]);
  });

  test("accepts 200 visible characters, and blanks around them", async () => {
    const shop = await openShop();

    for (const q of ["a".repeat(200), `  ${"é".repeat(200)}  `, "😀".repeat(200)])
      expect(await search(shop, q)).toEqual([]);
  });

  // biome-ignore format: a table
  test.each([
    "'", '"', "\\", "\\'", ":*", "pot:*", "a & b", "a | !b", "<->", "pot <2> pot", "%", "_", "(", ")", "--", "';drop table products;--", "!!!",
    "\u{10ffff}", "٪", "'pot'", "pot:A", "#pot", "$1", "a".repeat(61), "\u200f",
  ])("never fails on database syntax: %j", async (q) => {
    const shop = await shopWith({ name: "Pot" });

    const { status } = await shop.get(`/search?q=${encodeURIComponent(q)}`);

    expect(status).toBe(200);
  });

  testRandomly("never fails, for any query and any filter", {}, async (seed) => {
    const shop = await shopWith({ name: "Pot", tags: ["x"], vendor: "y" });
    const text = fc.string({ unit: "binary", minLength: 1, maxLength: 60 }).filter((one) => !one.includes("\0"));

    await fc.assert(
      fc.asyncProperty(text, text, async (one, other) => {
        const filters = new URLSearchParams({ [`option.${other}`]: one, tag: other, category: one, vendor: other });
        for (const path of [`/search?q=pot${encodeURIComponent(` ${one}`)}`, `/products?${filters}`]) {
          expect([path, (await shop.get(path)).status]).toEqual([path, 200]);
        }
      }),
      { numRuns: 60, seed },
    );
  });

  test.each(["ﷺ", "㍿", "ﬃ", "𐐀", "é "])(
    "never fails on 200 times %j, even when folding lengthens it",
    async (letter) => {
      const shop = await openShop();

      expect(
        (await shop.get(`/search?q=${encodeURIComponent([...letter.repeat(200)].slice(0, 200).join(""))}`)).status,
      ).toBe(200);
    },
  );

  test("finds nothing, without an error, for a query without letters and digits", async () => {
    const shop = await shopWith({ name: "Pot !!!", variants: [{ sku: "---" }] });

    for (const q of ["!!!", "' & |", "ـ", "\u0301", "😀"]) expect(await search(shop, q)).toEqual([]);
  });

  test("applies the list's filters too", async () => {
    const shop = await shopWith(
      { slug: "a", name: "Lampe", vendor: "Nour", price: 500 },
      { slug: "b", name: "Lampe", price: 900 },
    );

    expect((await shop.get("/search?q=lampe&max_price=6")).body.data.map((one: { slug: string }) => one.slug)).toEqual([
      "a",
    ]);
    expect((await shop.get("/search?q=lampe&vendor=nour")).body.pagination.total).toBe(1);
  });

  test.each(["lampe", "lampe introuvable"])("pages %j without overlap or gap", async (q) => {
    const shop = await shopWith(
      ...Array.from({ length: 23 }, (_, i) => ({ slug: `p-${i}`, name: i % 3 ? "Lampe" : "Autre", tags: ["lampe"] })),
    );
    const whole = (await shop.get(`/search?q=${q}&limit=250`)).body.data;
    const walked: unknown[] = [];

    for (let offset = 0; offset < 23; offset += 5) {
      const { body } = await shop.get(`/search?q=${q}&limit=5&offset=${offset}`);
      expect(body.pagination).toEqual({ total: 23, limit: 5, offset, has_more: offset < 20 });
      walked.push(...body.data);
    }

    expect(new Set(whole.map(({ slug }: { slug: string }) => slug)).size).toBe(23);
    expect(walked).toEqual(whole);
  });
});

describe("search ignores spelling variants", () => {
  test.each([
    ["Épicerie fine", "epicerie"],
    ["Épicerie fine", "ÉPICERIE FINE"],
    ["Cœur de bœuf", "coeur boeuf"],
    ["أحذية رياضية", "احذيه"],
    ["أحذية رياضية", "إحذية رياضيه"],
    ["مستشفى", "مستشفي"],
    ["فستان مطرز", "فُسْتَانٌ"],
    ["فستان مطرز", "فســتان"],
    ["زيت 5 لتر", "زيت ٥"],
    ["آلة القهوة", "اله القهوه"],
    ["زيت زيتون", "الزيت"],
    ["الزيت الأخضر", "زيت"],
    ["Huile d'olive", "l'huile d’olive"],
    ["Huile d'olive", "huile olive"],
    ["Coffee-table book", "coffee table"],
  ])("in %j: the query %j finds it", async (name, query) => {
    const shop = await shopWith({ slug: "it", name }, { slug: "other", name: "Unrelated" });

    expect(await search(shop, query)).toEqual(["it"]);
  });
});

describe("search matches", () => {
  test("an unfinished last word, and no other", async () => {
    const shop = await shopWith({ slug: "it", name: "Chandelier doré" }, { slug: "other", name: "Doré massif" });

    expect(await search(shop, "doré chand")).toEqual(["it"]);
    expect(await search(shop, "chand")).toEqual(["it"]);
    expect(await search(shop, "chand massif")).toEqual(["other"]); // no product has both, one has "massif"
  });

  test.each([
    ["tapis", "tapes", true],
    ["tapis", "tapi", true],
    ["tapis", "tappis", true],
    ["tapis", "atpis", true],
    ["tapis", "tabes", false],
    ["chemise", "chemize", true],
    ["chemise", "chimize", false],
    ["lanterne", "lintarne", true],
    ["lanterne", "lintarna", false],
    ["sac", "sec", false],
    ["sac", "sca", false],
    ["شاي", "شاب", false],
    ["65w", "66w", false],
    ["couscoussier", "kouskoussier", true],
    ["couscoussier", "kouskousier", false],
    ["calligraphie", "caligrafie", false],
    ["calligraphie", "caligraphe", true],
    ["برنوس", "برنوص", true],
    ["2024", "2025", false],
  ])("the name %j for the query %j: %s", async (name, query, matches) => {
    const shop = await shopWith({ slug: "it", name: `${name} zzz` }, { name: "Unrelated" });

    expect(await search(shop, query)).toEqual(matches ? ["it"] : []);
  });

  test("a whole SKU or barcode, also of a variant, and no part of one", async () => {
    const option = (Size: string) => ({ option_values: { Size } });
    const shop = await shopWith(
      { slug: "simple", name: "Simple", variants: [{ sku: "AB-12/C", barcode: "6130001000012" }] },
      {
        slug: "sized",
        name: "Sized",
        options: [{ name: "Size", values: ["S", "M"] }],
        variants: [
          { ...option("S"), sku: "XY-1" },
          { ...option("M"), sku: "XY-2" },
        ],
      },
    );

    expect(await search(shop, "ab-12/c")).toEqual(["simple"]);
    expect(await search(shop, "6130001000012")).toEqual(["simple"]);
    expect(await search(shop, "XY-2")).toEqual(["sized"]);
    expect(await search(shop, "613000100001")).toEqual([]);
    expect(await search(shop, "XY-3")).toEqual([]);
  });

  test.each(["AB-12", "AB 12", "ab.12/C d", "ÉTÉ-26", "قم-١", "613 0001"])(
    "the SKU or barcode %j as it is written",
    async (code) => {
      const shop = await shopWith(
        { slug: "sku", variants: [{ sku: code }] },
        { slug: "barcode", variants: [{ barcode: code }] },
        { slug: "other", variants: [{ sku: `${code}9` }] },
      );

      expect((await search(shop, code)).sort()).toEqual(["barcode", "sku"]);
      expect((await search(shop, ` ${code.toLowerCase()} `)).sort()).toEqual(["barcode", "sku"]);
    },
  );

  test("words in a tag, vendor, category, product type or description", async () => {
    const shop = await shopWith(
      { slug: "tagged", tags: ["Fait main"] },
      { slug: "of-vendor", vendor: "Tissages main" },
      { slug: "of-category", category: "Main" },
      { slug: "of-type", product_type: "Main" },
      { slug: "described", description: "<p>Cousu <b>main</b></p><table><tr><td>lin</td><td>laine</td></tr></table>" },
    );

    expect((await search(shop, "main")).sort()).toEqual(["described", "of-category", "of-type", "of-vendor", "tagged"]);
    expect(await search(shop, "cousu lin laine")).toEqual(["described"]);
    expect(await search(shop, "tisages main")).toEqual(["of-vendor"]);
  });

  test("products with every word, else those with most words", async () => {
    const shop = await shopWith(
      { slug: "both", name: "Lampe bleue" },
      { slug: "one", name: "Lampe rouge" },
      { slug: "none", name: "Tapis vert" },
    );

    expect(await search(shop, "lampe bleue")).toEqual(["both"]);
    expect(await search(shop, "lampe bleue introuvable")).toEqual(["both"]);
    expect((await search(shop, "lampe introuvable")).sort()).toEqual(["both", "one"]);
    expect(await search(shop, "introuvable")).toEqual([]);
    expect((await search(shop, "lampe-introuvable")).sort()).toEqual(["both", "one"]);
  });

  test("names above tags, vendors and categories, and these above descriptions", async () => {
    const shop = await shopWith(
      { slug: "described", description: "<p>argan argan argan argan</p>" },
      { slug: "of-category", category: "Argan" },
      { slug: "tagged", tags: ["argan"] },
      { slug: "of-vendor", vendor: "Argan" },
      { slug: "named", name: "Huile d'argan" },
    );

    const found = await search(shop, "argan");

    expect(found[0]).toBe("named");
    expect(found.at(-1)).toBe("described");
    expect(found).toHaveLength(5);
  });

  test("names above tags and tags above descriptions, for any number of words with the same beginning", async () => {
    const words = "couscous couteau couverture couleur courant cours couture coucher coudre couper couronne courgette";
    const shop = await shopWith(
      { slug: "described", description: `<p>${words}</p>` },
      { slug: "tagged", tags: words.split(" ").slice(0, 6) },
      { slug: "named", name: "Grande couverture" },
    );

    expect(await search(shop, "cou")).toEqual(["named", "tagged", "described"]);
  });

  test("the product with exactly this name first", async () => {
    const shop = await shopWith(
      { slug: "extra", name: "Huile d'olive vierge extra" },
      { slug: "it", name: "Huile d'olive" },
      { slug: "box", name: "Coffret huile d'olive" },
    );

    expect((await search(shop, "huile d'olive"))[0]).toBe("it");
    expect((await search(shop, "HUILE D’OLIVE"))[0]).toBe("it");
  });

  test("the word as typed above its misspellings", async () => {
    const shop = await shopWith(
      { slug: "rose", name: "Rose" },
      { slug: "robe", name: "Robe" },
      { slug: "rob", name: "Roba" },
    );

    expect((await search(shop, "robe"))[0]).toBe("robe");
  });

  test("only the current name of a renamed product", async () => {
    const shop = await shopWith({ slug: "it", name: "Ancien" });
    await shop.product({ slug: "it", name: "Nouveau" });

    expect(await search(shop, "ancien")).toEqual([]);
    expect(await search(shop, "nouveau")).toEqual(["it"]);
  });
});
