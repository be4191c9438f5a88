import { describe, expect, test } from "vitest";
import { buildTestApp, openShop, type Shop } from "../support/app.ts";
import { at, entries, refused, runConfirmedTool, runTool, signedUp } from "../support/mcp-tasks.ts";
import { BUYER, cartWith, order, ordered, stockOf } from "../support/selling.ts";
import { type Called, call, listTools } from "../support/tools.ts";

const MINUTES = 60_000;

/** The token that a dry run answers. */
async function tokenOf(shop: Shop, tool: string, args: object): Promise<string> {
  const { confirm_token } = await runTool(shop, tool, { ...args, dry_run: true });
  expect(confirm_token).toMatch(/^[0-9a-z]+\.[\w-]{43}$/);
  return confirm_token;
}

/** Expects a refusal that is a dry run with a token of its own. */
function expectFresh({ problem, data, text }: Called, why: RegExp): void {
  expect(problem).toMatchObject({ code: "confirmation_required", errors: [{ path: "confirm_token" }] });
  expect(problem?.errors[0]?.message).toMatch(why);
  expect(text).toContain("call again with the new confirm_token");
  expect(data).toMatchObject({ dry_run: true, confirm_token: expect.any(String), changes: expect.any(Array) });
}

const productsOf = async (shop: Shop, count: number, more: object = {}): Promise<string[]> => {
  const slugs = Array.from({ length: count }, (_, i) => `item-${i + 1}`);
  for (const slug of slugs) await shop.product({ slug, sku: slug.toUpperCase(), price: 1000, ...more });
  return slugs;
};
const csvOf = (handles: string[], price = 20): string =>
  [
    "Handle,Title,Option1 Name,Option1 Value,Variant Price",
    ...handles.map((h) => `${h},${h},Title,Default Title,${price}`),
  ].join("\n");

const stockedCsvOf = (handles: string[], stock: number): string =>
  [
    "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Variant Inventory Tracker",
    ...handles.map((h) => `${h},${h},Title,Default Title,${h.toUpperCase()},10,${stock},shopify`),
  ].join("\n");

/** A vase in the category "deco" (below "maison") and in the collection "tout", with all that a shop may delete. */
async function openFurnished(): Promise<Shop> {
  const shop = await openShop();
  await runTool(shop, "categories_save", { name: "Maison" });
  await runTool(shop, "categories_save", { name: "Déco", parent: "maison" });
  await runTool(shop, "products_create", {
    name: "Vase",
    sku: "VASE",
    price: 20,
    inventory_quantity: 10,
    status: "active",
    category: "deco",
  });
  await runTool(shop, "collections_save", { title: "Tout", products: ["vase"] });
  await runTool(shop, "promotions_save", {
    title: "Ten",
    code: "TEN",
    discount_type: "percentage",
    discount_value: 10,
  });
  for (const kind of ["page", "post"])
    await runTool(shop, "content_save", { kind, title: "About", is_published: true });
  await runTool(shop, "menus_save", { handle: "footer", items: [{ title: "A", url: "/a" }] });
  await runTool(shop, "shipping_rates_set", {
    rates: [
      { region: "*", method: "home", price: 500 },
      { region: "16", method: "home", price: 300 },
    ],
  });
  await runTool(shop, "customers_save", { full_name: "Karim", email: "karim@example.dz" });
  return shop;
}

// biome-ignore format: a table
const ALWAYS: [tool: string, args: object][] = [
  ["products_delete", { product: "vase" }],
  ["customers_erase", { customer: "karim@example.dz" }],
  ["promotions_delete", { promotion: "TEN" }],
  ["content_delete", { kind: "page", slug: "about" }],
  ["content_delete", { kind: "post", slug: "about" }],
  ["menus_delete", { handle: "footer" }],
  ["categories_delete", { category: "deco" }],
  ["categories_delete", { category: "maison" }],
  ["collections_delete", { collection: "tout" }],
  ["shipping_rates_set", { rates: [{ region: "*", method: "home", price: null }] }],
];

/** Calls that touch as many things as are asked for. */
const LISTS: Record<string, (shop: Shop, count: number) => Promise<[tool: string, args: object]>> = {
  "products whose status is set": async (shop, count) => [
    "products_set_status",
    { products: await productsOf(shop, count), status: "draft" },
  ],
  "products that get other prices, by name": async (shop, count) => [
    "prices_bulk_update",
    { products: await productsOf(shop, count), amount: 1 },
  ],
  "products that get other prices, by a filter": async (shop, count) => {
    await productsOf(shop, count, { vendor: "Nour" });
    return ["prices_bulk_update", { vendor: "Nour", percent: 5 }];
  },
  "variants whose stock changes": async (shop, count) => [
    "inventory_adjust",
    { changes: (await productsOf(shop, count)).map((slug) => ({ variant: slug.toUpperCase(), by: 1 })) },
  ],
  "products that are imported anew": async (_, count) => [
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
  "products that come into a new collection": async (shop, count) => [
    "collections_save",
    { title: "Tout", add_products: await productsOf(shop, count) },
  ],
  "products that go out of a collection": async (shop, count) => {
    await runConfirmedTool(shop, "collections_save", { title: "Tout", products: await productsOf(shop, count) });
    return ["collections_save", { collection: "tout", products: [] }];
  },
  "variants that are changed by a list": async (shop, count) => {
    const slug = await sized(shop, count);
    const variants = Array.from({ length: count }, (_, i) => ({ option_values: { T: `${i}` }, price: 7 }));
    return ["products_update", { product: slug, variants }];
  },
  "variants that are removed": async (shop, count) => {
    const remove_variants = Array.from({ length: count }, (_, i) => `S-${i}`);
    return ["products_update", { product: await sized(shop, count + 1), remove_variants }];
  },
};

async function sized(shop: Shop, count: number): Promise<string> {
  const variants = Array.from({ length: count }, (_, i) => ({ option_values: { T: `${i}` }, sku: `S-${i}` }));
  return (await runTool(shop, "products_create", { name: "Robe", price: 5, variants })).slug;
}

describe("a token is needed", () => {
  test.each(ALWAYS)("by %s %j; confirm: true alone is refused, and nothing was done", async (tool, args) => {
    const shop = await openFurnished();
    const log = await entries(shop);

    for (const alone of [{}, { confirm: true }]) {
      const { problem, data, text } = await call(shop, tool, { ...args, ...alone });
      expect(problem).toMatchObject({ code: "confirmation_required", errors: [{ path: "confirm_token" }] });
      expect(text).toContain("Call with dry_run: true");
      expect(data).toBeUndefined();
    }
    const confirm_token = await tokenOf(shop, tool, args);
    expect(await entries(shop)).toEqual(log);

    await runTool(shop, tool, { ...args, confirm_token });
    expect((await entries(shop, tool)).at(-1)).toMatchObject({ after: null });
  });

  test.each(Object.entries(LISTS))("above 20 %s, and not by 20", async (_, callOf) => {
    const [few, many] = [await openShop(), await openShop()];
    await runTool(few, ...(await callOf(few, 20)));

    const [tool, args] = await callOf(many, 21);
    const before = await entries(many);
    const problem = await refused(many, tool, args);
    expect(problem).toMatchObject({ code: "confirmation_required", detail: expect.stringContaining("21 things") });
    expect(await refused(many, tool, { ...args, confirm: true })).toMatchObject({ code: "confirmation_required" });
    expect(await entries(many)).toEqual(before);
    await runTool(many, tool, { ...args, confirm_token: await tokenOf(many, tool, args) });
  });

  test("neither for an empty category or collection, nor for the rate of a wilaya", async () => {
    const shop = await openFurnished();
    await runTool(shop, "categories_save", { name: "Vide" });
    await runTool(shop, "collections_save", { title: "Vide" });

    await runTool(shop, "categories_delete", { category: "vide" });
    await runTool(shop, "collections_delete", { collection: "vide" });
    await runTool(shop, "shipping_rates_set", { rates: [{ region: "16", method: "home", price: null }] });
  });

  test("by what would differ, not by what is named", async () => {
    const shop = await openShop();
    const products = await productsOf(shop, 21);
    await runTool(shop, "products_set_status", { products: products.slice(20), status: "draft" });

    expect(await runTool(shop, "products_set_status", { products, status: "draft" })).toMatchObject({ changed: 20 });
  });

  test("never by moves of orders", async () => {
    const tools = await listTools((await openShop()).secret_key);
    const schemas = tools as unknown as { name: string; inputSchema: { properties: object } }[];
    const takers = schemas.filter(({ inputSchema }) => "confirm_token" in inputSchema.properties);

    expect(takers.length).toBeGreaterThan(0);
    expect(takers.filter(({ name }) => name.startsWith("orders_"))).toEqual([]);
  });
});

describe("a token holds", () => {
  const PRODUCT = { product: "vase" };

  test("for 15 minutes", async () => {
    const shop = await openFurnished();
    const start = Date.now();
    const confirm_token = await at(start, () => tokenOf(shop, "products_delete", PRODUCT));
    const later = (ms: number) => at(start + ms, () => call(shop, "products_delete", { ...PRODUCT, confirm_token }));

    expectFresh(await later(15 * MINUTES + 1), /15 minutes/);
    expect((await later(15 * MINUTES)).problem).toBeUndefined();
  });

  test("for one store", async () => {
    const [shop, other] = [await openFurnished(), await openFurnished()];
    const confirm_token = await tokenOf(other, "menus_delete", { handle: "footer" });

    expectFresh(await call(shop, "menus_delete", { handle: "footer", confirm_token }), /not of this call/);
  });

  test("for one tool and its arguments", async () => {
    const shop = await openFurnished();
    const page = { kind: "page", slug: "about" };
    const tokens = [
      await tokenOf(shop, "content_delete", { kind: "post", slug: "about" }),
      await tokenOf(shop, "categories_delete", { category: "deco" }),
    ];

    for (const confirm_token of tokens) {
      expectFresh(await call(shop, "content_delete", { ...page, confirm_token }), /not of this call/);
    }
  });

  test.each(["", ".", "x", "0.x", "mfk2x9a0.", `${"9".repeat(20)}.${"A".repeat(43)}`, "é".repeat(60)])(
    "and %j is none",
    async (confirm_token) => {
      const shop = await openFurnished();

      expectFresh(await call(shop, "menus_delete", { handle: "footer", confirm_token }), /not of this call/);
    },
  );

  test("no longer than its time, when that is written anew", async () => {
    const shop = await openFurnished();
    const long = Date.now() - 60 * MINUTES;
    const [, mac] = (await at(long, () => tokenOf(shop, "products_delete", PRODUCT))).split(".");
    const confirm_token = `${Date.now().toString(36)}.${mac}`;

    expectFresh(await call(shop, "products_delete", { ...PRODUCT, confirm_token }), /not of this call/);
  });

  test("until what it would overwrite changes; then the refusal shows how it is now", async () => {
    const shop = await openFurnished();
    const confirm_token = await tokenOf(shop, "products_delete", PRODUCT);
    await runTool(shop, "products_update", { ...PRODUCT, name: "Vase ancien" });

    const stale = await call(shop, "products_delete", { ...PRODUCT, confirm_token });
    expectFresh(stale, /changed since/);
    expect(stale.data.changes).toMatchObject([{ before: { name: "Vase ancien" }, after: null }]);
    expect((await shop.get("/products/vase")).status).toBe(200);
    await runTool(shop, "products_delete", { ...PRODUCT, confirm_token: stale.data.confirm_token });
    expect((await shop.get("/products/vase")).status).toBe(404);
  });

  test("until another price or another thing is found", async () => {
    const shop = await openShop();
    await productsOf(shop, 21, { vendor: "Nour" });
    const rise = { vendor: "Nour", percent: 10 };

    const first = await tokenOf(shop, "prices_bulk_update", rise);
    await runTool(shop, "products_update", { product: "item-7", price: 99 });
    expectFresh(await call(shop, "prices_bulk_update", { ...rise, confirm_token: first }), /changed since/);

    const second = await tokenOf(shop, "prices_bulk_update", rise);
    await shop.product({ slug: "late", vendor: "Nour" });
    const stale = await call(shop, "prices_bulk_update", { ...rise, confirm_token: second });
    expectFresh(stale, /changed since/);
    expect(stale.data.changes_count).toBe(22);
  });

  test("until another product comes into the category, though as many are in it", async () => {
    const shop = await openFurnished();
    const confirm_token = await tokenOf(shop, "categories_delete", { category: "deco" });
    await runTool(shop, "products_update", { product: "vase", category: null });
    await runTool(shop, "products_create", { name: "Lampe", price: 5, category: "deco" });

    expectFresh(await call(shop, "categories_delete", { category: "deco", confirm_token }), /changed since/);
  });

  test("until a product of a file is another one of the same name, though only stock would change", async () => {
    const shop = await openShop();
    const file = { csv: stockedCsvOf(["vase", "lamp"], 5) };
    await runTool(shop, "products_import", { csv: stockedCsvOf(["vase", "lamp"], 8).replace(",8,", ",5,") });
    for (const product of ["vase", "lamp"]) {
      const confirm_token = await tokenOf(shop, "products_import", file);
      await runConfirmedTool(shop, "products_delete", { product });
      await runTool(shop, "products_import", { csv: stockedCsvOf([product], 8) });

      expectFresh(await call(shop, "products_import", { ...file, confirm_token }), /changed since/);
    }
  });

  test("until the customer orders again", async () => {
    const shop = await openFurnished();
    const { id, authorization } = await signedUp(shop, "lynda");
    const confirm_token = await tokenOf(shop, "customers_erase", { customer: id });
    const { id: product_id } = await runTool(shop, "products_get", { product: "vase" });
    await order(shop, await cartWith(shop, { product_id, quantity: 1 }), BUYER, { authorization });

    const stale = await call(shop, "customers_erase", { customer: id, confirm_token });
    expectFresh(stale, /changed since/);
    expect(stale.data.changes_count).toBe(2);
  });

  test("though stock is sold and a promotion used", async () => {
    const shop = await openFurnished();
    const { id: product_id } = await runTool(shop, "products_get", { product: "vase" });
    const counts = (await productsOf(shop, 20)).map((slug) => ({ variant: slug.toUpperCase(), by: 1 }));
    const counted = { changes: [...counts, { variant: "VASE", to: 10 }] }; // as many as there are
    const calls: [string, object][] = [
      ["inventory_adjust", counted],
      ["promotions_delete", { promotion: "TEN" }],
      ["products_delete", PRODUCT],
    ];
    const tokens = [];
    for (const [tool, args] of calls) tokens.push(await tokenOf(shop, tool, args));
    const cart = await cartWith(shop, { product_id, quantity: 3 });
    expect((await order(shop, cart, { coupon_code: "TEN" })).status).toBe(201);

    for (const [i, [tool, args]] of calls.entries()) {
      await runTool(shop, tool, { ...args, confirm_token: tokens[i] });
      if (tool === "inventory_adjust") expect(await stockOf(shop, product_id)).toBe(10);
    }
  });

  test("though a sale uses a promotion up", async () => {
    const shop = await openFurnished();
    await runTool(shop, "promotions_save", { promotion: "TEN", usage_limit: 1 });
    const confirm_token = await tokenOf(shop, "promotions_delete", { promotion: "TEN" });
    const { id: product_id } = await runTool(shop, "products_get", { product: "vase" });
    const cart = await cartWith(shop, { product_id, quantity: 1 });
    expect((await order(shop, cart, { coupon_code: "TEN" })).status).toBe(201);
    expect(await runTool(shop, "promotions_search", { state: "used_up" })).toMatchObject({ total: 1 });

    await runTool(shop, "promotions_delete", { promotion: "TEN", confirm_token });
  });

  test("though an import's stock is sold", async () => {
    const shop = await openShop();
    const rows = await productsOf(shop, 21, { stock: 10 });
    const file = { csv: stockedCsvOf(rows, 5).replace(",5,", ",10,") }; // item-1 stays as it is
    await runConfirmedTool(shop, "products_import", { csv: stockedCsvOf(rows, 10) });
    const confirm_token = await tokenOf(shop, "products_import", file);
    const { id } = await runTool(shop, "products_get", { product: "item-1" });
    await ordered(shop, [{ product_id: id, quantity: 1 }]);

    expect(await runTool(shop, "products_import", { ...file, confirm_token })).toMatchObject({ failed: 0 });
    expect(await stockOf(shop, id)).toBe(10);
  });

  test("at every server that has the same keys", async () => {
    const shop = await openFurnished();
    const confirm_token = await tokenOf(shop, "products_delete", PRODUCT);
    const another = await buildTestApp();

    const args = { ...PRODUCT, confirm_token };
    expect((await call(shop, "products_delete", args, shop.secret_key, another)).problem).toBeUndefined();
  });

  test("for a retry too, and a refusal leaves the idempotency key free", async () => {
    const shop = await openShop();
    const args = { products: await productsOf(shop, 21), amount: 1, idempotency_key: "rise" };
    expect(await refused(shop, "prices_bulk_update", args)).toMatchObject({ code: "confirmation_required" });
    const confirm_token = await tokenOf(shop, "prices_bulk_update", args);

    const first = await runTool(shop, "prices_bulk_update", { ...args, confirm_token });
    const retry = await runTool(shop, "prices_bulk_update", { ...args, confirm_token });
    expect([first.changed, retry]).toMatchObject([21, { changed: 21, replayed: true }]);
  });

  test("where none is needed, and is checked all the same", async () => {
    const shop = await openShop();
    const draft = { products: await productsOf(shop, 2), status: "draft" };
    const confirm_token = await tokenOf(shop, "products_set_status", draft);
    await runTool(shop, "products_set_status", { products: ["item-1"], status: "archived" });

    expectFresh(await call(shop, "products_set_status", { ...draft, confirm_token }), /changed since/);
    expect(await runTool(shop, "products_set_status", draft)).toMatchObject({ changed: 2 });
  });
});
