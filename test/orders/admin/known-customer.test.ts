import { beforeEach, describe, expect, test } from "vitest";
import { saveShippingRates } from "../../../src/shipping/shipping.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { refused, runTool } from "../../support/mcp-tasks.ts";
import { expectInvariants } from "../../support/selling.ts";

let shop: Shop;
beforeEach(async () => {
  shop = await openShop();
  await shop.product({ slug: "rug", sku: "RUG", price: 200_000, stock: 10 });
  await shop.transact((db) =>
    saveShippingRates(db, [
      { region: "*", method: "home", price: 90_000, free_above: null },
      { region: "31", method: "desk", price: 45_000, free_above: null },
    ]),
  );
});

const items = [{ item: "RUG", quantity: 1 }];
const amina = { email: "amina@example.dz", full_name: "Amina Larbi", phone: "0661 22 33 44" };

describe("an order by phone", () => {
  test("of a known customer to a commune, by desk, takes one call", async () => {
    const { customer } = await runTool(shop, "customers_save", amina);

    const made = await runTool(shop, "orders_create", {
      items,
      customer: "0661223344",
      customer_commune: "Bir El Djir",
      delivery_method: "desk",
    });

    expect(made).toMatchObject({
      customer_name: "Amina Larbi",
      customer_phone: "+213661223344",
      wilaya_code: "31",
      delivery_method: "desk",
      shipping_cost: 450,
      total: 2450,
    });
    const order = await runTool(shop, "orders_get", { order: made.order_number, response_format: "detailed" });
    expect(order.customer_email).toBe("amina@example.dz");
    expect(customer === undefined || order.customer_id === customer.id).toBe(true);
    await expectInvariants(shop);
  });

  test("has the name and phone of the call rather than those of the account", async () => {
    await runTool(shop, "customers_save", amina);
    const given = { customer_name: "Nadia", customer_phone: "0770 00 00 01", customer_email: null };

    const made = await runTool(shop, "orders_create", { items, customer: amina.email, ...given });

    expect(made).toMatchObject({ customer_name: "Nadia", customer_phone: "+213770000001" });
    const order = await runTool(shop, "orders_get", { order: made.order_number, response_format: "detailed" });
    expect(order.customer_email).toBeNull();
  });

  test("is refused when neither the call nor the account has a name or a phone", async () => {
    await runTool(shop, "customers_save", { email: "b@example.dz", full_name: "B" });
    const paths = [];
    for (const args of [
      {},
      { customer_name: "C" },
      { customer_phone: "0550 12 34 56" },
      { customer: "b@example.dz" },
    ]) {
      const problem = await refused(shop, "orders_create", { items, ...args });
      paths.push([problem?.code, problem?.errors[0]?.path]);
    }
    expect(paths).toEqual([
      ["invalid_value", "customer_name"],
      ["invalid_value", "customer_phone"],
      ["invalid_value", "customer_name"],
      ["invalid_value", "customer_phone"],
    ]);
  });
});
