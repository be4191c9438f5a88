import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import { at, dayFromToday, refused, runConfirmedTool, runTool, seen } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { expectInvariants, ordered } from "../../support/selling.ts";

/** What shoppers see of the prices, by slug. */
async function prices(shop: Shop): Promise<Record<string, number>> {
  const { data } = await seen(shop, "/products?limit=100");
  return Object.fromEntries(data.map(({ slug, price }: { slug: string; price: number }) => [slug, price]));
}

/** Opens a shop with 25 products of a vendor and one of another. */
async function shopWithVendors(): Promise<{ shop: Shop; products: { id: string; slug: string }[] }> {
  const shop = await openShop();
  const products: { id: string; slug: string }[] = [];
  for (let i = 1; i <= 25; i++) {
    const variants = [{ sku: `NT-${i}`, price: 100_000 + i * 1100, inventory_quantity: 9 }];
    products.push(await shop.product({ slug: `nappe-${i}`, vendor: "Nour Textile", variants }));
  }
  await shop.product({ slug: "vase", vendor: "Poterie Maatkas", price: 100_000 });
  return { shop, products };
}

describe("a merchant wants the agent to", () => {
  test("raise a vendor's prices by 7 %, rounded to 50, in two calls, and take it back in one, with a sale in between", async () => {
    const { shop, products } = await shopWithVendors();
    const before = await prices(shop);
    const rise = { vendor: "Nour Textile", percent: 7, round_to: 50 };

    const { confirm_token } = await runTool(shop, "prices_bulk_update", { ...rise, dry_run: true });
    const raised = await runTool(shop, "prices_bulk_update", { ...rise, confirm_token });
    expect(raised.changed).toBe(25);
    const after = await prices(shop);
    expect(after).toMatchObject({ "nappe-1": 1100, "nappe-20": 1300, vase: 1000 });
    const [sold] = products;
    const order = await ordered(shop, [{ product_id: sold?.id ?? "", quantity: 2 }]);

    await runTool(shop, "changes_undo", { changes: [raised.change_id] });

    expect(await prices(shop)).toEqual(before);
    expect(order.items[0].product_price).toBe(1100);
    expect((await seen(shop, "/products/nappe-1")).inventory_quantity).toBe(7);
    await expectInvariants(shop);
  });

  test("put back in two calls what a named key did yesterday, and nothing else", async () => {
    const { shop } = await shopWithVendors();
    const agent = await shop.createKey({ kind: "secret", name: "Night agent" });
    const yesterday = Date.parse(dayFromToday(-1)) + 11 * 3_600_000;
    const start = await prices(shop);
    const { name } = await seen(shop, "/products/nappe-1");
    const did = await at(yesterday, async () => {
      await runTool(shop, "products_save", { product: "nappe-1", price: 5000 }, agent.key);
      await runTool(shop, "products_save", { product: "nappe-1", price: 6000, name: "Nappe brodée" }, agent.key);
      await runTool(shop, "products_set_status", { products: ["vase"], status: "draft" }, agent.key);
      await runTool(
        shop,
        "content_save",
        { kind: "page", slug: "promo", title: "Promo", is_published: true },
        agent.key,
      );
      return runTool(shop, "products_save", { product: "nappe-2", price: 7000 });
    });
    expect(did.change_id).toEqual(expect.any(String));
    expect(await prices(shop)).not.toEqual(start);

    const day = dayFromToday(-1).slice(0, 10);
    const { data } = await runTool(shop, "changes_list", { actor: "Night agent", from: day, to: day });
    const ids = data.map(({ change_id }: { change_id: string }) => change_id);
    expect(ids).toHaveLength(4);
    await runTool(shop, "changes_undo", { changes: ids });

    expect(await prices(shop)).toEqual({ ...start, "nappe-2": 7000 });
    expect((await seen(shop, "/products/nappe-1")).name).toBe(name);
    expect((await shop.get("/pages/promo")).status).toBe(404);
  });

  test("say in one call who changed the price of a SKU, when, from what to what", async () => {
    const { shop } = await shopWithVendors();
    const agent = await shop.createKey({ kind: "secret", name: "Amine" });
    await runConfirmedTool(shop, "prices_bulk_update", { vendor: "Nour Textile", percent: 7 }, agent.key);
    expect((await seen(shop, "/products/nappe-3")).price).toBe(1105.31);

    const { data } = await runTool(shop, "changes_list", { of: "NT-3" });

    expect(data).toHaveLength(1);
    expect(JSON.stringify(data[0])).toMatch(/Amine/);
    expect(JSON.stringify(data[0])).toMatch(/1033\b.*1105\.31/);
    expect(JSON.stringify(data[0])).not.toMatch(/NT-4/);
    expect(Date.now() - Date.parse(data[0].at ?? data[0].created_at)).toBeLessThan(600_000);
  });

  test("make a key for the accountant, who must not see phones, valid through the year, in one call", async () => {
    const { shop } = await shopWithVendors();
    const [product] = (await seen(shop, "/products?limit=1")).data;
    await ordered(shop, [{ product_id: product.id, quantity: 1 }]);
    const year = Number(dayFromToday(0).slice(0, 4)) + 1;

    const made = await runTool(shop, "api_keys_create", {
      kind: "secret",
      name: "Accountant",
      scopes: ["reports:read", "orders:read"],
      expires_at: `${year}-12-31`,
    });

    expect(made.expires_at).toBe(`${year}-12-31T23:00:00.000Z`);
    const orders = await call(shop, "orders_search", { response_format: "detailed" }, made.key);
    expect(orders.data.data).toHaveLength(1);
    expect(orders.data.data[0]).toMatchObject({ customer_name: "K*** B***", customer_email: null });
    expect(JSON.stringify(orders)).not.toMatch(/Karim|Benali|550123456|0550 12/);
    expect(await refused(shop, "orders_search", { query: "0550" }, made.key)).toMatchObject({
      code: "insufficient_scope",
    });
    expect(await refused(shop, "orders_confirm", { order: orders.data.data[0].order_number }, made.key)).toMatchObject({
      code: "insufficient_scope",
    });
  });
});
