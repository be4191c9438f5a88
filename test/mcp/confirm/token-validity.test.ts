import { describe, expect, test } from "vitest";
import { buildTestApp, openShop } from "../../support/app.ts";
import { at, refused, runConfirmedTool, runTool, signedUp } from "../../support/mcp-tasks.ts";
import { type Called, call } from "../../support/operations.ts";
import { BUYER, cartWith, order, ordered, stockOf } from "../../support/selling.ts";
import { openFurnished, productsOf, tokenOf } from "./support.ts";

const MINUTES = 60_000;

/** Expects a refusal that is a dry run with a token of its own. */
function expectFresh({ problem, data, text }: Called, why: RegExp): void {
  expect(problem).toMatchObject({ code: "confirmation_required", errors: [{ path: "confirm_token" }] });
  expect(problem?.errors[0]?.message).toMatch(why);
  expect(text).toContain("call again with the new confirm_token");
  expect(data).toMatchObject({ dry_run: true, confirm_token: expect.any(String), changes: expect.any(Array) });
}

const stockedCsvOf = (handles: string[], stock: number): string =>
  [
    "Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Variant Inventory Tracker",
    ...handles.map((h) => `${h},${h},Title,Default Title,${h.toUpperCase()},10,${stock},shopify`),
  ].join("\n");

describe("a token is valid", () => {
  const PRODUCT = { kind: "product", item: "vase" };

  test("for 15 minutes", async () => {
    const shop = await openFurnished();
    const start = Date.now();
    const confirm_token = await at(start, () => tokenOf(shop, "catalog_delete", PRODUCT));
    const later = (ms: number) => at(start + ms, () => call(shop, "catalog_delete", { ...PRODUCT, confirm_token }));

    expectFresh(await later(15 * MINUTES + 1), /15 minutes/);
    expect((await later(15 * MINUTES)).problem).toBeUndefined();
  });

  test("for one store", async () => {
    const [shop, other] = [await openFurnished(), await openFurnished()];
    const confirm_token = await tokenOf(other, "content_delete", { kind: "menu", slug: "footer" });

    expectFresh(
      await call(shop, "content_delete", { kind: "menu", slug: "footer", confirm_token }),
      /not of this call/,
    );
  });

  test("for one tool and its arguments", async () => {
    const shop = await openFurnished();
    const page = { kind: "page", slug: "about" };
    const tokens = [
      await tokenOf(shop, "content_delete", { kind: "post", slug: "about" }),
      await tokenOf(shop, "catalog_delete", { kind: "category", item: "deco" }),
    ];

    for (const confirm_token of tokens) {
      expectFresh(await call(shop, "content_delete", { ...page, confirm_token }), /not of this call/);
    }
  });

  test("also with the updated_at that the caller read, which is checked by itself", async () => {
    const shop = await openFurnished();
    const change = { product: "vase", name: "Grand vase" };
    const confirm_token = await tokenOf(shop, "products_save", change);
    const expected = (expected_updated_at: string) =>
      call(shop, "products_save", { ...change, expected_updated_at, confirm_token });
    const { updated_at } = await runTool(shop, "products_get", { product: "vase", response_format: "detailed" });

    expect((await expected("2020-01-01T00:00:00.000Z")).problem?.code).toBe("stale");
    expect((await expected(updated_at)).problem).toBeUndefined();
  });

  test.each(["", ".", "x", "0.x", "mfk2x9a0..", `${"9".repeat(20)}.x.${"A".repeat(43)}`, "é".repeat(60)])(
    "not when it is %j",
    async (confirm_token) => {
      const shop = await openFurnished();

      expectFresh(
        await call(shop, "content_delete", { kind: "menu", slug: "footer", confirm_token }),
        /not of this call/,
      );
    },
  );

  test("no longer than its time, even if its expiry is rewritten", async () => {
    const shop = await openFurnished();
    const long = Date.now() - 60 * MINUTES;
    const [, nonce, mac] = (await at(long, () => tokenOf(shop, "catalog_delete", PRODUCT))).split(".");
    const confirm_token = `${Date.now().toString(36)}.${nonce}.${mac}`;

    expectFresh(await call(shop, "catalog_delete", { ...PRODUCT, confirm_token }), /not of this call/);
  });

  test("until the thing it would overwrite changes, and the refusal shows the present state", async () => {
    const shop = await openFurnished();
    const confirm_token = await tokenOf(shop, "catalog_delete", PRODUCT);
    await runTool(shop, "products_save", { product: "vase", name: "Vase ancien" });

    const stale = await call(shop, "catalog_delete", { ...PRODUCT, confirm_token });
    expectFresh(stale, /changed since/);
    expect(stale.data.changes).toMatchObject([{ before: { name: "Vase ancien" }, after: null }]);
    expect((await shop.get("/products/vase")).status).toBe(200);
    await runTool(shop, "catalog_delete", { ...PRODUCT, confirm_token: stale.data.confirm_token });
    expect((await shop.get("/products/vase")).status).toBe(404);
  });

  test("until a filter finds another price or another thing", async () => {
    const shop = await openShop();
    await productsOf(shop, 21, { vendor: "Nour" });
    const rise = { vendor: "Nour", percent: 10 };

    const first = await tokenOf(shop, "prices_bulk_update", rise);
    await runTool(shop, "products_save", { product: "item-7", price: 99 });
    expectFresh(await call(shop, "prices_bulk_update", { ...rise, confirm_token: first }), /changed since/);

    const second = await tokenOf(shop, "prices_bulk_update", rise);
    await shop.product({ slug: "late", vendor: "Nour" });
    const stale = await call(shop, "prices_bulk_update", { ...rise, confirm_token: second });
    expectFresh(stale, /changed since/);
    expect(stale.data.changes_count).toBe(22);
  });

  test("until another product enters the category, even if the number stays the same", async () => {
    const shop = await openFurnished();
    const confirm_token = await tokenOf(shop, "catalog_delete", { kind: "category", item: "deco" });
    await runTool(shop, "products_save", { product: "vase", category: null });
    await runTool(shop, "products_save", { name: "Lampe", price: 5, category: "deco" });

    expectFresh(await call(shop, "catalog_delete", { kind: "category", item: "deco", confirm_token }), /changed since/);
  });

  test("until a product of the file is another one of the same name, even if only stock would change", async () => {
    const shop = await openShop();
    const file = { csv: stockedCsvOf(["vase", "lamp"], 5) };
    await runTool(shop, "products_import", { csv: stockedCsvOf(["vase", "lamp"], 8).replace(",8,", ",5,") });
    for (const product of ["vase", "lamp"]) {
      const confirm_token = await tokenOf(shop, "products_import", file);
      await runConfirmedTool(shop, "catalog_delete", { kind: "product", item: product });
      await runTool(shop, "products_import", { csv: stockedCsvOf([product], 8) });

      expectFresh(await call(shop, "products_import", { ...file, confirm_token }), /changed since/);
    }
  });

  test("until the customer orders again", async () => {
    const shop = await openFurnished();
    const { id, authorization } = await signedUp(shop, "lynda");
    const confirm_token = await tokenOf(shop, "customers_erase", { customer: id });
    const { id: product_id } = await runTool(shop, "products_get", { product: "vase" });
    await order(shop, await cartWith(shop, { product_id, quantity: 1 }), BUYER, { authorization });

    const stale = await call(shop, "customers_erase", { customer: id, confirm_token });
    expectFresh(stale, /changed since/);
    expect(stale.data.changes_count).toBe(2);
  });

  test("although stock is sold and a promotion used", async () => {
    const shop = await openFurnished();
    const { id: product_id } = await runTool(shop, "products_get", { product: "vase" });
    const counts = (await productsOf(shop, 20)).map((slug) => ({ variant: slug.toUpperCase(), by: 1 }));
    const counted = { changes: [...counts, { variant: "VASE", to: 10 }] }; // as many as there are
    const calls: [string, object][] = [
      ["inventory_adjust", counted],
      ["catalog_delete", { kind: "promotion", item: "TEN" }],
      ["catalog_delete", PRODUCT],
    ];
    const tokens = [];
    for (const [tool, args] of calls) tokens.push(await tokenOf(shop, tool, args));
    const cart = await cartWith(shop, { product_id, quantity: 3 });
    expect((await order(shop, cart, { coupon_code: "TEN" })).status).toBe(201);

    for (const [i, [tool, args]] of calls.entries()) {
      await runTool(shop, tool, { ...args, confirm_token: tokens[i] });
      if (tool === "inventory_adjust") expect(await stockOf(shop, product_id)).toBe(10);
    }
  });

  test("although a sale uses a promotion up", async () => {
    const shop = await openFurnished();
    await runTool(shop, "promotions_save", { promotion: "TEN", usage_limit: 1 });
    const confirm_token = await tokenOf(shop, "catalog_delete", { kind: "promotion", item: "TEN" });
    const { id: product_id } = await runTool(shop, "products_get", { product: "vase" });
    const cart = await cartWith(shop, { product_id, quantity: 1 });
    expect((await order(shop, cart, { coupon_code: "TEN" })).status).toBe(201);
    expect(await runTool(shop, "promotions_search", { state: "used_up" })).toMatchObject({ total: 1 });

    await runTool(shop, "catalog_delete", { kind: "promotion", item: "TEN", confirm_token });
  });

  test("although imported stock is sold", async () => {
    const shop = await openShop();
    const rows = await productsOf(shop, 21, { stock: 10 });
    const file = { csv: stockedCsvOf(rows, 5).replace(",5,", ",10,") }; // item-1 stays as it is
    await runConfirmedTool(shop, "products_import", { csv: stockedCsvOf(rows, 10) });
    const confirm_token = await tokenOf(shop, "products_import", file);
    const { id } = await runTool(shop, "products_get", { product: "item-1" });
    await ordered(shop, [{ product_id: id, quantity: 1 }]);

    expect(await runTool(shop, "products_import", { ...file, confirm_token })).toMatchObject({ failed: 0 });
    expect(await stockOf(shop, id)).toBe(10);
  });

  test("on every server with the same keys", async () => {
    const shop = await openFurnished();
    const confirm_token = await tokenOf(shop, "catalog_delete", PRODUCT);
    const another = await buildTestApp();

    const args = { ...PRODUCT, confirm_token };
    expect((await call(shop, "catalog_delete", args, shop.secret_key, another)).problem).toBeUndefined();
  });

  test("for a retry too, and a refusal leaves the idempotency key unused", async () => {
    const shop = await openShop();
    const args = { products: await productsOf(shop, 21), amount: 1, idempotency_key: "rise" };
    expect(await refused(shop, "prices_bulk_update", args)).toMatchObject({ code: "confirmation_required" });
    const confirm_token = await tokenOf(shop, "prices_bulk_update", args);

    const first = await runTool(shop, "prices_bulk_update", { ...args, confirm_token });
    const retry = await runTool(shop, "prices_bulk_update", { ...args, confirm_token });
    expect([first.changed, retry]).toMatchObject([21, { changed: 21, replayed: true }]);
  });

  test("where none is needed, and is checked there too", async () => {
    const shop = await openShop();
    const draft = { products: await productsOf(shop, 2), status: "draft" };
    const confirm_token = await tokenOf(shop, "products_set_status", draft);
    await runTool(shop, "products_set_status", { products: ["item-1"], status: "archived" });

    expectFresh(await call(shop, "products_set_status", { ...draft, confirm_token }), /changed since/);
    expect(await runTool(shop, "products_set_status", draft)).toMatchObject({ changed: 2 });
  });
});
