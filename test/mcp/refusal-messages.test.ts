import { beforeAll, describe, expect, test } from "vitest";
import { openShop, type Shop } from "../support/app.ts";
import { refused, runTool } from "../support/mcp-tasks.ts";
import { call, post } from "../support/operations.ts";
import { BUYER, ordered } from "../support/selling.ts";

/** Refusals that say where the fault is and what to do about it. */

let shop: Shop;
let order: string;
beforeAll(async () => {
  shop = await openShop();
  const sizes = ["S", "M"].map((T) => ({ option_values: { T }, sku: `R-${T}`, inventory_quantity: 3 }));
  await runTool(shop, "products_save", { name: "Robe", price: 20, status: "active", variants: sizes });
  await runTool(shop, "products_save", { name: "Draft", price: 20, sku: "DRAFT", inventory_quantity: 3 });
  const { id, variants } = await runTool(shop, "products_get", { product: "robe" });
  order = (await ordered(shop, [{ product_id: id, variant_id: variants[0].id, quantity: 1 }])).order_number;
});

const taken = (...items: object[]) => ({ ...BUYER, items });
const picture = { url: "https://cdn.example.com/a.jpg", alt_text: "A" };

// biome-ignore format: a table
const FAULTS: [tool: string, args: object, path: string, message: RegExp][] = [
  ["orders_create", taken({ item: "R-S", quantity: 1, price: 5 }), "items.0.price", /is not known/],
  ["orders_create", taken({ item: "R-S", quantity: 1 }, { item: "R-M", quantity: 4 }), "items.1.quantity", /must be <= 3/],
  ["orders_create", taken({ item: "R-S", quantity: 1 }, { item: "DRAFT", quantity: 1 }), "items.1.item", /products_set_status publishes it/],
  ["products_save", { name: "X", price: 1, images: [picture] }, "images.0.alt_text", /is not known/],
  ["products_save", { product: "robe", images: [picture] }, "images.0.alt_text", /is not known/],
  ["products_save", { product: "robe", options: [{ name: "T", value: "S" }] }, "options.0.value", /is not known/],
  ["products_save", { product: "robe", add_images: [picture] }, "add_images.0.alt_text", /is not known/],
  ["products_save", { product: "robe", variants: [{ sku: "R-S", image: null }] }, "variants.0.image", /is not known/],
  ["products_save", { price: 20 }, "name", /is required for a new product; to change one, send product/],
  ["products_save", { name: "X", price: 20, remove_variants: ["R-S"] }, "remove_variants", /send product too/],
  ["products_save", { name: "X", price: 20, expected_updated_at: "2026-11-22" }, "expected_updated_at", /send product too/],
  ["menus_save", { handle: "main", items: [{ title: "A", link: "/a" }] }, "items.0.link", /known are: title, url, type, children/],
  ["menus_save", { handle: "main", items: [{ title: "A", children: [{ url: "/b" }] }] }, "items.0.children.0.title", /is required/],
  ["store_get", { x: 1 }, "x", /known are: cursor/],
  ["products_save", { product: "robe", variants: [{ sku: "NEW", price: 5 }] }, "variants", /must have a value for each option: a new variant lacks one/],
  ["products_save", { product: "robe", options: [{ name: "Size", values: ["S", "M"] }] }, "variants", /must have a value for each option: variant [0-9a-f-]{36} lacks one; to rename an option or a value, send its variants with their ids/],
  ["products_save", { product: "robe", options: [] }, "variants", /remove_variants/],
  ["promotions_save", { title: "P", discount_type: "percentage", discount_value: 0 }, "discount_value", /above 0/],
  ["promotions_save", { title: "P", discount_type: "percentage", discount_value: 9, buy_quantity: 2 }, "buy_quantity", /min_quantity/],
];

describe("a refusal names the given field and how to correct it", () => {
  test.each(FAULTS)("%s %j: %s", async (tool, args, path, message) => {
    const problem = await refused(shop, tool, args);

    expect([problem?.code === "internal_error", problem?.errors[0]]).toEqual([
      false,
      { path, message: expect.stringMatching(message) },
    ]);
  });

  test("of a cancelled order lists carrier and tracking number as the fields that may still change", async () => {
    await runTool(shop, "orders_cancel", { order });

    expect(await refused(shop, "orders_update", { order, customer_name: "X" })).toMatchObject({
      code: "illegal_order_move",
      allowed: ["carrier", "tracking_number"],
    });
  });
});

test("unknown fields are answered with the known ones of each level, once", async () => {
  const items = [
    { sku: "R-S", price: 5 },
    { item: "R-S", x: 1 },
  ];
  const problem = await refused(shop, "orders_create", { ...BUYER, items, y: 1 });

  const messages = Object.fromEntries((problem?.errors ?? []).map(({ path, message }) => [path, message]));
  expect(messages).toMatchObject({
    "items.0.sku": "is not known; known are: item, quantity",
    "items.0.price": "is not known",
    "items.1.x": "is not known",
    y: expect.stringMatching(/^is not known; known are: items, /),
  });
});

test("unknown fields of each level are named, however many are wrong on another", async () => {
  const unknown = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`x${i}`, 1]));
  const variants = [{ sku: "R-S", image: null }, { colour: "red" }];
  const args = { product: "robe", ...unknown, variants, options: [{ name: "T", value: "S" }], images: [picture] };
  const expected = {
    x0: /^is not known; known are: product, name, /,
    "variants.0.image": /^is not known; known are: id, option_values, /,
    "options.0.value": /^is not known; known are: name, values$/,
    "images.0.alt_text": /^is not known; known are: id, url, file, alt$/,
  };

  const over = [
    (await refused(shop, "products_save", args))?.errors,
    (await post(shop, "products_save", args)).body.errors,
  ];
  for (const errors of over) {
    const messages = new Map(errors.map(({ path, message }: { path: string; message: string }) => [path, message]));
    for (const [path, message] of Object.entries(expected)) expect(messages.get(path), path).toMatch(message);
    expect(errors).toHaveLength(13);
  }
});

test("products_save accepts images as products_get shows them", async () => {
  await runTool(shop, "products_save", { product: "robe", images: [{ url: "https://cdn.example.com/a.jpg" }] });
  const { images } = await runTool(shop, "products_get", { product: "robe" });

  const { text } = await call(shop, "products_save", { product: "robe", images });

  expect(text).toContain("Nothing differed");
});

test("menus_save accepts items as menus_get shows them", async () => {
  await runTool(shop, "menus_save", {
    handle: "footer",
    items: [{ title: "A", url: "/a", children: [{ title: "B" }] }],
  });
  const [menu] = (await runTool(shop, "menus_get", { handle: "footer" })).data;

  const { text } = await call(shop, "menus_save", { handle: "footer", items: menu.items });

  expect(text).toContain("Nothing differed");
});

test("a dry run names no number for a new order, and the restocked units for a return", async () => {
  const wanted = taken({ item: "R-M", quantity: 2 });
  const dry = await call(shop, "orders_create", { ...wanted, dry_run: true });
  const { order_number } = await runTool(shop, "orders_create", wanted);
  const stock_back = [{ product_name: "Robe", variant_title: "M", sku: "R-M", quantity: 2 }];

  expect(dry.text).not.toContain("ORD-");
  expect((await runTool(shop, "orders_cancel", { order: order_number, dry_run: true })).stock_back).toEqual(stock_back);
  expect((await runTool(shop, "orders_cancel", { order: order_number })).stock_back).toEqual(stock_back);
});

test("a search query may be a number", async () => {
  const own = await openShop();
  await runTool(own, "products_save", { name: "Stylo", price: 1, barcode: "6130001112223" });

  expect(await runTool(own, "products_search", { query: 6130001112223 })).toMatchObject({ total: 1 });
  expect(await runTool(own, "inventory_search", { query: 6130001112223 })).toMatchObject({ total: 1 });
});

test("the changes of a key are found by its visible prefix", async () => {
  const own = await openShop();
  await runTool(own, "store_update", { name: "Another name" });
  const key = own.secret_key.slice(0, 11);

  expect(await runTool(own, "changes_list", { actor: key })).toMatchObject({ total: 1 });
  expect(await runTool(own, "changes_list", { actor: key.replace(/[^_](?=_*$)/, "_") })).toMatchObject({ total: 0 });
});
