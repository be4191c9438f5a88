import { beforeAll, describe, expect, test } from "vitest";
import { type Json, openShop, type Shop } from "../support/app.ts";
import { runTool } from "../support/mcp-tasks.ts";
import { call } from "../support/operations.ts";
import { ordered } from "../support/selling.ts";

/** A thing that a call leaves unchanged keeps its `updated_at`, so that clients need not read it again. */

let shop: Shop;
let number: string;
beforeAll(async () => {
  shop = await openShop();
  await runTool(shop, "products_save", { name: "Tapis", price: 20, status: "active", inventory_quantity: 5 });
  await runTool(shop, "categories_save", { name: "Maison", description: "Pour la maison" });
  await runTool(shop, "collections_save", { title: "Ete", products: ["tapis"] });
  await runTool(shop, "content_save", { kind: "page", title: "Retours", slug: "retours", is_published: true });
  await runTool(shop, "customers_save", { full_name: "Lina", email: "lina@example.dz", phone: "0550123456" });
  await runTool(shop, "menus_save", { handle: "main", title: "Menu", items: [{ title: "A", url: "/a" }] });
  await runTool(shop, "promotions_save", {
    title: "Dix",
    code: "DIX",
    discount_type: "percentage",
    discount_value: 10,
  });
  const product = await runTool(shop, "products_get", { product: "tapis" });
  number = (await ordered(shop, [{ product_id: product.id, quantity: 1 }])).order_number;
});

/** A tool that shows a thing, and a call that sets fields of that thing to the values they have. */
// biome-ignore format: a table
const IDLE: [show: [string, object], change: [string, object | (() => object)]][] = [
  [["store_get", {}], ["store_update", { name: "Test shop" }]],
  [["menus_get", { handle: "main" }], ["menus_save", { handle: "main", items: [{ title: "A", url: "/a" }] }]],
  [["categories_list", { response_format: "detailed" }], ["categories_save", { category: "maison", name: "Maison", description: "Pour la maison" }]],
  [["collections_search", { response_format: "detailed" }], ["collections_save", { collection: "ete", title: "Ete", products: ["tapis"] }]],
  [["collections_search", { response_format: "detailed" }], ["collections_save", { collection: "ete", add_products: ["tapis"] }]],
  [["products_get", { product: "tapis" }], ["products_save", { product: "tapis", price: 20 }]],
  [["products_get", { product: "tapis" }], ["collections_save", { collection: "ete", products: ["tapis"] }]],
  [["content_get", { kind: "page", slug: "retours" }], ["content_save", { kind: "page", slug: "retours", is_published: true }]],
  [["customers_get", { customer: "lina@example.dz" }], ["customers_save", { customer: "lina@example.dz", phone: "0550 12 34 56" }]],
  [["promotions_search", { response_format: "detailed" }], ["promotions_save", { promotion: "DIX", discount_value: 10 }]],
  [["promotions_search", { response_format: "detailed" }], ["promotions_save", { promotion: "DIX", is_active: true }]],
  [["orders_search", { response_format: "detailed" }], ["orders_update", () => ({ order: number, tracking_number: null, customer_name: "Karim Benali" })]],
];

const stampsIn = (shown: Json): string[] =>
  [...JSON.stringify(shown).matchAll(/"updated_at":"[^"]+"/g)].map(([stamp]) => stamp);

describe("a call that changes nothing", () => {
  test.each(IDLE)("leaves the answer of %j unchanged: %j", async ([show, args], [change, said]) => {
    const before = await runTool(shop, show, args);

    const { text, problem } = await call(shop, change, typeof said === "function" ? said() : said);

    expect(problem).toBeUndefined();
    expect(text).toContain("Nothing differed from what was there.");
    expect(stampsIn(before).length).toBeGreaterThan(0);
    expect(await runTool(shop, show, args)).toEqual(before);
  });

  test("differs from one that changes a collection's products, which changes updated_at", async () => {
    const [before] = (await runTool(shop, "collections_search", { response_format: "detailed" })).data;
    await runTool(shop, "collections_save", { collection: "ete", remove_products: ["tapis"] });
    const [after] = (await runTool(shop, "collections_search", { response_format: "detailed" })).data;

    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
  });
});
