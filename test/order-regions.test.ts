import { beforeAll, describe, expect, test } from "vitest";
import { done, refused } from "./mcp-tasks.ts";
import { deliveringShop, ordered } from "./selling.ts";
import { openShop, type Shop } from "./support.ts";

/** Where orders go, once they are placed: what becomes of the wilaya, and how orders are found by it. */

let shop: Shop;
let product_id: string;
beforeAll(async () => {
  shop = await deliveringShop(); // 400 to Alger, 800 to everywhere else
  product_id = (await shop.product({ price: 100_000, stock: 1000 })).id;
});

const placed = (given: object) => ordered(shop, [{ product_id, quantity: 1 }], given);
describe("orders that are looked for by what is no wilaya", () => {
  const found = async (args: object, of = shop): Promise<string[]> =>
    (await done(of, "orders_search", args)).data.map(({ order_number }: { order_number: string }) => order_number);

  test.each([
    ["Lemuria", /is no wilaya, and no wilaya's name is close to it/],
    ["Algre", /close are 16 \(Alger\)/],
    ["70", /is no wilaya/],
    ["Tafraoui", /close are 31 \(Oran\)/],
  ])("%s, which no order has, are refused with the closest names", async (wilaya, message) => {
    expect(await refused(shop, "orders_search", { wilaya })).toMatchObject({
      ...{ code: "invalid_value", errors: [{ path: "wilaya", message: expect.stringMatching(message) }] },
      allowed: expect.arrayContaining(["1 to 69"]),
    });
  });

  test("are those that have the text as their region or commune, however few are left", async () => {
    const region = await placed({ customer_wilaya: "Bab Ezzouar" });
    const commune = await placed({ customer_wilaya: "16", customer_commune: "BAB EZZOUAR" });

    const both = [commune.order_number, region.order_number];
    expect(await found({ wilaya: "bab ezzouar" })).toEqual(both);
    expect(await found({ wilaya: " Bab Ezzouar " })).toEqual(both);
    expect(await found({ wilaya: "Bab Ezzouar", status: "shipped" })).toEqual([]);
    expect(await found({ wilaya: "Oran", status: "returned" })).toEqual([]);
  });

  test("elsewhere than in Algeria are none, and no fault", async () => {
    const abroad = await openShop({ currency: "EUR", country: "FR" });
    expect(await found({ wilaya: "Atlantis" }, abroad)).toEqual([]);
  });
});
