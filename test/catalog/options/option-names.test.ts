import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { app, openShop, type Shop } from "../../support/app.ts";
import { changeBy, refused, runTool, seen } from "../../support/mcp-tasks.ts";
import { testProperty } from "../../support/random-tests.ts";

/** A product for each list of options, each with one variant that has these values. */
async function shopWith(locale: string, ...products: Record<string, string>[]): Promise<Shop> {
  const shop = await openShop({ locale });
  for (const [i, option_values] of products.entries()) {
    const options = Object.entries(option_values).map(([name, value]) => ({ name, values: [value] }));
    await shop.product({ slug: `p-${i}`, name: `Chemise ${i}`, options, variants: [{ option_values }] });
  }
  return shop;
}

const THREE_LANGUAGES = [
  { Taille: "M", Couleur: "Noir" },
  { Size: "M", Colour: "Black" },
  { المقاس: "M", اللون: "أسود" },
];

interface Counted {
  name: string;
  values: { value: string; count: number }[];
}

/** The facets of options: `{ Taille: { M: 2 } }`. */
async function facets(shop: Shop, query: Record<string, string> = {}, path = "/products") {
  const { options } = (await seen(shop, `${path}?${new URLSearchParams({ ...query, facets: "true" })}`)).facets;
  return Object.fromEntries(
    options.map(({ name, values }: Counted) => [name, Object.fromEntries(values.map((one) => [one.value, one.count]))]),
  );
}

async function found(shop: Shop, query: Record<string, string>, path = "/products"): Promise<string[]> {
  const { data } = await seen(shop, `${path}?${new URLSearchParams({ limit: "250", ...query })}`);
  return data.map(({ slug }: { slug: string }) => slug).sort();
}

const setNames = (shop: Shop, option_names: object | null) => runTool(shop, "store_update", { option_names });

describe("options with the same meaning in several languages", () => {
  test.each([
    ["fr-DZ", "Taille", "Couleur"],
    ["en", "Size", "Colour"],
    ["ar", "المقاس", "اللون"],
    ["de", "Size", "Colour"],
  ])("are one facet in a store in %s: %s and %s", async (locale, size, colour) => {
    const shop = await shopWith(locale, ...THREE_LANGUAGES);
    const both = { [size]: { M: 3 }, [colour]: { Noir: 1, Black: 1, أسود: 1 } };

    expect(await facets(shop)).toEqual(both);
    expect(await facets(shop, { q: "chemise" }, "/search")).toEqual(both);
    const { options, variants } = await seen(shop, "/products/p-1");
    expect(options.map(({ name }: Counted) => name)).toEqual(["Size", "Colour"]);
    expect(variants[0].option_values).toEqual({ Size: "M", Colour: "Black" });
  });

  // biome-ignore format: a table
  test.each(["Taille", "TAILLES", "Size", "size", "المقاس", "الْمَقَاس", "مقاس"])("are found by option.%s", async (name) => {
    const shop = await shopWith("fr", ...THREE_LANGUAGES, { Taille: "L" }, { Pointure: "M" });

    expect(await found(shop, { [`option.${name}`]: "m" })).toEqual(["p-0", "p-1", "p-2"]);
    expect(await found(shop, { [`option.${name}`]: "L" })).toEqual(["p-3"]);
    expect(await found(shop, { [`option.${name}`]: "M", q: "chemise" }, "/search")).toEqual(["p-0", "p-1", "p-2"]);
    expect(await facets(shop, { [`option.${name}`]: "L" })).toEqual({ Taille: { M: 3, L: 1 } });
  });

  test("are found as products write them: in any case, with accents or without", async () => {
    const shop = await shopWith("fr", { Matière: "Lin" }, { matiere: "Lin" }, { MATIERE: "Lin" }, { الخامه: "Lin" });

    expect(await facets(shop)).toEqual({ Matière: { Lin: 4 } });
    for (const name of ["Material", "matiere", "Matière", "الخامة"])
      expect([name, await found(shop, { [`option.${name}`]: "Lin" })]).toEqual([name, ["p-0", "p-1", "p-2", "p-3"]]);
  });

  test("narrow together when they are asked for under two names", async () => {
    const shop = await shopWith("fr", { Taille: "M", Size: "38" }, { Taille: "M" }, { Size: "38" });

    expect(await found(shop, { "option.Taille": "M", "option.Size": "38" })).toEqual(["p-0"]);
    expect(await facets(shop, { "option.Taille": "M", "option.Size": "38" })).toEqual({ Taille: { M: 2, 38: 2 } });
  });

  test("count a product once that has both", async () => {
    const shop = await shopWith("en", { Taille: "M", Size: "M" }, { Size: "M", Colour: "Red" }, { Size: "M" });

    expect(await facets(shop)).toEqual({ Size: { M: 3 }, Colour: { Red: 1 } });
  });

  test("are added before the rarest values of a long facet are left out", async () => {
    const shop = await openShop();
    const values = (name: string, letters: string, count: number) =>
      shop.product({
        options: [{ name, values: Array.from({ length: count }, (_, i) => `${letters}${i}`) }],
        variants: Array.from({ length: count }, (_, i) => ({ option_values: { [name]: `${letters}${i}` } })),
      });
    await values("Couleur", "a", 200);
    await values("Couleur", "z", 60);
    await values("Color", "z", 60);

    const { Colour } = await facets(shop);

    const counts: number[] = Object.values(Colour);
    expect([counts.length, counts.filter((count) => count === 2).length]).toEqual([250, 60]);
  });

  test("keep names that nobody lists apart", async () => {
    const shop = await shopWith("fr", { Réglure: "Uni" }, { Ruling: "Uni" }, { constructor: "Uni" });

    expect(await facets(shop)).toEqual({ Réglure: { Uni: 1 }, Ruling: { Uni: 1 }, constructor: { Uni: 1 } });
    expect(await found(shop, { "option.Ruling": "Uni" })).toEqual(["p-1"]);
  });

  describe("with random products", () => {
    const names = ["Taille", "Size", "المقاس", "Couleur", "color", "Encolure", "Col"];
    const product = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.constantFrom("M", "L", 'a"\\é')), {
      selector: ([name]) => name,
      maxLength: 3,
    });
    const own = fc.constantFrom(null, { Encolure: ["Col"] }, { Col: ["Size", "Encolure"], Taille: [] });
    testProperty(
      "count what each value finds",
      fc.asyncProperty(
        fc.array(product, { minLength: 6, maxLength: 12 }),
        own,
        fc.constantFrom("fr", "en", "ar"),
        async (products, option_names, locale) => {
          const shop = await shopWith(locale, ...products.map((options) => Object.fromEntries(options)));
          await setNames(shop, option_names);
          const counted = await facets(shop);
          for (const [name, values] of Object.entries<Record<string, number>>(counted))
            for (const [value, count] of Object.entries(values)) {
              const filter = { [`option.${name}`]: value };
              expect([filter, (await found(shop, filter)).length]).toEqual([filter, count]);
              expect((await facets(shop, filter))[name]).toEqual(values);
            }
          const pairs = products.flat();
          for (const [name, value] of pairs)
            expect((await found(shop, { [`option.${name}`]: value })).length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe("option_names of store_update", () => {
  const OWN = { Encolure: ["Col", "Neckline"], Réglure: ["Ruling"] };

  test("make one facet of the merchant's own names, under the first of them", async () => {
    const shop = await shopWith("fr", { Encolure: "V" }, { col: "V" }, { Neckline: "Ronde" }, { Ruling: "Uni" });
    const other = await shopWith("fr", { Encolure: "V" }, { Col: "V" });
    expect(await facets(shop)).toEqual({
      Encolure: { V: 1 },
      col: { V: 1 },
      Neckline: { Ronde: 1 },
      Ruling: { Uni: 1 },
    });
    expect(await found(shop, { "option.neckline": "V" })).toEqual([]);

    expect((await setNames(shop, OWN)).option_names).toEqual(OWN);

    expect(await facets(shop)).toEqual({ Encolure: { V: 2, Ronde: 1 }, Réglure: { Uni: 1 } });
    expect(await found(shop, { "option.neckline": "V" })).toEqual(["p-0", "p-1"]);
    expect(await facets(other)).toEqual({ Encolure: { V: 1 }, Col: { V: 1 } });
    expect((await runTool(shop, "store_get")).option_names).toEqual(OWN);
    expect(await seen(shop, "/store")).not.toHaveProperty("option_names");
  });

  test("take the usual names of the same meaning with them", async () => {
    const shop = await shopWith("fr", { Taille: "M" }, { Size: "M" }, { Pointure: "38" }, { "Shoe size": "38" });

    await setNames(shop, { "Tailles et pointures": ["size", "pointure"] });

    expect(await facets(shop)).toEqual({ "Tailles et pointures": { M: 2, 38: 2 } });
    expect(await found(shop, { "option.المقاس": "M" })).toEqual(["p-0", "p-1"]);
  });

  test.each([
    ["fr", { Taille: { M: 2 }, Size: { M: 1 } }],
    ["en", { Taille: { M: 1 }, Size: { M: 2 } }],
  ])("keep usual names apart; the others go with that of the store's language, %s", async (locale, expected) => {
    const shop = await shopWith(locale, { Taille: "M" }, { Size: "M" }, { المقاس: "M" });

    await setNames(shop, { Size: [], Taille: [] });

    expect(await facets(shop)).toEqual(expected);
  });

  test("change by member, are logged, and are put back by an undo", async () => {
    const shop = await shopWith("fr", { Encolure: "V" }, { Col: "V" });
    await setNames(shop, OWN);
    expect(await changeBy(shop, "store_update")).toEqual({
      before: { option_names: null },
      after: { option_names: OWN },
    });
    const apart = await setNames(shop, { Encolure: null, Taille: ["Tour"] });
    expect(apart.option_names).toEqual({ Réglure: ["Ruling"], Taille: ["Tour"] });
    expect(await facets(shop)).toEqual({ Encolure: { V: 1 }, Col: { V: 1 } });

    await runTool(shop, "changes_undo", { changes: [apart.change_id] });

    expect(await facets(shop)).toEqual({ Encolure: { V: 2 } });
    expect((await runTool(shop, "store_get")).option_names).toEqual(OWN);
    const { hits } = app.cache.report();
    await facets(shop);
    expect(app.cache.report().hits).toBeGreaterThan(hits);
    await setNames(shop, null);
    expect((await runTool(shop, "store_get")).option_names).toBeNull();
    expect(await facets(shop)).toEqual({ Encolure: { V: 1 }, Col: { V: 1 } });
  });

  const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`Option ${i}`, []]));

  // biome-ignore format: a table
  test.each([
    [{ Encolure: ["Col"], Cou: ["COL"] }, "option_names.Cou", /must not name "COL": "Encolure" does/],
    [{ Encolure: ["Cou"], cou: [] }, /^option_names\./, /Cou/i],
    [{ Encolure: [" "] }, "option_names", /1 to 100 characters/],
    [{ "": ["Col"] }, "option_names", /1 to 100 characters/],
    [{ ["x".repeat(101)]: ["Col"] }, "option_names", /1 to 100 characters/],
    [{ Encolure: ["x".repeat(101)] }, "option_names.Encolure.0", /100/],
    [{ Encolure: Array.from({ length: 21 }, (_, i) => `Col ${i}`) }, "option_names.Encolure", /20/],
    [members(51), "option_names", /50/],
    [{ Encolure: "Col" }, "option_names.Encolure", /array/],
    [{ Encolure: [1] }, "option_names.Encolure.0", /string/],
    [[], "option_names", /object/],
  ])("refuse %j", async (option_names, path, message) => {
    const shop = await openShop();

    const problem = await refused(shop, "store_update", { option_names });

    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: expect.stringMatching(path) }] });
    expect(problem?.errors[0]?.message).toMatch(message);
  });

  test("are at most 50, also when they are added one by one", async () => {
    const shop = await openShop();
    await setNames(shop, members(50));

    expect(await refused(shop, "store_update", { option_names: { Encolure: [] } })).toMatchObject({
      errors: [{ path: "option_names", message: "must have at most 50 members" }],
    });
    await runTool(shop, "store_update", { name: "Other" });
  });
});
