import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../src/core/ids.ts";
import type { StoreChanges } from "../../src/db/changes.ts";
import { database, openShop, type Shop } from "../support/app.ts";
import { runTool } from "../support/mcp-tasks.ts";
import { ordered, promote } from "../support/selling.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});

let seen: StoreChanges[] = [];
database.changes.listen((changes) => {
  if (changes !== "everything" && changes.siteId === shop?.id) seen.push(changes);
});

/** What the transactions of some work tell. */
async function toldBy(work: () => Promise<unknown>): Promise<Omit<StoreChanges, "siteId">[]> {
  seen = [];
  await work();
  return seen.map(({ parts, productIds }) => ({ parts, productIds }));
}

describe("an order", () => {
  test("tells its product, and what can be bought when it takes the last piece or gives it back", async () => {
    const { id } = await shop.product({ stock: 2 });
    const buy = () => ordered(shop, [{ product_id: id, quantity: 1 }]);

    expect(await toldBy(buy)).toEqual([{ parts: [], productIds: [id] }]);
    const last: { id: string }[] = [];
    const lastPiece = [{ parts: ["availability"], productIds: [id] }];
    expect(await toldBy(async () => last.push(await buy()))).toEqual(lastPiece);
    const cancel = () => runTool(shop, "orders_cancel", { order: last[0]?.id, reason: "other" });
    expect(await toldBy(cancel)).toEqual(lastPiece);
  });

  test("tells promotions when it takes the last use", async () => {
    const { id } = await shop.product();
    await promote(shop, {
      title: "Two",
      code: "TWO",
      discount_type: "percentage",
      discount_value: 1000,
      usage_limit: 2,
    });
    const buy = () => ordered(shop, [{ product_id: id, quantity: 1 }], { coupon_code: "TWO" });

    expect(await toldBy(buy)).toEqual([{ parts: [], productIds: [id] }]);
    expect(await toldBy(buy)).toEqual([{ parts: ["promotions"], productIds: [id] }]);
  });
});

describe("a transaction", () => {
  test("tells nothing when a write changes nothing, and when it is rolled back", async () => {
    const page = { kind: "page", slug: "about", title: "About", body: "Us", is_published: true };
    expect(await toldBy(() => runTool(shop, "content_save", page))).toEqual([{ parts: ["content"], productIds: [] }]);

    expect(await toldBy(() => runTool(shop, "content_save", page))).toEqual([]);
    const dry = { ...page, title: "Other", dry_run: true };
    expect(await toldBy(() => runTool(shop, "content_save", dry))).toEqual([]);
  });

  test("tells everything that it changes at once", async () => {
    const products = [newId(), newId()];
    const work = () =>
      shop.transact(async (db) => {
        db.changed(["menus"]);
        for (const id of products) db.changed(["catalogue"], [id, id]);
        db.changed(["menus"]);
      });

    expect(await toldBy(work)).toEqual([{ parts: ["menus", "catalogue"], productIds: products }]);
  });

  test.each([1000, 1001])("that changes %i products names them, or says that all may have changed", async (count) => {
    const products = Array.from({ length: count }, newId);
    const [told] = await toldBy(() => shop.transact(async (db) => db.changed(["catalogue"], products)));

    expect(told).toEqual(
      count > 1000
        ? { parts: ["catalogue", "groups", "availability"], productIds: [] }
        : { parts: ["catalogue"], productIds: products },
    );
  });
});
