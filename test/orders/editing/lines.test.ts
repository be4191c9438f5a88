import { beforeEach, describe, expect, test } from "vitest";
import { saveShippingRates } from "../../../src/shipping/shipping.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { refused, runTool, seen } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { expectInvariants, ordered, stockOf } from "../../support/selling.ts";

let shop: Shop;
let rug: { id: string };
let vase: { id: string };
beforeEach(async () => {
  shop = await openShop();
  rug = await shop.product({ slug: "rug", sku: "RUG", price: 200_000, stock: 10 });
  vase = await shop.product({ slug: "vase", sku: "VASE", price: 50_000, stock: 5 });
});

const buy = (given: object = {}, quantity = 2) => ordered(shop, [{ product_id: rug.id, quantity }], given);
const update = (order: string, items: object[], more: object = {}) =>
  runTool(shop, "orders_update", { order, items, ...more });
const detailed = (order: string) => runTool(shop, "orders_get", { order, response_format: "detailed" });
const linesOf = (order: { items: { sku: string; quantity: number; subtotal: number }[] }) =>
  order.items.map(({ sku, quantity, subtotal }) => [sku, quantity, subtotal]);

describe("the lines of an order", () => {
  test("change in quantity, are added and removed; stock and history follow", async () => {
    const { order_number: order } = await buy();

    const more = await update(order, [{ line: "RUG", quantity: 5 }]);
    expect([linesOf(more), more.total]).toEqual([[["RUG", 5, 10_000]], 10_000]);
    expect(await stockOf(shop, rug.id)).toBe(5);
    const added = await update(order, [{ item: "VASE", quantity: 2 }]);
    expect(linesOf(added)).toEqual([
      ["RUG", 5, 10_000],
      ["VASE", 2, 1000],
    ]);
    const removed = await update(order, [{ line: "RUG", quantity: 0 }]);
    expect([linesOf(removed), removed.total]).toEqual([[["VASE", 2, 1000]], 1000]);
    expect(await stockOf(shop, rug.id)).toBe(10);
    expect(await stockOf(shop, vase.id)).toBe(3);
    const { history } = await detailed(order);
    expect(history.map(({ changes }: { changes: string[] }) => changes)).toEqual([
      null,
      ["RUG: 2 → 5", "total: 4000 → 10000"],
      ["added 2 x VASE at 500", "total: 10000 → 11000"],
      ["removed 5 x RUG", "total: 11000 → 1000"],
    ]);
    const tracked = await seen(shop, `/orders/track/${order}`);
    expect([tracked.history.length, tracked.items_count, tracked.subtotal]).toEqual([1, 2, 1000]);
    await expectInvariants(shop);
  });

  test("a line keeps its price, what is added has today's", async () => {
    const { order_number: order } = await buy();
    await runTool(shop, "products_save", { product: "rug", price: 3000 });

    const changed = await update(order, [
      { line: "RUG", quantity: 3 },
      { item: "RUG", quantity: 1 },
    ]);

    expect(linesOf(changed)).toEqual([
      ["RUG", 3, 6000],
      ["RUG", 1, 3000],
    ]);
    const problem = await refused(shop, "orders_update", { order, items: [{ line: "RUG", quantity: 1 }] });
    expect(problem).toMatchObject({ code: "invalid_value", errors: [{ path: "items.0.line" }] });
    expect(problem?.detail).toContain("name one by its id");
    await expectInvariants(shop);
  });

  test("a variant is swapped for another in place", async () => {
    const shirt = await shop.product({
      slug: "shirt",
      options: [{ name: "Taille", values: ["M", "L"] }],
      variants: [
        { sku: "S-M", price: 100_000, inventory_quantity: 1, option_values: { Taille: "M" } },
        { sku: "S-L", price: 120_000, inventory_quantity: 1, option_values: { Taille: "L" } },
      ],
    });
    const { id } = (await seen(shop, "/products/shirt")).variants.find(({ sku }: { sku: string }) => sku === "S-M");
    const { order_number: order } = await ordered(shop, [{ product_id: shirt.id, variant_id: id, quantity: 1 }]);

    const swapped = await update(order, [{ line: "S-M", item: "S-L" }]);

    expect([linesOf(swapped), swapped.total]).toEqual([[["S-L", 1, 1200]], 1200]);
    const { variants } = await seen(shop, "/products/shirt");
    expect(variants.map(({ inventory_quantity }: { inventory_quantity: number }) => inventory_quantity)).toEqual([
      1, 0,
    ]);
    await expectInvariants(shop);
  });

  test("a price may be said with catalog:write only", async () => {
    const { order_number: order } = await buy();
    const agent = await shop.createKey({ kind: "secret", name: "Phone", scopes: ["orders:write", "customers:read"] });

    const items = [{ line: "RUG", price: 1500 }];
    expect(await refused(shop, "orders_update", { order, items }, agent.key)).toMatchObject({
      code: "insufficient_scope",
    });
    expect(
      await runTool(shop, "orders_update", { order, items: [{ line: "RUG", quantity: 1 }] }, agent.key),
    ).toMatchObject({ total: 2000 });
    expect(await update(order, items)).toMatchObject({ total: 1500 });
    expect((await detailed(order)).history.at(-1).changes).toEqual(["price of RUG: 2000 → 1500", "total: 2000 → 1500"]);
    await expectInvariants(shop);
  });

  test("the dry run shows the difference and changes nothing; the change cannot be undone, and says so", async () => {
    const { order_number: order } = await buy();
    const before = await detailed(order);
    const items = [{ line: "RUG", quantity: 4 }];

    const dry = await call(shop, "orders_update", { order, items, dry_run: true });

    expect(dry.data.not_undoable).toContain("orders_update");
    expect(dry.data.changes[0]).toMatchObject({ before: { total: 4000 }, after: { total: 8000, subtotal: 8000 } });
    expect(await detailed(order)).toEqual(before);
    expect(await stockOf(shop, rug.id)).toBe(8);
    const { change_id } = await update(order, items);
    expect(await refused(shop, "changes_undo", { changes: [change_id] })).toMatchObject({ code: "not_undoable" });
  });

  test.each([
    [[{}], "invalid_value"],
    [[{ line: "RUG" }], "invalid_value"],
    [[{ line: "CUP", quantity: 1 }], "invalid_value"],
    [[{ line: "RUG", quantity: 0 }], "cart_empty"],
    [[{ line: "RUG", item: "RUG" }], "invalid_value"],
    [[{ item: "CUP" }], "variant_not_found"],
    [[{ item: "VASE", quantity: 0 }], "invalid_value"],
    [[{ line: "RUG", quantity: 11 }], "insufficient_stock"],
    [[{ item: "VASE", quantity: 6 }], "insufficient_stock"],
    [[{ line: "RUG", price: 0.001 }], "invalid_value"],
    [[{ item: "draft" }], "invalid_value"],
    [
      [
        { line: "RUG", quantity: 1 },
        { item: "VASE", quantity: 6 },
      ],
      "insufficient_stock",
    ],
  ])("%j is refused with %s, and nothing changes", async (items, code) => {
    await shop.product({ slug: "draft", status: "draft" });
    const { order_number: order } = await buy();
    const before = await detailed(order);

    expect(await refused(shop, "orders_update", { order, items })).toMatchObject({ code });

    expect(await detailed(order)).toEqual(before);
    await expectInvariants(shop);
  });

  test("what is sold out is refused in words of its own", async () => {
    const { order_number: order } = await buy();
    await runTool(shop, "inventory_adjust", { changes: [{ variant: "VASE", to: 0 }] });

    expect(await refused(shop, "orders_update", { order, items: [{ item: "VASE", quantity: 1 }] })).toMatchObject({
      code: "insufficient_stock",
      detail: expect.stringMatching(/^"[^"]+" is sold out\.$/),
    });
  });

  test("what is given back can be taken for another line in the same call", async () => {
    const { order_number: order } = await buy({}, 10);
    await runTool(shop, "products_save", { product: "rug", price: 3000 });

    const changed = await update(order, [
      { line: "RUG", quantity: 4 },
      { item: "RUG", quantity: 6 },
    ]);

    expect(changed.total).toBe(4 * 2000 + 6 * 3000);
    expect(await stockOf(shop, rug.id)).toBe(0);
    await expectInvariants(shop);
  });

  test("do not change after shipping, and not to another total once paid", async () => {
    const { order_number: order } = await buy();
    await runTool(shop, "orders_set_payment_status", { order, payment_status: "paid" });
    expect(await refused(shop, "orders_update", { order, items: [{ line: "RUG", quantity: 1 }] })).toMatchObject({
      code: "invalid_value",
      errors: [{ path: "items" }],
    });
    await runTool(shop, "orders_confirm", { order });
    await runTool(shop, "orders_ship", { order });
    expect(await refused(shop, "orders_update", { order, items: [{ line: "RUG", quantity: 1 }] })).toMatchObject({
      code: "illegal_order_move",
    });
    await expectInvariants(shop);
  });

  test("a cancelled order gives back what it has then", async () => {
    const { order_number: order } = await buy();
    await update(order, [{ line: "RUG", quantity: 5 }, { item: "VASE" }]);
    await update(order, [{ line: "VASE", quantity: 0 }]);

    await runTool(shop, "orders_cancel", { order });

    expect([await stockOf(shop, rug.id), await stockOf(shop, vase.id)]).toEqual([10, 5]);
    await expectInvariants(shop);
  });
});

describe("after a change of the lines", () => {
  test("delivery follows the subtotal until it is set", async () => {
    await shop.transact((db) =>
      saveShippingRates(db, [{ region: "*", method: "home", price: 60_000, free_above: 500_000 }]),
    );
    const { order_number: order } = await buy();
    expect(await update(order, [{ line: "RUG", quantity: 3 }])).toMatchObject({ shipping_cost: 0, total: 6000 });
    expect(await update(order, [{ line: "RUG", quantity: 1 }])).toMatchObject({ shipping_cost: 600, total: 2600 });
    expect(await update(order, [{ line: "RUG", quantity: 3 }], { shipping_cost: 100 })).toMatchObject({ total: 6100 });
    expect(await update(order, [{ line: "RUG", quantity: 1 }])).toMatchObject({ shipping_cost: 100, total: 2100 });
  });

  test("the total of a cash order is rounded again, and the storefront shows the sum", async () => {
    await runTool(shop, "store_update", { cash_rounding: 50 });
    await shop.product({ slug: "cup", sku: "CUP", price: 33_333 });
    const { order_number: order } = await buy();

    expect(await update(order, [{ item: "CUP" }])).toMatchObject({ subtotal: 4333.33, rounding: 16.67, total: 4350 });
    const { subtotal, rounding, total } = await seen(shop, `/orders/track/${order}`);
    expect([subtotal, rounding, total]).toEqual([4333.33, 16.67, 4350]);
    await expectInvariants(shop);
  });
});
