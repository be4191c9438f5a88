import { beforeAll, describe, expect, test } from "vitest";
import { openShop, type Shop } from "../support/app.ts";
import { refused, runTool } from "../support/mcp-tasks.ts";
import { call } from "../support/operations.ts";
import { deliveringShop, ordered } from "../support/selling.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await deliveringShop(); // delivery costs 400 to Alger, 800 to all other wilayas
  await shop.product({ slug: "vase", sku: "VASE", price: 100_000, stock: 1000 });
});

describe("the wilaya of a storefront order", () => {
  test.each([
    ["is derived from the commune without a wilaya", { customer_commune: "Hydra" }, 400, "16"],
    ["is derived from the commune's Arabic name", { customer_commune: "حيدرة" }, 400, "16"],
    ["is derived from another spelling of the commune", { customer_commune: "BAB-EZZOUAR" }, 400, "16"],
    ["is derived from the commune in the field of the wilaya", { customer_wilaya: "Bab Ezzouar" }, 400, "16"],
    [
      "is derived from the commune and an unknown wilaya",
      { customer_wilaya: "Atlantis", customer_commune: "Hydra" },
      400,
      "16",
    ],
    [
      "is derived from the wilaya, which takes precedence over the commune",
      { customer_wilaya: "Oran", customer_commune: "Hydra" },
      800,
      "31",
    ],
    ["is unknown for a commune name in three wilayas", { customer_commune: "El Marsa" }, 800, null],
    ["is unknown for that name in the field of the wilaya", { customer_wilaya: "المرسى" }, 800, null],
    [
      "is derived from the wilaya for a commune name in three wilayas",
      { customer_wilaya: "16", customer_commune: "El Marsa" },
      400,
      "16",
    ],
    ["is unknown for unknown names", { customer_wilaya: "Atlantis", customer_commune: "Poseidonis" }, 800, null],
  ])("%s", async (_, given, cost, code) => {
    const { body } = await shop.get("/products/vase");
    const placed = await ordered(shop, [{ product_id: body.id, quantity: 1 }], given);

    expect(placed).toMatchObject({ shipping_cost: cost, wilaya_code: code, customer_wilaya: null, ...given });
  });
});

describe("the region that a merchant enters", () => {
  const orderArgs = (given: object) => ({
    customer_name: "Karim",
    customer_phone: "0550123456",
    items: [{ item: "VASE", quantity: 1 }],
    ...given,
  });

  test.each([
    ["Atlantis", /is not a wilaya, and no wilaya's name is close to it/],
    ["Algre", /the closest are 16 \(Alger\)/],
    ["El Marsa", /the closest are 2 \(Chlef\), 16 \(Alger\), 21 \(Skikda\)/],
    ["70", /is not a wilaya/],
  ])("is refused for %s with the closest names, in new and changed orders", async (customer_wilaya, message) => {
    const errors = [{ path: "customer_wilaya", message: expect.stringMatching(message) }];
    expect(await refused(shop, "orders_create", orderArgs({ customer_wilaya }))).toMatchObject({
      code: "invalid_value",
      errors,
      allowed: expect.arrayContaining(["1 to 69"]),
    });
    const { order_number: order } = await runTool(shop, "orders_create", orderArgs({ customer_wilaya: "Oran" }));
    expect(await refused(shop, "orders_update", { order, customer_wilaya })).toMatchObject({ errors });
    expect(await runTool(shop, "orders_get", { order })).toMatchObject({ customer_wilaya: "Oran" });
  });

  test("may be a commune, and the shopper's text may be kept", async () => {
    const placed = await call(shop, "orders_create", orderArgs({ customer_wilaya: "حيدرة" }));
    expect(placed.data).toMatchObject({ shipping_cost: 400, customer_wilaya: "حيدرة" });
    const elsewhere = await call(shop, "orders_create", orderArgs({ customer_commune: "Poseidonis" }));
    expect(elsewhere.text).toContain("The commune's wilaya is not known");

    const { body } = await shop.get("/products/vase");
    const wilaya = { customer_wilaya: "Atlantis" };
    const { order_number: order } = await ordered(shop, [{ product_id: body.id, quantity: 1 }], wilaya);
    expect(await runTool(shop, "orders_update", { order, ...wilaya, carrier: "Yalidine" })).toMatchObject(wilaya);
  });

  test("may not be a commune in a shipping rate; the refusal contains its wilaya", async () => {
    const rates = [{ region: "Hydra", method: "home", price: 300 }];
    expect((await refused(shop, "shipping_rates_set", { rates }))?.detail).toContain("the closest are 16 (Alger)");
    expect((await refused(shop, "shipping_rates_list", { region: "Atlantis" }))?.code).toBe("invalid_value");
  });

  test("may be any text outside Algeria", async () => {
    const abroad = await openShop({ currency: "EUR", country: "FR" });
    await abroad.product({ sku: "VASE" });
    const given = orderArgs({ customer_wilaya: "Atlantis", customer_phone: "06 12 34 56 78" });
    expect(await runTool(abroad, "orders_create", given)).toMatchObject({ customer_wilaya: "Atlantis" });
  });
});
