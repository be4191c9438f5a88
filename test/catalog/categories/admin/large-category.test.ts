import { Type } from "typebox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "../../../../src/app.ts";
import { ALL_PRODUCTS } from "../../../../src/db/changes.ts";
import { Database } from "../../../../src/db/database.ts";
import { openPostgres } from "../../../../src/db/postgres/postgres.ts";
import { sql } from "../../../../src/db/sql.ts";
import { Keyring } from "../../../../src/keys/keys.ts";
import { openShop, type Shop, settingsWith, tokens } from "../../../support/app.ts";
import { categoryIn } from "../../../support/mcp-tasks.ts";
import { call, callConfirmed } from "../../../support/operations.ts";
import { createOwnDatabase } from "../../../support/own-database.ts";

/** More than the server changes in one statement. */
const PRODUCTS = 3000;
const SMALL_STORES = 20;

let shop: Shop;
let app: Awaited<ReturnType<typeof buildApp>>;

/**
 * A store that has grown since PostgreSQL gathered statistics: it expects one product of each store, and reads them in the order in which they
 * were written.
 */
beforeAll(async () => {
  const url = await createOwnDatabase();
  const owner = openPostgres(url, { poolSize: 1, statementTimeout: 60_000, role: "login" });
  const driver = openPostgres(`${url}?options=-c%20enable_indexscan%3Doff`, { poolSize: 3, statementTimeout: 60_000 });
  afterAll(() => Promise.all([app.close(), owner.close(), driver.close()]));
  await owner.exec("alter table products set (autovacuum_enabled = false)");
  const over = new Database(driver, { checks: true });
  const parts = { settings: settingsWith(), database: over, keyring: new Keyring(over), tokens };
  app = await buildApp({ ...parts, readiness: async () => ({ reads: true, writes: true }) });
  for (let i = 0; i < SMALL_STORES; i++) await (await openShop({ over, via: app })).product({ slug: "only" });
  await owner.exec("analyze products");
  shop = await openShop({ over, via: app });
  const category_id = await categoryIn(shop, "lampes", "Lampes");
  await shop.product({ slug: "first", name: "Lustre", category_id, category: "Lampes" });
  await shop.transact((db) => {
    db.changed(ALL_PRODUCTS);
    return db.run(sql`
    insert into products (
      site_id, id, slug, name, status, tags, options, images, is_physical, charge_tax, sort_name, min_price, max_price,
      search, option_pairs, category_id, created_at, updated_at
    )
    select site_id, gen_random_uuid(), 'copy-' || i, name, status, tags, options, images, is_physical, charge_tax,
      sort_name, min_price, max_price, search, option_pairs, category_id, created_at, updated_at
    from products, generate_series(2, ${PRODUCTS}::integer) i
    where site_id = ${shop.id} and slug = 'first'
  `);
  });
});

/** The number of products that the words find, by the search vector that both shoppers and merchants search. */
async function countFound(word: string): Promise<number> {
  const [row] = await shop.rows(
    Type.Object({ count: Type.Integer() }),
    sql`select count(*) from products where site_id = ${shop.id} and search @@ ${word}::tsquery`,
  );
  return row?.count ?? 0;
}

test("a category of more products than one statement changes is renamed in all of them, and deleted from all", async () => {
  expect(await countFound("lampes")).toBe(PRODUCTS);

  const args = { category: "lampes", name: "Luminaires" };
  const { problem: unsaved } = await call(shop, "categories_save", args, shop.secret_key, app);
  expect(unsaved).toBeUndefined();
  expect([await countFound("lampes"), await countFound("luminaires")]).toEqual([0, PRODUCTS]);

  const category = { kind: "category", item: "lampes" };
  const { problem: undeleted } = await callConfirmed(shop, "catalog_delete", category, shop.secret_key, app);
  expect(undeleted).toBeUndefined();
  expect(await countFound("luminaires")).toBe(0);
  expect(await countFound("lustre")).toBe(PRODUCTS);
});
