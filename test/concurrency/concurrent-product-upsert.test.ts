import { beforeEach, describe, expect, test } from "vitest";
import { Database } from "../../src/db/database.ts";
import { importProducts, readShopifyText } from "../../src/imports/imports.ts";
import { driver, onPostgres, openShop, type Shop } from "../support/app.ts";
import { type Hooks, withHooks } from "../support/faulty-driver.ts";
import { expectInvariants, stockOf, variantsOf } from "../support/selling.ts";

/** The present hooks; each test sets its own. */
let hooks: Hooks = {};
const database = new Database(withHooks(driver, { afterStatement: (text) => hooks.afterStatement?.(text) }), {
  checks: true,
});

let shop: Shop;
beforeEach(async () => {
  shop = await openShop({ over: database });
});

const OPTIONS = [{ name: "Size", values: ["M", "L"] }];
const made = (stock: number) =>
  shop.product({
    slug: "new",
    options: OPTIONS,
    variants: ["M", "L"].map((Size) => ({ option_values: { Size }, inventory_quantity: stock })),
  });

/** Runs `work`, and creates the product from another transaction after that statement of `work`. */
async function interruptedAt(turn: number, work: () => Promise<unknown>): Promise<void> {
  let statements = 0;
  let other: Promise<unknown> | undefined;
  hooks = {
    afterStatement: async () => {
      if (++statements !== turn) return;
      other = made(20);
      if (onPostgres) await other; // PGlite lets it in when the transaction has ended
    },
  };
  await work();
  hooks = {};
  await other;
  expect(statements).toBeGreaterThan(turn);
}

/** 1 and 2: locks; 3: reading it. From then on, the first writer wins. */
describe.each([1, 2, 3])("a product that another writer creates after statement %i", (turn) => {
  test("of a save remains one product, with consistent stock", async () => {
    await interruptedAt(turn, () => made(10));

    expect(Object.keys(await variantsOf(shop, "new"))).toEqual(["M", "L"]);
    const { body } = await shop.get("/products/new");
    expect(await stockOf(shop, body.id)).toBe(onPostgres ? 20 : 40); // who was last
    await expectInvariants(shop);
  });

  test("of an import remains one product, with consistent stock", async () => {
    const csv = ["M,10", "L,10"].map((row) => `new,New,Size,${row},100`).join("\n");
    const head = "Handle,Title,Option1 Name,Option1 Value,Variant Inventory Qty,Variant Price";
    const products = await readShopifyText(`${head}\n${csv}\n`, shop.currency);
    await interruptedAt(turn, () => shop.transact((db) => importProducts(db, products)));

    const { body } = await shop.get("/products/new");
    expect(await stockOf(shop, body.id)).toBe(onPostgres ? 20 : 40);
    await expectInvariants(shop);
  });
});
