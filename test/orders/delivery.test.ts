import { beforeAll, describe, expect, test } from "vitest";
import { saveShippingRates } from "../../src/shipping/shipping.ts";
import { openShop, type Shop } from "../support/app.ts";
import { deliveringShop, ordered } from "../support/selling.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await deliveringShop();
});

describe("delivery", () => {
  test("lists the rates before the order", async () => {
    const { status, body, headers } = await shop.get("/shipping-rates");

    expect(status).toBe(200);
    expect(body.data).toEqual([
      { region: "16", name_fr: "Alger", name_ar: "الجزائر", method: "home", price: 400, free_above: 20_000 },
      { region: "*", name_fr: null, name_ar: null, method: "home", price: 800, free_above: null },
      { region: "*", name_fr: null, name_ar: null, method: "desk", price: 500, free_above: null },
    ]);
    expect(body.pagination).toEqual({ total: 3, limit: 250, offset: 0, has_more: false });
    expect(headers.etag).toBeDefined();
    expect((await (await openShop()).get("/shipping-rates")).body.data).toEqual([]);
  });

  test.each([
    [{ customer_wilaya: "16" }, 400, "16"],
    [{ customer_wilaya: "الجزائر" }, 400, "16"],
    [{ customer_wilaya: "ALGER" }, 400, "16"],
    [{ customer_wilaya: "Oran" }, 800, "31"],
    [{ customer_wilaya: "Atlantis" }, 800, null],
    [{}, 800, null],
    [{ shipping_address: { method: "desk" } }, 500, null],
    [{ customer_wilaya: "16", shipping_address: { method: "desk" } }, 500, "16"],
  ])("for %j costs %d and has the wilaya code %s", async (given, cost, code) => {
    const { id: product_id } = await shop.product({ price: 100_000 });
    const placed = await ordered(shop, [{ product_id, quantity: 1 }], given);

    expect(placed).toMatchObject({ shipping_cost: cost, total: 1000 + cost, wilaya_code: code });
    expect(placed.customer_wilaya).toBe((given as { customer_wilaya?: string }).customer_wilaya ?? null);
    expect(placed.delivery_method).toBe(
      (given as { shipping_address?: { method: string } }).shipping_address?.method ?? "home",
    );
  });

  test("is free when the subtotal reaches the rate's free_above", async () => {
    const { id: product_id } = await shop.product({ price: 1_000_000, stock: 20 });
    const to16 = { customer_wilaya: "16" };

    expect(await ordered(shop, [{ product_id, quantity: 1 }], to16)).toMatchObject({ shipping_cost: 400 });
    expect(await ordered(shop, [{ product_id, quantity: 2 }], to16)).toMatchObject({ shipping_cost: 0, total: 20_000 });
    expect(await ordered(shop, [{ product_id, quantity: 2 }])).toMatchObject({ shipping_cost: 800 });
  });

  test("outside Algeria uses regions as customers write them", async () => {
    const abroad = await openShop({ currency: "EUR", country: "FR" });
    await abroad.transact((db) =>
      saveShippingRates(db, [
        { region: "*", method: "home", price: 990, free_above: null },
        { region: "Île-de-France", method: "home", price: 490, free_above: null },
      ]),
    );
    const { id: product_id } = await abroad.product({ price: 1999 });
    const buy = (customer_wilaya: string) =>
      ordered(abroad, [{ product_id, quantity: 1 }], { customer_wilaya, customer_phone: "06 12 34 56 78" });

    expect(await buy("ile-de-france")).toMatchObject({
      shipping_cost: 4.9,
      total: 24.89,
      wilaya_code: null,
      customer_phone: "+33612345678",
      currency: "EUR",
    });
    expect(await buy("16")).toMatchObject({ shipping_cost: 9.9, wilaya_code: null });
  });

  test("costs nothing in a store without rates", async () => {
    const own = await openShop();
    const { id: product_id } = await own.product({ price: 0 });

    expect(await ordered(own, [{ product_id, quantity: 1 }])).toMatchObject({ shipping_cost: 0, total: 0 });
  });
});
