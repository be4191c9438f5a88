import { describe, expect, test } from "vitest";
import { openShop, type Shop } from "../../support/app.ts";
import {
  at,
  auditSummary,
  dayFromToday,
  dryRunChanges,
  entries,
  refused,
  runConfirmedTool,
  runTool,
  seen,
  signedUp,
} from "../../support/mcp-tasks.ts";
import { call, listTools } from "../../support/operations.ts";
import { cartWith, expectInvariants, order, ordered } from "../../support/selling.ts";

/** An order of somebody with an account. */
async function orderedBy(shop: Shop, authorization: string, product_id: string, quantity: number, given: object = {}) {
  const placed = await order(shop, await cartWith(shop, { product_id, quantity }), given, { authorization });
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  return placed.body;
}

describe("a merchant wants the agent to", () => {
  test("find who bought most this month, and thank them with a coupon for one order", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ price: 200_000, stock: 100 });
    const [amina, samir] = [await signedUp(shop, "amina"), await signedUp(shop, "samir")];
    const month = { from: `${dayFromToday(0).slice(0, 7)}-01` };
    await at(dayFromToday(-40), () => ordered(shop, [{ product_id: id, quantity: 30 }]));
    await orderedBy(shop, amina.authorization, id, 2);
    await orderedBy(shop, amina.authorization, id, 3);
    await orderedBy(shop, samir.authorization, id, 4);
    const taken = await orderedBy(shop, samir.authorization, id, 9);
    await runTool(shop, "orders_cancel", { order: taken.order_number, reason: "duplicate" });

    const report = await runTool(shop, "analytics_report", { report: "customers", ...month, limit: 1 });
    expect(report.totals).toMatchObject({ customers: 2, orders: 3, total: 18_000 });
    expect(report.data).toMatchObject([{ customer_id: amina.id, orders: 2, total: 10_000 }]);
    const best = await runTool(shop, "customers_get", { customer: report.data[0].customer_id });
    expect(best).toMatchObject({ email: "amina@example.dz", orders_count: 2, total_spent: 10_000 });
    const thanks = {
      title: "Merci à notre meilleure cliente",
      code: "MERCI20",
      discount_type: "percentage",
      discount_value: 20,
      usage_limit: 1,
      is_discoverable: false,
    };
    await runTool(shop, "promotions_save", { ...thanks, idempotency_key: "thanks" });

    const valid = async () =>
      (await shop.post("/coupons/validate", { code: "merci20", items: [{ product_id: id, quantity: 1 }] })).body;
    expect(await valid()).toMatchObject({ valid: true, discount_amount: 400, available_promotions: [] });
    const thanked = await orderedBy(shop, amina.authorization, id, 1, { coupon_code: "MERCI20" });
    expect(thanked).toMatchObject({ subtotal: 2000, discount: 400, total: 1600 });
    expect(await valid()).toMatchObject({ valid: false });
    const coupons = await runTool(shop, "analytics_report", { report: "coupons" });
    expect(coupons.data).toMatchObject([{ code: "MERCI20", uses: 1, discount: 400 }]);
    expect(await auditSummary(shop)).toEqual([
      `orders_cancel order ${taken.order_number}: reason null → duplicate, status pending → cancelled`,
      "promotions_save promotion MERCI20: made",
    ]);
    await expectInvariants(shop);
  });

  test("forget a customer who asks for it, and keep the books", async () => {
    const shop = await openShop();
    const { id } = await shop.product({ slug: "vase", price: 150_000 });
    const { authorization } = await signedUp(shop, "lynda");
    const home = { customer_wilaya: "Béjaïa", customer_commune: "Akbou", shipping_address: { line1: "5 rue Ali" } };
    const { order_number } = await orderedBy(shop, authorization, id, 2, home);
    await runTool(shop, "orders_log_call", { order: order_number, outcome: "answered", text: "Lynda rappelle lundi." });
    const { data } = await runTool(shop, "customers_search", { query: "lynda" });
    expect(data).toMatchObject([{ email: "lynda@example.dz", orders_count: 1, total_spent: 3000 }]);
    const lynda = { customer: "lynda@example.dz" };

    expect(await refused(shop, "customers_erase", lynda)).toMatchObject({ code: "confirmation_required" });
    const person = data[0].id;
    expect(await dryRunChanges(shop, "customers_erase", lynda)).toEqual([
      `customer ${person}: gone`,
      `order ${order_number}: customer_commune Akbou → null, customer_id, customer_name Karim Benali → (erased), customer_phone +213550123456 → (erased), shipping_address`,
    ]);
    expect((await shop.get("/auth/me", { authorization })).status).toBe(200);
    const erased = await runConfirmedTool(shop, "customers_erase", lynda);
    expect(erased).toMatchObject({ orders_anonymised: 1, orders_under_way: [order_number] });
    expect(await refused(shop, "customers_get", lynda)).toMatchObject({ code: "customer_not_found" });

    expect((await shop.get("/auth/me", { authorization })).status).toBe(401);
    const login = { email: "lynda@example.dz", password: "couscous du vendredi" };
    expect((await shop.post("/auth/login", login)).status).toBe(401);
    const tracked = await seen(shop, `/orders/track/${order_number}`);
    expect(tracked).toMatchObject({ total: 3000, wilaya_code: "6", items: [{ quantity: 2 }] });
    const known = [
      tracked,
      await entries(shop),
      await runTool(shop, "orders_get", { order: order_number, response_format: "detailed" }),
    ];
    expect(JSON.stringify(known)).not.toMatch(/lynda|akbou|rue ali|0?550 ?12/i);
    expect(await auditSummary(shop)).toEqual([
      `orders_log_call order ${order_number}: calls 0 → 1, notes`,
      `customers_erase customer ${person}: gone`,
      `customers_erase order ${order_number}: customer_commune (personal) → null, customer_id (personal) → null, customer_name, customer_phone, shipping_address (personal) → null`,
    ]);
    await expectInvariants(shop);
  });

  test("give a helper a key that only reads and a theme a key of its own, and take both back", async () => {
    const shop = await openShop();
    await shop.product({ slug: "vase", name: "Vase" });
    const helper = {
      kind: "secret",
      name: "Comptable",
      scopes: ["catalog:read", "keys:read"],
      idempotency_key: "accountant",
    };
    const theme = { kind: "publishable", name: "Nouveau thème", idempotency_key: "theme" };

    expect(await runTool(shop, "api_keys_list")).toMatchObject({ total: 2 });
    const { key, prefix } = await runTool(shop, "api_keys_create", helper);
    expect(await runTool(shop, "products_search", { query: "vase" }, key)).toMatchObject({ total: 1 });
    expect(await refused(shop, "products_set_status", { products: ["vase"], status: "draft" }, key)).toMatchObject({
      code: "insufficient_scope",
      allowed: ["catalog:write"],
    });
    expect((await listTools(key)).map(({ name }) => name)).not.toContain("products_set_status");
    const shown = await runTool(shop, "api_keys_create", theme);
    const visit = () => shop.get("/products/vase", { "x-api-key": shown.key });
    expect(await visit()).toMatchObject({ status: 200, body: { name: "Vase" } });
    const { data } = await runTool(shop, "api_keys_list");
    expect(data).toMatchObject([{ name: "Nouveau thème" }, { name: "Comptable", prefix }, {}, {}]);
    expect(JSON.stringify(data)).not.toContain(key);
    expect(await dryRunChanges(shop, "api_keys_revoke", { key: "Comptable" })).toEqual([
      `api_key ${prefix}: revoked_at`,
    ]);
    await runTool(shop, "api_keys_revoke", { key: "Comptable" });
    await runTool(shop, "api_keys_revoke", { key: shown.prefix });

    await expect(call(shop, "products_search", {}, key)).rejects.toThrow("401");
    expect((await visit()).status).toBe(401);
    expect((await seen(shop, "/products/vase")).in_stock).toBe(true);
    expect(await auditSummary(shop)).toEqual([
      `api_keys_create api_key ${prefix}: made`,
      `api_keys_create api_key ${shown.prefix}: made`,
      `api_keys_revoke api_key ${prefix}: revoked_at`,
      `api_keys_revoke api_key ${shown.prefix}: revoked_at`,
    ]);
    const [made] = await entries(shop, "api_keys_create");
    expect(made?.after).toMatchObject({ name: "Comptable", scopes: ["catalog:read", "keys:read"] });
    expect(JSON.stringify(made)).not.toContain(key);
    await expectInvariants(shop);
  });
});
