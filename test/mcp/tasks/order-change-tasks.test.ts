import { expect, test } from "vitest";
import { saveShippingRates } from "../../../src/shipping/shipping.ts";
import { openShop } from "../../support/app.ts";
import { runTool, seen } from "../../support/mcp-tasks.ts";
import { expectInvariants } from "../../support/selling.ts";

test("a merchant takes a phone order of a known customer to a commune, by desk (1 call), and changes its quantity and address (1)", async () => {
  const shop = await openShop();
  await shop.product({ slug: "rug", sku: "RUG", price: 200_000, stock: 10 });
  await shop.transact((db) =>
    saveShippingRates(db, [
      { region: "*", method: "home", price: 90_000, free_above: null },
      { region: "31", method: "desk", price: 45_000, free_above: null },
      { region: "16", method: "desk", price: 30_000, free_above: null },
    ]),
  );
  await runTool(shop, "customers_save", {
    email: "amina@example.dz",
    full_name: "Amina Larbi",
    phone: "0661 22 33 44",
  });

  const { order_number: order } = await runTool(shop, "orders_create", {
    customer: "0661 22 33 44",
    items: [{ item: "RUG", quantity: 1 }],
    customer_commune: "Bir El Djir",
    delivery_method: "desk",
  });
  expect(await seen(shop, `/orders/track/${order}`)).toMatchObject({
    shipping_cost: 450,
    total: 2450,
    wilaya_code: "31",
  });
  await runTool(shop, "orders_update", {
    order,
    items: [{ line: "RUG", quantity: 3 }],
    customer_wilaya: "Alger",
    customer_commune: "Hydra",
    shipping_address: { line1: "12 rue des Pins" },
  });

  expect(await seen(shop, `/orders/track/${order}`)).toMatchObject({
    items_count: 3,
    subtotal: 6000,
    shipping_cost: 300,
    total: 6300,
    wilaya_code: "16",
    delivery_method: "desk",
  });
  expect((await seen(shop, "/products/rug")).inventory_quantity).toBe(7);
  await expectInvariants(shop);
});
