import { describe, expect, test } from "vitest";
import { openShop } from "../../support/app.ts";
import { refused, runTool, seen } from "../../support/mcp-tasks.ts";
import { expectInvariants } from "../../support/selling.ts";

const size = (Taille: string) => ({ option_values: { Taille } });

describe("products_save", () => {
  test("makes every combination of the options' values, in their order", async () => {
    const shop = await openShop();
    const looks = [
      { name: "Taille", values: ["S", "M"] },
      { name: "Couleur", values: ["Noir", "Blanc", "Noir"] },
      { name: "Col", values: ["Rond"] },
    ];
    await runTool(shop, "products_save", {
      name: "Chemise",
      price: 30.5,
      compare_at_price: 40,
      inventory_quantity: 2,
      weight: 300,
      weight_unit: "g",
      status: "active",
      options: looks,
    });
    const { options, variants, inventory_quantity } = await seen(shop, "/products/chemise");
    expect(options).toMatchObject([{ values: ["S", "M"] }, { values: ["Noir", "Blanc"] }, { values: ["Rond"] }]);
    const plain = { price: 30.5, compare_at_price: 40, inventory_quantity: 2, weight: 300, weight_unit: "g" };
    expect(variants).toMatchObject(
      ["S / Noir / Rond", "S / Blanc / Rond", "M / Noir / Rond", "M / Blanc / Rond"].map((title) => ({
        title,
        ...plain,
      })),
    );
    expect(inventory_quantity).toBe(8);
    await expectInvariants(shop);
  });

  const values = (count: number) => Array.from({ length: count }, (_, i) => `v${i}`);
  test.each([
    ["no values", { options: [{ name: "Taille" }] }, "options"],
    [
      "251 values",
      {
        options: [
          { name: "A", values: values(126) },
          { name: "B", values: ["1", "2"] },
        ],
      },
      "options",
    ],
    ["four options", { options: ["A", "B", "C", "D"].map((name) => ({ name, values: ["1"] })) }, "options"],
    ["four options, by its variants", { variants: [{ option_values: { A: "1", B: "1", C: "1", D: "1" } }] }, "options"],
    ["an option twice", { options: ["A", "A"].map((name) => ({ name, values: ["1"] })) }, "options"],
    ["an option without a name", { options: [{ name: " ", values: ["1"] }] }, "options"],
    ["a name of an option that is too long", { variants: [{ option_values: { ["x".repeat(256)]: "1" } }] }, "options"],
    ["a blank value", { options: [{ name: "A", values: [" "] }] }, "variants.0.option_values"],
    ["values beyond what an index holds", { variants: [{ option_values: longValues() }] }, "variants.0.option_values"],
    [
      "one combination twice",
      { variants: [size("M"), size("L"), { ...size("M"), sku: "2" }] },
      "variants.2.option_values",
    ],
    [
      "a variant that lacks an option",
      { variants: [{ option_values: { A: "1", B: "1" } }, { option_values: { A: "2" } }] },
      "variants.1.option_values",
    ],
    [
      "a variant of an unknown option",
      { options: [{ name: "A" }], variants: [{ option_values: { A: "1", B: "1" } }] },
      "variants.0.option_values",
    ],
    ["several variants without options", { variants: [{ sku: "1" }, { sku: "2" }] }, "variants"],
    ["an id that is no UUID", { variants: [{ ...size("M"), id: "mine" }] }, "variants.0.id"],
    ["an unknown id", { variants: [{ ...size("M"), id: "019aa2c0-6a53-7e07-9c62-3e4f5a6b7c8d" }] }, "variants.0.id"],
    ["stock below zero", { variants: [{ ...size("M"), inventory_quantity: -1 }] }, "variants.0.inventory_quantity"],
    [
      "a picture that is no address",
      { variants: [{ ...size("M"), image_url: "data:image/png;base64,AA" }] },
      "variants.0.image_url",
    ],
  ])("refuses %s", async (_, given, path) => {
    const shop = await openShop();
    const problem = await refused(shop, "products_save", { name: "P", price: 1, ...given });
    expect(problem).toMatchObject({
      code: expect.stringMatching(/^(invalid_value|variant_not_found)$/),
      errors: [{ path }],
    });
    expect(await runTool(shop, "products_search")).toMatchObject({ total: 0 });
  });

  test("makes 250 variants, and refuses one more", async () => {
    const shop = await openShop();
    const options = [
      { name: "A", values: values(125) },
      { name: "B", values: ["1", "2"] },
    ];
    const { cut } = await runTool(shop, "products_save", { name: "P", price: 1, status: "active", options });
    expect(cut).toMatchObject([{ path: "variants", of: 250 }]);
    const more = { product: "p", variants: [{ option_values: { A: "one", B: "more" } }] };
    expect(await refused(shop, "products_save", more)).toMatchObject({ errors: [{ path: "variants" }] });
    expect((await seen(shop, "/products/p")).variants).toHaveLength(250);
  });
});

/** As long as each may be, of letters of three bytes that do not repeat. */
function longValues(): Record<string, string> {
  const text = (from: number, length: number) =>
    String.fromCodePoint(...Array.from({ length }, (_, i) => from + i * 7));
  return {
    [text(0x4e00, 100)]: text(0x5000, 255),
    [text(0x6000, 100)]: text(0x6200, 255),
    [text(0x7000, 100)]: text(0x7200, 255),
  };
}
