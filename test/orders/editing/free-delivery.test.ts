import { beforeEach, describe, expect, test } from "vitest";
import type { Shop } from "../../support/app.ts";
import { runTool } from "../../support/mcp-tasks.ts";
import { deliveringShop, expectInvariants, ordered, promote } from "../../support/selling.ts";

/** Free delivery, and a delivery that changes while the lines stay. Algiers is free from 20,000 on by its rate. */

let shop: Shop;
let order: string;

beforeEach(async () => {
  shop = await deliveringShop();
  const { id: product_id } = await shop.product({ sku: "RUG", price: 1_000_000, stock: 9 });
  await promote(shop, { title: "Free", code: null, discount_type: "free_shipping", discount_value: 0 });
  const placed = await ordered(shop, [{ product_id, quantity: 2 }], { customer_wilaya: "Alger" });
  expect(placed).toMatchObject({ shipping_cost: 0, applied_discounts: [], total: 20_000 });
  order = placed.order_number;
});

const change = (args: object) => runTool(shop, "orders_update", { order, ...args });
const FREE = { shipping_cost: 0, total: 20_000, applied: ["Free"] };

describe("a promotion with free delivery", () => {
  test("applies when the new wilaya has a cost", async () => {
    expect(await change({ customer_wilaya: "Oran" })).toMatchObject(FREE);
    expect(await change({ customer_wilaya: "Alger" })).toMatchObject({ shipping_cost: 0, total: 20_000, applied: [] });
    await expectInvariants(shop);
  });

  test("takes nothing off a cost that is set, and applies when the cost follows the rate again", async () => {
    await change({ customer_wilaya: "Oran" });
    expect(await change({ shipping_cost: 800 })).toMatchObject({ shipping_cost: 800, total: 20_800, applied: [] });
    expect(await change({ shipping_cost: null })).toMatchObject(FREE);
    await expectInvariants(shop);
  });
});
