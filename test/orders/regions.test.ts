import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "../../src/db/sql.ts";
import { openShop, type Shop } from "../support/app.ts";
import { refused, runConfirmedTool, runTool } from "../support/mcp-tasks.ts";
import { call } from "../support/operations.ts";
import { report } from "../support/sales-history.ts";
import { deliveringShop, ordered } from "../support/selling.ts";

/** The wilaya of an order: when it changes, and how merchants search orders by it. */

let shop: Shop;
let product_id: string;
beforeAll(async () => {
  shop = await deliveringShop(); // delivery costs 400 to Alger, 800 to all other wilayas
  product_id = (await shop.product({ price: 100_000, stock: 1000 })).id;
});

const placeOrder = (given: object) => ordered(shop, [{ product_id, quantity: 1 }], given);
const wilayaOf = async (order: string) =>
  (await runTool(shop, "orders_get", { order, response_format: "detailed" })).wilaya_code;

describe("the wilaya of an order", () => {
  test("does not change when the order is shipped after its customer was erased, and the report still counts it", async () => {
    const own = await deliveringShop();
    const { id } = await own.product();
    const guest = { customer_phone: "0661 22 33 44", customer_commune: "Hydra" };
    const { order_number: order } = await ordered(own, [{ product_id: id, quantity: 1 }], guest);
    await runConfirmedTool(own, "customers_erase", { customer: guest.customer_phone });
    await runTool(own, "orders_update", { order, delivery_method: "home" });
    await runTool(own, "orders_confirm", { order });

    await runTool(own, "orders_ship", { order, carrier: "Yalidine" });

    const detailed = await runTool(own, "orders_get", { order, response_format: "detailed" });
    expect(detailed).toMatchObject({ customer_commune: null, wilaya_code: "16", carrier: "Yalidine" });
    const { data } = await report(own, "wilayas");
    expect(data.data).toMatchObject([{ wilaya_code: "16", orders: 1 }]);
  });

  test("is derived only when a wilaya or commune is set, not when other fields are set", async () => {
    const { order_number: order } = await placeOrder({ customer_wilaya: "Atlantis", customer_commune: "Hydra" });
    await shop.transact((db) =>
      db.run(sql`update orders set wilaya_code = null where site_id = ${db.siteId} and order_number = ${order}`),
    );

    await runTool(shop, "orders_update", { order, tracking_number: "YAL-1", customer_name: "Karim B." });
    expect(await wilayaOf(order)).toBeNull();
    await runTool(shop, "orders_update", { order, customer_commune: "Hydra" });
    expect(await wilayaOf(order)).toBe("16");
  });
});

describe("a change of the commune", () => {
  test("returns the delivery rate of the new wilaya", async () => {
    const { order_number: order } = await placeOrder({ customer_commune: "Hydra" });

    const moved = await call(shop, "orders_update", { order, customer_commune: "Bir El Djir" });

    expect(moved.text).toMatch(/The total was \d+ and is \d+ DZD\.$/);
    expect(moved.data).toMatchObject({ shipping_cost: 800, delivery_rate: 800 });
    expect(await wilayaOf(order)).toBe("31");
  });

  test.each(["El Marsa", "Poseidonis"])("to %s returns a hint that its wilaya is unknown", async (customer_commune) => {
    const { order_number: order } = await placeOrder({ customer_commune: "Hydra" });

    const { text, data } = await call(shop, "orders_update", { order, customer_commune });

    expect(text).toContain("The commune's wilaya is not known");
    expect(data).toMatchObject({ shipping_cost: 800, delivery_rate: 800 });
    expect((await call(shop, "orders_update", { order, carrier: "Yalidine" })).text).toBe(`Changed ${order}.`);
  });
});

describe("a search for orders by a region that is not a wilaya", () => {
  const findOrders = async (args: object, of = shop): Promise<string[]> =>
    (await runTool(of, "orders_search", args)).data.map(({ order_number }: { order_number: string }) => order_number);

  test.each([
    ["Lemuria", /is not a wilaya, and no wilaya's name is close to it/],
    ["Algre", /the closest are 16 \(Alger\)/],
    ["70", /is not a wilaya/],
    ["Tafraoui", /the closest are 31 \(Oran\)/],
  ])("refuses %s, which no order has, and returns the closest names", async (wilaya, message) => {
    expect(await refused(shop, "orders_search", { wilaya })).toMatchObject({
      code: "invalid_value",
      errors: [{ path: "wilaya", message: expect.stringMatching(message) }],
      allowed: expect.arrayContaining(["1 to 69"]),
    });
  });

  test("finds the orders with this text as region or commune, also combined with other filters", async () => {
    const region = await placeOrder({ customer_wilaya: "Bab Ezzouar" });
    const commune = await placeOrder({ customer_wilaya: "16", customer_commune: "BAB EZZOUAR" });

    const both = [commune.order_number, region.order_number];
    expect(await findOrders({ wilaya: "bab ezzouar" })).toEqual(both);
    expect(await findOrders({ wilaya: " Bab Ezzouar " })).toEqual(both);
    expect(await findOrders({ wilaya: "Bab Ezzouar", status: "shipped" })).toEqual([]);
    expect(await findOrders({ wilaya: "Oran", status: "returned" })).toEqual([]);
  });

  test("outside Algeria returns an empty list", async () => {
    const abroad = await openShop({ currency: "EUR", country: "FR" });
    expect(await findOrders({ wilaya: "Atlantis" }, abroad)).toEqual([]);
  });
});
