import { expect, test } from "vitest";
import { sql } from "../../../src/db/sql.ts";
import { openShop, type Shop } from "../../support/app.ts";
import { at, refused, runTool } from "../../support/mcp-tasks.ts";
import { call } from "../../support/operations.ts";
import { listed, newKey, promotion } from "../changes.ts";

/** All rows of a list, page after page, and the number of pages. */
async function allRows(shop: Shop, args: object) {
  const rows: Record<string, unknown>[] = [];
  let pages = 0;
  for (let cursor: string | null | undefined; cursor !== null; pages++) {
    const page = await listed(shop, { ...args, ...(cursor ? { cursor } : {}) });
    rows.push(...page.data);
    cursor = page.next_cursor;
  }
  return { rows, pages };
}

test("pages over changes of one millisecond, each once, newest first", async () => {
  const shop = await openShop();
  await at("2026-03-10T10:00:00Z", async () => {
    for (let i = 1; i <= 7; i++) await promotion(shop, `Promo ${i}`);
    for (let i = 1; i <= 7; i++)
      await promotion(shop, "Same", { code: "SAME", ...(i > 1 ? { promotion: "SAME", usage_limit: i } : {}) });
  });

  const calls = await allRows(shop, { operation: "promotions_save", limit: 5, response_format: "detailed" });
  expect(calls.pages).toBe(3);
  expect(calls.rows.slice(7).map(({ sentence }) => sentence)).toEqual(
    [7, 6, 5, 4, 3, 2, 1].map((i) => expect.stringContaining(`created the promotion Promo ${i}.`)),
  );
  const entries = await allRows(shop, { of: "SAME", limit: 3 });
  expect([entries.rows.length, entries.pages]).toEqual([7, 3]);
  expect(new Set([...calls.rows, ...entries.rows].map(({ change_id }) => change_id)).size).toBe(14);
  expect(await refused(shop, "changes_list", { cursor: "made up" })).toMatchObject({
    code: "invalid_value",
    errors: [{ path: "cursor" }],
  });
});

test("a day of one key is a page of up to 100 changes, in the form that changes_undo takes", async () => {
  const shop = await openShop();
  const { key } = await newKey(shop, "Agent au nom plutôt long, pour la boutique");
  const name = "vase-en-ceramique-emaillee-bleu-et-blanc-de-tipaza";
  for (let i = 0; i < 10; i++) await shop.product({ slug: `${name}-${i}`, sku: `V-${i}`, price: 1000, stock: 5 });
  await at("2026-03-10T10:00:00Z", async () => {
    for (let i = 0; i < 100; i++) {
      await runTool(shop, "products_save", { product: `V-${i % 10}`, price: 10 + i + 1, vendor: `Atelier ${i}` }, key);
    }
  });
  await promotion(shop, "Other");

  const { data, total, next_cursor } = await listed(shop, {
    actor: "agent au nom plutôt long, pour la boutique",
    from: "2026-03-10",
    to: "2026-03-10",
    limit: 100,
  });
  expect([data.length, total, next_cursor]).toEqual([100, 100, null]);
  for (const { sentence } of data) expect(sentence).toMatch(/products_save: \w+ of vase-en-ceramique/);
  const changes = data.map(({ change_id }: { change_id: string }) => change_id);
  await runTool(shop, "changes_undo", { changes, dry_run: true });
  await runTool(shop, "changes_undo", { changes: changes.slice(0, 10) });
  expect((await shop.get(`/products/${name}-0`)).body).toMatchObject({ price: 91, vendor: "Atelier 80" });
});

test("a call that changed 5,000 things is one line, and its rows are pages", async () => {
  const shop = await openShop();
  const { change_id } = await promotion(shop, "Promo");
  await shop.transact((db) =>
    db.run(sql`
      insert into audit_log (site_id, id, change_id, actor_id, actor, tool, entity, entity_id, label, before, after, created_at)
      select a.site_id, gen_random_uuid(), a.change_id, a.actor_id, a.actor, a.tool, 'product', 'p' || i, 'product-' || i,
        '{"status":"draft"}', '{"status":"active"}', a.created_at
      from audit_log a
      cross join generate_series(1, 4999) i
      where a.site_id = ${shop.id} and a.change_id = ${change_id}
      on conflict do nothing
    `),
  );

  expect((await listed(shop)).data).toHaveLength(1);
  const { rows, pages } = await allRows(shop, { change: change_id, limit: 100 });
  expect([rows.length, pages]).toEqual([5000, 50]);
  expect(new Set(rows.map(({ label }) => label)).size).toBe(5000);
  expect((await listed(shop, { change: change_id, limit: 1 })).total).toBe(5000);
});

test("counts up to 10,000, and says when more match", async () => {
  const shop = await openShop();
  const { id, change_id } = await promotion(shop, "Promo");
  const multiply = (count: number) =>
    shop.transact(async (db) => {
      await db.run(sql`
        insert into audit_log (site_id, id, change_id, actor_id, actor, tool, entity, entity_id, label, created_at)
        select a.site_id, gen_random_uuid(), a.change_id, a.actor_id, a.actor, a.tool, a.entity, a.entity_id, a.label, a.created_at
        from audit_log a
        cross join generate_series(1, ${count}::integer)
        where a.site_id = ${shop.id} and a.change_id = ${change_id}
        on conflict do nothing
      `);
      await db.run(sql`
        insert into audit_calls (site_id, id, actor_id, actor, operation, area, scopes, summary, created_at)
        select c.site_id, gen_random_uuid(), c.actor_id, c.actor, c.operation, c.area, c.scopes, c.summary, c.created_at
        from audit_calls c
        cross join generate_series(1, ${count}::integer)
        where c.site_id = ${shop.id} and c.id = ${change_id}
        on conflict do nothing
      `);
    });

  await multiply(9_999);
  for (const args of [{}, { of: id }]) {
    const all = await listed(shop, { limit: 1, ...args });
    expect(all).toMatchObject({ total: 10_000 });
    expect(all).not.toHaveProperty("total_is_partial");
  }
  await multiply(1);
  for (const args of [{}, { of: id }, { operation: "promotions_save", actor: "First secret key" }]) {
    const { data, text } = await call(shop, "changes_list", { limit: 1, ...args });
    expect(data).toMatchObject({ total: 10_000, total_is_partial: true });
    expect(text).toMatch(/^more than 10000 (calls|changes); 1 shown\.$/);
  }
});
