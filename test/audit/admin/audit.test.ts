import { Type } from "typebox";
import { describe, expect, test } from "vitest";
import { sql } from "../../../src/db/sql.ts";
import { driver, openShop, type Shop } from "../../support/app.ts";
import { at, entries, refused, runConfirmedTool, runTool, signedUp } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { cartWith, order } from "../../support/selling.ts";

/** Nothing of this may ever stand in the log. */
const SECRETS = [
  "Zubayda",
  "0661223344",
  "661223344",
  "zub@example.dz",
  "Cité Secrète",
  "Sidi Caché",
  "Ne sonnez",
  "Mystère",
];

const rawLog = async (shop: Shop): Promise<string> =>
  JSON.stringify(
    await shop.rows(
      Type.Object({ entry: Type.Unknown() }),
      sql`
    select to_jsonb(a) as entry from audit_log a where site_id = ${shop.id}
  `,
    ),
  );

const newKey = (shop: Shop, name: string) =>
  shop.createKey({
    kind: "secret",
    name,
    scopes: ["orders:write", "customers:write", "catalog:write", "settings:write"],
  });

const titled = (shop: Shop, title: string, more: object = {}, key?: string) =>
  runTool(shop, "promotions_save", { title, discount_type: "percentage", discount_value: 5, ...more }, key);

test("no personal data is in the log, whatever is done to orders and customers", async () => {
  const shop = await openShop();
  const { id } = await shop.product({ sku: "VASE" });
  const buyer = {
    ...{ customer_name: "Zubayda", customer_phone: "0661223344", customer_email: "zub@example.dz" },
    ...{ customer_wilaya: "Sidi Caché", customer_commune: "Sidi Caché", customer_notes: "Ne sonnez pas" },
    shipping_address: { line1: "Cité Secrète" },
  };
  const { id: customer, authorization } = await signedUp(shop, "karim");
  const { body } = await order(shop, await cartWith(shop, { product_id: id, quantity: 1 }), buyer, { authorization });
  const { customer_wilaya: _, ...known } = buyer; // merchants cannot write a wilaya that is none
  const placed = await runTool(shop, "orders_create", { ...known, items: [{ item: "VASE", quantity: 1 }] });

  for (const which of [body.id, placed.id]) {
    const doTo = (tool: string, args: object = {}) => runTool(shop, tool, { order: which, ...args });
    await doTo("orders_update", { ...known, customer_name: "Zubayda Mystère", delivery_method: "desk" });
    await doTo("orders_update", { customer_email: null, shipping_address: null, customer_wilaya: null });
    await doTo("orders_log_call", { outcome: "answered", text: "Zubayda: Mystère 0661223344" });
    await doTo("orders_add_note", { text: "zub@example.dz" });
    await doTo("orders_confirm", { note: "Zubayda" });
    await doTo("orders_cancel", { reason: "Cité Secrète" });
  }
  const made = { full_name: "Zubayda", email: "zub@example.dz", phone: "0661223344" };
  const saved = await runTool(shop, "customers_save", made);
  await runTool(shop, "customers_save", { customer: saved.id, full_name: "Zubayda Mystère", phone: null });
  await runConfirmedTool(shop, "customers_erase", { customer });
  await runConfirmedTool(shop, "customers_erase", { customer: "zub@example.dz" });

  const log = await rawLog(shop);
  expect(JSON.parse(log).length).toBeGreaterThan(15);
  for (const secret of SECRETS) expect([secret, log.includes(secret)]).toEqual([secret, false]);
  const shown = JSON.stringify(await entries(shop));
  expect(shown).toContain('"(personal)"');
  expect(SECRETS.filter((secret) => shown.includes(secret))).toEqual([]);
});

test("an entry names key, tool and thing, and only what changed, with ids and numbers as they are", async () => {
  const shop = await openShop();
  const { id } = await shop.product({ sku: "VASE" });
  const { data } = await call(shop, "orders_create", {
    ...{ items: [{ item: id, quantity: 1 }], customer_name: "A", customer_phone: "0550123456" },
  });
  const { key } = await newKey(shop, "Agent Deux");
  await runTool(shop, "orders_update", { order: data.id, carrier: "Yalidine", shipping_cost: 12.5 }, key);

  const [made, changed] = (await entries(shop)) as unknown as Record<string, unknown>[];
  expect(made).toMatchObject({ tool: "orders_create", entity: "order", entity_id: data.id, label: data.order_number });
  expect(made).toMatchObject({ before: null, after: { total: 1000, status: "pending", customer_name: "(personal)" } });
  expect(changed).toMatchObject({ tool: "orders_update", key_name: "Agent Deux" });
  expect(changed?.before).toEqual({ carrier: null, shipping_cost: 0, total: 1000 });
  expect(changed?.after).toEqual({ carrier: "Yalidine", shipping_cost: 12.5, total: 1012.5 });
});

test("what fails, is dry, is a replay, reads or changes nothing leaves no entry", async () => {
  const shop = await openShop();
  const { id } = await titled(shop, "Promo", { code: "TEN", idempotency_key: "one" });
  await titled(shop, "Promo", { code: "TEN", idempotency_key: "one" });
  await titled(shop, "Other", { dry_run: true });
  await refused(shop, "promotions_save", { title: "X", discount_type: "percentage", discount_value: 5, code: "ten" });
  await refused(shop, "promotions_save", { promotion: id, usage_limit: 0 });
  await runTool(shop, "promotions_save", { promotion: id, title: "Promo" });
  await runTool(shop, "promotions_save", { promotion: id, is_active: true });
  await runTool(shop, "promotions_search");
  await runTool(shop, "store_update", {});

  expect(await entries(shop)).toHaveLength(1);
});

describe("audit_log_search", () => {
  test("narrows by tool, key, thing and time, of one store only", async () => {
    const shop = await openShop();
    const { key, id: keyId } = await newKey(shop, "Agent Deux");
    const first = await at("2026-03-09T22:59:59.999Z", () => titled(shop, "First", { code: "FIRST" }));
    await at("2026-03-09T23:00:00Z", () => titled(shop, "Second", {}, key));
    await at("2026-03-10T23:00:00Z", () => runTool(shop, "store_update", { name: "New name" }));
    await at("2026-03-10T23:00:00Z", () =>
      runConfirmedTool(shop, "catalog_delete", { kind: "promotion", item: "FIRST" }, key),
    );
    const other = await openShop();
    const count = async (args: object, of: Shop = shop) => {
      const { data, total } = await runTool(of, "audit_log_search", args);
      expect(total).toBe(data.length);
      return total;
    };

    expect(await count({})).toBe(4);
    expect(await count({ tool: "promotions_save" })).toBe(2);
    expect(await count({ key: "Agent Deux" })).toBe(2);
    expect(await count({ key: keyId, tool: "catalog_delete" })).toBe(1);
    expect(await count({ key: "First secret key" })).toBe(2);
    expect(await count({ entity: "promotion" })).toBe(3);
    expect(await count({ entity: "store" })).toBe(1);
    expect(await count({ of: first.id })).toBe(2);
    expect(await count({ of: "FIRST" })).toBe(2);
    expect(await count({ from: "2026-03-10", to: "2026-03-10" })).toBe(1);
    expect(await count({ to: "2026-03-09" })).toBe(1);
    expect(await count({ from: "2026-03-11" })).toBe(2);
    expect(await count({}, other)).toBe(0);
    expect(await count({ of: first.id }, other)).toBe(0);
    expect(
      (await refused(shop, "audit_log_search", { response_format: "detailed", from: "soon" }))?.errors[0]?.path,
    ).toBe("from");
  });

  test("pages over entries of one millisecond, each once, newest first", async () => {
    const shop = await openShop();
    await at("2026-03-10T10:00:00Z", async () => {
      for (let i = 1; i <= 7; i++) await titled(shop, `Promo ${i}`);
    });

    const labels: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await runTool(shop, "audit_log_search", {
        response_format: "detailed",
        limit: 3,
        ...(cursor ? { cursor } : {}),
      });
      expect(page.total).toBe(7);
      labels.push(...page.data.map(({ label }: { label: string }) => label));
      cursor = page.next_cursor;
    }
    expect(labels).toEqual([7, 6, 5, 4, 3, 2, 1].map((i) => `Promo ${i}`));
    expect(await refused(shop, "audit_log_search", { response_format: "detailed", cursor: "made up" })).toMatchObject({
      ...{ code: "invalid_value", errors: [{ path: "cursor" }] },
    });
  });

  test("counts up to 10,000 entries, and says when more match", async () => {
    const shop = await openShop();
    const { id } = await titled(shop, "Promo");
    const multiply = (count: number) =>
      shop.transact((db) =>
        db.run(sql`
          insert into audit_log (site_id, id, key_id, key_name, tool, entity, entity_id, label, created_at)
          select a.site_id, gen_random_uuid(), a.key_id, a.key_name, a.tool, a.entity, a.entity_id, a.label, a.created_at
          from audit_log a
          cross join generate_series(1, ${count}::integer)
          where a.site_id = ${shop.id} and a.entity_id = ${id}
          limit ${count}
          on conflict do nothing
        `),
      );

    await multiply(9_999);
    const all = await runTool(shop, "audit_log_search", { limit: 1 });
    expect(all).toMatchObject({ total: 10_000 });
    expect(all).not.toHaveProperty("total_is_partial");
    await multiply(1);
    for (const args of [{}, { of: id }, { tool: "promotions_save", key: "First secret key" }]) {
      const { data, text } = await call(shop, "audit_log_search", { limit: 1, ...args });
      expect(data).toMatchObject({ total: 10_000, total_is_partial: true });
      expect(text).toBe("more than 10000 entries; 1 shown.");
    }
  });

  test("takes the name of a thing and of a key as a person writes it", async () => {
    const shop = await openShop();
    await titled(shop, "Promo", { code: "TEN" });
    const total = async (args: object) => (await runTool(shop, "audit_log_search", args)).total;

    expect(await total({ of: " ten " })).toBe(1);
    expect(await total({ key: "first secret KEY " })).toBe(1);
  });
});

test.each(["update audit_log set tool = ''", "delete from audit_log", "truncate audit_log"])(
  "the server itself cannot %s",
  async (statement) => {
    const shop = await openShop();
    await titled(shop, "Promo");

    const attempt = driver.transaction((connection) => connection.query(statement, []), shop.id);

    await expect(attempt).rejects.toThrow(/permission denied/);
    expect(await entries(shop)).toHaveLength(1);
  },
);

test("entries are found by SKU: those of the stock, and those of the product that has it", async () => {
  const shop = await openShop();
  const sizes = ["1", "2"].map((T) => ({ option_values: { T }, sku: `R-${T}` }));
  await shop.product({ slug: "robe", price: 1000, options: [{ name: "T", values: ["1", "2"] }], variants: sizes });
  await shop.product({ slug: "vase", sku: "VASE 2", price: 1000 });
  await runTool(shop, "inventory_adjust", { changes: [{ variant: "R-1", by: 2 }] });
  await runTool(shop, "inventory_adjust", { changes: [{ variant: "VASE 2", by: 2 }] });
  await runTool(shop, "products_save", { product: "robe", price: 12 });
  const about = async (of: string) =>
    (await runTool(shop, "audit_log_search", { of })).data.map(({ tool }: { tool: string }) => tool);

  expect(await about("R-1")).toEqual(["products_save", "inventory_adjust"]);
  expect(await about("vase 2")).toEqual(["inventory_adjust"]);
  await runTool(shop, "products_save", { product: "robe", remove_variants: ["R-1"] });
  expect(await about("R-1")).toEqual(["products_save", "inventory_adjust"]);
  await runConfirmedTool(shop, "catalog_delete", { kind: "product", item: "vase" });
  expect(await about("vase 2")).toEqual(["catalog_delete", "inventory_adjust"]);
  expect(await about("R-")).toEqual([]);
});
