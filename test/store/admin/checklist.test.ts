import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { runConfirmedTool, runTool } from "../../support/mcp-tasks.ts";
import { post } from "../../support/operations.ts";

const missing = async (shop: Shop): Promise<string[]> =>
  (await runTool(shop, "store_get")).checklist.map((entry: { missing: string }) => entry.missing);

const deliveryDetail = async (shop: Shop): Promise<string | undefined> =>
  (await runTool(shop, "store_get")).checklist.find((entry: { missing: string }) => entry.missing === "delivery_prices")
    ?.detail;

const setRate = (shop: Shop, region: string, method: "home" | "desk", price = 400) =>
  runTool(shop, "shipping_rates_set", { rates: [{ region, method, price }] });

describe("the checklist of store_get", () => {
  test("names what an empty store lacks, and gets shorter with each of it", async () => {
    const shop = await openShop();
    expect(await missing(shop)).toEqual(["products", "delivery_prices", "menus", "collections"]);

    await shop.product({ status: "draft" });
    expect(await missing(shop)).toContain("products");
    await shop.product();
    expect(await missing(shop)).toEqual(["delivery_prices", "menus", "collections"]);
    await runTool(shop, "menus_save", { handle: "main-menu" });
    expect(await missing(shop)).toEqual(["delivery_prices", "collections"]);
    await runTool(shop, "collections_save", { title: "New" });
    expect(await missing(shop)).toEqual(["delivery_prices"]);
    await setRate(shop, "*", "home", 0);
    expect(await missing(shop)).toEqual([]);
  });

  test("says where deliveries are still free", async () => {
    const shop = await openShop();
    expect(await deliveryDetail(shop)).toContain("Every delivery is free");

    await setRate(shop, "*", "desk");
    expect(await deliveryDetail(shop)).toContain("regions without a rate are free");
    await runTool(shop, "store_update", { shipping_methods: ["desk"] });
    expect(await deliveryDetail(shop)).toBeUndefined();
  });

  test("is complete in Algeria with a rate for regions that nobody recognises, not with one for each wilaya", async () => {
    const shop = await openShop({ country: "DZ" });
    const rates = Array.from({ length: 69 }, (_, i) => ({ region: String(i + 1), method: "home", price: 400 }));
    await runConfirmedTool(shop, "shipping_rates_set", { rates });
    expect(await deliveryDetail(shop)).toContain("regions without a rate are free");

    await setRate(shop, "*", "home");
    expect(await deliveryDetail(shop)).toBeUndefined();
  });

  test("is the same over HTTP", async () => {
    const shop = await openShop();

    const { body } = await post(shop, "store_get", {});

    expect(body.checklist).toEqual((await runTool(shop, "store_get")).checklist);
  });
});
