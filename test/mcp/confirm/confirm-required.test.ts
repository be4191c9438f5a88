import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { entries, refused, runConfirmedTool, runTool } from "../../support/mcp-tasks.ts";
import { call, listTools } from "../../support/operations.ts";
import { openFurnished, productsOf, tokenOf } from "./support.ts";

const csvOf = (handles: string[], price = 20): string =>
  [
    "Handle,Title,Option1 Name,Option1 Value,Variant Price",
    ...handles.map((h) => `${h},${h},Title,Default Title,${price}`),
  ].join("\n");

// biome-ignore format: a table
const ALWAYS: [tool: string, args: object][] = [
  ["catalog_delete", { kind: "product", item: "vase" }],
  ["customers_erase", { customer: "karim@example.dz" }],
  ["catalog_delete", { kind: "promotion", item: "TEN" }],
  ["content_delete", { kind: "page", slug: "about" }],
  ["content_delete", { kind: "post", slug: "about" }],
  ["content_delete", { kind: "menu", slug: "footer" }],
  ["catalog_delete", { kind: "category", item: "deco" }],
  ["catalog_delete", { kind: "category", item: "maison" }],
  ["catalog_delete", { kind: "collection", item: "tout" }],
  ["shipping_rates_set", { rates: [{ region: "*", method: "home", price: null }] }],
];

/** Calls that touch as many things as are asked for. */
const LISTS: Record<string, (shop: Shop, count: number) => Promise<[tool: string, args: object]>> = {
  "products whose status is set": async (shop, count) => [
    "products_set_status",
    { products: await productsOf(shop, count), status: "draft" },
  ],
  "products repriced by name": async (shop, count) => [
    "prices_bulk_update",
    { products: await productsOf(shop, count), amount: 1 },
  ],
  "products repriced by a filter": async (shop, count) => {
    await productsOf(shop, count, { vendor: "Nour" });
    return ["prices_bulk_update", { vendor: "Nour", percent: 5 }];
  },
  "variants whose stock changes": async (shop, count) => [
    "inventory_adjust",
    { changes: (await productsOf(shop, count)).map((slug) => ({ variant: slug.toUpperCase(), by: 1 })) },
  ],
  "products that an import creates": async (_, count) => [
    "products_import",
    { csv: csvOf(Array.from({ length: count }, (_, i) => `new-${i}`)) },
  ],
  "products that an import changes": async (shop, count) => [
    "products_import",
    { csv: csvOf(await productsOf(shop, count)) },
  ],
  "delivery rates": async (_, count) => [
    "shipping_rates_set",
    { rates: Array.from({ length: count }, (_, i) => ({ region: String(i + 1), method: "home", price: 400 })) },
  ],
  "products added to a new collection": async (shop, count) => [
    "collections_save",
    { title: "Tout", add_products: await productsOf(shop, count) },
  ],
  "products removed from a collection": async (shop, count) => {
    await runConfirmedTool(shop, "collections_save", { title: "Tout", products: await productsOf(shop, count) });
    return ["collections_save", { collection: "tout", products: [] }];
  },
  "variants that are changed by a list": async (shop, count) => {
    const slug = await sized(shop, count);
    const variants = Array.from({ length: count }, (_, i) => ({ option_values: { T: `${i}` }, price: 7 }));
    return ["products_save", { product: slug, variants }];
  },
  "variants that are removed": async (shop, count) => {
    const remove_variants = Array.from({ length: count }, (_, i) => `S-${i}`);
    return ["products_save", { product: await sized(shop, count + 1), remove_variants }];
  },
};

async function sized(shop: Shop, count: number): Promise<string> {
  const variants = Array.from({ length: count }, (_, i) => ({ option_values: { T: `${i}` }, sku: `S-${i}` }));
  return (await runTool(shop, "products_save", { name: "Robe", price: 5, variants })).slug;
}

describe("a token is needed", () => {
  test.each(ALWAYS)("by %s %j, which is refused without one and changes nothing", async (tool, args) => {
    const shop = await openFurnished();
    const log = await entries(shop);

    const { problem, data, text } = await call(shop, tool, args);
    expect(problem).toMatchObject({ code: "confirmation_required", errors: [{ path: "confirm_token" }] });
    expect(text).toContain("Call with dry_run: true");
    expect(data).toBeUndefined();
    const confirm_token = await tokenOf(shop, tool, args);
    expect(await entries(shop)).toEqual(log);

    await runTool(shop, tool, { ...args, confirm_token });
    expect((await entries(shop, tool)).at(-1)).toMatchObject({ after: null });
  });

  test.each(Object.entries(LISTS))("for more than 20 %s, and not for 20", async (_, callOf) => {
    const [few, many] = [await openShop(), await openShop()];
    await runTool(few, ...(await callOf(few, 20)));

    const [tool, args] = await callOf(many, 21);
    const before = await entries(many);
    const problem = await refused(many, tool, args);
    expect(problem).toMatchObject({ code: "confirmation_required", detail: expect.stringContaining("21 things") });
    expect(await entries(many)).toEqual(before);
    await runTool(many, tool, { ...args, confirm_token: await tokenOf(many, tool, args) });
  });

  test("neither for an empty category or collection, nor for the rate of one wilaya", async () => {
    const shop = await openFurnished();
    await runTool(shop, "categories_save", { name: "Vide" });
    await runTool(shop, "collections_save", { title: "Vide" });

    await runTool(shop, "catalog_delete", { kind: "category", item: "vide" });
    await runTool(shop, "catalog_delete", { kind: "collection", item: "vide" });
    await runTool(shop, "shipping_rates_set", { rates: [{ region: "16", method: "home", price: null }] });
  });

  test("for the number of changes, not of names", async () => {
    const shop = await openShop();
    const products = await productsOf(shop, 21);
    await runTool(shop, "products_set_status", { products: products.slice(20), status: "draft" });

    expect(await runTool(shop, "products_set_status", { products, status: "draft" })).toMatchObject({ changed: 20 });
  });

  test("by no tool of one order", async () => {
    const tools = await listTools((await openShop()).secret_key);
    const schemas = tools as unknown as { name: string; inputSchema: { properties: object } }[];
    const takers = schemas.filter(({ inputSchema }) => "confirm_token" in inputSchema.properties);

    expect(takers.length).toBeGreaterThan(0);
    expect(takers.filter(({ name }) => name.startsWith("orders_")).map(({ name }) => name)).toEqual(["orders_move"]);
  });
});
