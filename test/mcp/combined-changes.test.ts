import { expect, test } from "vitest";
import { withUpdatedAt } from "../../src/core/changes.ts";
import { openShop, type Shop } from "../support/app.ts";
import { runConfirmedTool } from "../support/mcp-tasks.ts";
import { call } from "../support/operations.ts";
import { BUYER, cartWith, expectInvariants, order } from "../support/selling.ts";

/** What is said in one call must fit together: nothing is lost by one part of it undoing another. */

const done = async (shop: Shop, tool: string, args: object) => {
  const { problem, data } = await call(shop, tool, args);
  expect(problem, JSON.stringify(problem)).toBeUndefined();
  return data;
};
const fault = async (shop: Shop, args: object): Promise<string | undefined> =>
  (await call(shop, "products_save", { product: "robe", ...args })).problem?.errors[0]?.path;
const size = (value: string) => ({ option_values: { T: value } });
const stockOfRobe = async (shop: Shop) => {
  const { variants } = await done(shop, "products_get", { product: "robe" });
  return variants.map((one: Record<string, unknown>) => [one.title, one.sku, one.inventory_quantity]);
};

/** A dress in two sizes. */
async function robe(): Promise<Shop> {
  const shop = await openShop();
  await done(shop, "products_save", {
    name: "Robe",
    price: 20,
    status: "active",
    variants: [
      { ...size("S"), sku: "RS", inventory_quantity: 5 },
      { ...size("M"), sku: "RM", inventory_quantity: 6 },
    ],
  });
  return shop;
}

test("a removed variant does not come back empty in the same call", async () => {
  const shop = await robe();

  expect(await fault(shop, { options: [{ name: "T", values: ["S", "M"] }], remove_variants: ["RM"] })).toBe(
    "options.0.values",
  );
  expect(await fault(shop, { remove_variants: ["S"], variants: [{ ...size("S"), price: 12 }] })).toBe("variants.0");
  expect(await stockOfRobe(shop)).toEqual([
    ["S", "RS", 5],
    ["M", "RM", 6],
  ]);
  await done(shop, "products_save", { product: "robe", remove_variants: ["RM"] });
  expect(await stockOfRobe(shop)).toEqual([["S", "RS", 5]]);
  await expectInvariants(shop);
});

test("a simple product's variant keeps its stock and SKU when it gets options, and new variants get neither", async () => {
  const shop = await openShop();
  await done(shop, "products_save", { name: "Robe", price: 20, sku: "R", inventory_quantity: 7 });
  const { variants } = await done(shop, "products_get", { product: "robe" });
  const [{ id }] = variants;
  const options = [{ name: "T", values: ["S", "M"] }];

  expect(await fault(shop, { options, remove_variants: ["Nonsense"] })).toBe("remove_variants");
  expect(await fault(shop, { options, sku: "B2" })).toBe("sku");
  expect(await fault(shop, { options, inventory_quantity: 99 })).toBe("inventory_quantity");
  const said = [
    { id, ...size("S"), inventory_quantity: 3 },
    { ...size("M"), inventory_quantity: 2 },
  ];
  expect(await fault(shop, { variants: said })).toBe("variants.0.inventory_quantity");
  expect(
    await fault(shop, {
      variants: [
        { id, ...size("S") },
        { id, ...size("M") },
      ],
    }),
  ).toBe("variants.1");
  expect(await fault(shop, { options })).toBe("variants");
  await done(shop, "products_save", { product: "robe", options, variants: [{ id, ...size("S") }, size("M")] });
  expect(await stockOfRobe(shop)).toEqual([
    ["S", "R", 7],
    ["M", null, 0],
  ]);
  await expectInvariants(shop);
});

test("top-level fields of one variant do not apply to the next one", async () => {
  const shop = await robe();
  await done(shop, "products_save", { product: "robe", remove_variants: ["M"] });

  const options = [{ name: "T", values: ["S", "XL"] }];
  await done(shop, "products_save", { product: "robe", sku: "ZZ", price: 25, options });

  expect(await stockOfRobe(shop)).toEqual([
    ["S", "ZZ", 5],
    ["XL", null, 0],
  ]);
  await expectInvariants(shop);
});

test("compare_at_price is checked against each variant's own price, and cleared when the price passes it", async () => {
  const shop = await robe();

  const own = [
    { ...size("S"), price: 15 },
    { ...size("M"), price: 16 },
  ];
  await done(shop, "products_save", { product: "robe", compare_at_price: 19, variants: own });
  expect((await shop.get("/products/robe")).body.variants).toMatchObject([
    { price: 15, compare_at_price: 19 },
    { price: 16, compare_at_price: 19 },
  ]);
  for (const compare_at_price of [15.5, 16]) expect(await fault(shop, { compare_at_price })).toBe("compare_at_price");
  await done(shop, "prices_bulk_update", { products: ["robe"], percent: 20 });
  expect((await shop.get("/products/robe")).body.variants).toMatchObject([
    { price: 18, compare_at_price: 19 },
    { price: 19.2, compare_at_price: null },
  ]);
});

test("adding products to a collection changes their updated_at too", async () => {
  const shop = await robe();
  const { updated_at } = await done(shop, "products_get", { product: "robe" });
  const stale = { product: "robe", collections: [], expected_updated_at: updated_at };

  await done(shop, "collections_save", { title: "Fêtes", add_products: ["robe"] });
  const { problem } = await call(shop, "products_save", stale);

  expect(problem?.code).toBe("stale");
  expect((await shop.get("/collections/fetes")).body.products).toHaveLength(1);
});

test("a menu deleted since it was read is not created again", async () => {
  const shop = await openShop();
  const menu = { handle: "footer", title: "Footer" };
  const { updated_at } = await done(shop, "menus_save", menu);
  await runConfirmedTool(shop, "content_delete", { kind: "menu", slug: "footer" });

  const { problem } = await call(shop, "menus_save", { ...menu, expected_updated_at: updated_at });

  expect(problem?.code).toBe("menu_not_found");
  expect((await shop.get("/menus/footer")).status).toBe(404);
});

test("an erased customer's order can still be changed", async () => {
  const shop = await openShop();
  const { id: product_id } = await shop.product();
  const person = { email: "lynda@example.dz", password: "long enough", full_name: "Lynda" };
  const { body } = await shop.post("/auth/signup", person);
  const cart = await cartWith(shop, { product_id, quantity: 1 });
  const placed = await order(shop, cart, BUYER, { authorization: `Bearer ${body.token}` });
  await runConfirmedTool(shop, "customers_erase", { customer: person.email });

  const wanted = { order: placed.body.order_number, delivery_method: "desk", customer_notes: "Au bureau" };
  await done(shop, "orders_update", wanted);

  expect((await shop.get(`/orders/track/${wanted.order}`)).body.delivery_method).toBe("desk");
});

test("a cursor with a day that no calendar has is refused", async () => {
  const shop = await robe();
  const { data } = await call(shop, "products_get", { product: "robe" });
  const cursor = Buffer.from(`2026-02-30T00:00:00.000Z ${data.id}`).toString("base64url");

  const { problem } = await call(shop, "products_search", { cursor });

  expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "cursor" }] });
});

test("two changes in one millisecond get two updated_at, in their order", () => {
  const [now, later] = ["2026-11-21T09:00:00.000Z", "2026-11-21T09:00:00.001Z"];
  const stampOf = (at: string, before: string | undefined) =>
    withUpdatedAt(at, before ? { updated_at: before, name: "A" } : null, { updated_at: "", name: "B" }).updated_at;

  expect(stampOf(now, undefined)).toBe(now);
  expect(stampOf(now, now)).toBe(later);
  expect(stampOf(now, later)).toBe("2026-11-21T09:00:00.002Z");
  expect(stampOf(later, now)).toBe(later);
});
