import { Type } from "typebox";
import { expect, test } from "vitest";
import { sql } from "../../../src/db/sql.ts";
import { driver, openShop, type Shop } from "../../support/app.ts";
import { entries, refused, runConfirmedTool, runTool, signedUp } from "../../support/mcp-tasks.ts";
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
    customer_name: "Zubayda",
    customer_phone: "0661223344",
    customer_email: "zub@example.dz",
    customer_wilaya: "Sidi Caché",
    customer_commune: "Sidi Caché",
    customer_notes: "Ne sonnez pas",
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
    await doTo("orders_cancel", { note: "Cité Secrète" });
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
    items: [{ item: id, quantity: 1 }],
    customer_name: "A",
    customer_phone: "0550123456",
  });
  const { key } = await newKey(shop, "Agent Deux");
  await runTool(shop, "orders_update", { order: data.id, carrier: "Yalidine", shipping_cost: 12.5 }, key);

  const [made, changed] = await entries(shop);
  expect(made).toMatchObject({ tool: "orders_create", entity: "order", entity_id: data.id, label: data.order_number });
  expect(made).toMatchObject({ before: null, after: { total: 1000, status: "pending", customer_name: "(personal)" } });
  expect(changed).toMatchObject({ tool: "orders_update", actor: "key Agent Deux" });
  expect(changed?.before).toEqual({ carrier: null, shipping_cost: 0, shipping_is_set: false, total: 1000 });
  expect(changed?.after).toEqual({ carrier: "Yalidine", shipping_cost: 12.5, shipping_is_set: true, total: 1012.5 });
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

test.each([
  "update audit_log set tool = ''",
  "delete from audit_log",
  "truncate audit_log",
  "update audit_calls set actor = ''",
  "delete from audit_calls",
])("the server itself cannot %s", async (statement) => {
  const shop = await openShop();
  await titled(shop, "Promo");

  const attempt = driver.transaction((connection) => connection.query(statement, []), shop.id);

  await expect(attempt).rejects.toThrow(/permission denied/);
  expect(await entries(shop)).toHaveLength(1);
});
