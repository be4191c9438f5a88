import { Type } from "typebox";
import type { Database, SiteDb } from "../../src/db/database.ts";
import { raw, type Sql, sql } from "../../src/db/sql.ts";
import type { TestDatabase } from "../harness/database.ts";
import type { PostgresOptions } from "../harness/postgres.ts";
import type { ProcessOptions, Server } from "../harness/server.ts";
import { tenantOf } from "../harness/stores.ts";
import type { FaultContext } from "./fault.ts";
import { auditOrders, type SeededStore, seed } from "./stores-and-orders.ts";

/** Two stores on one server: `crowd` is flooded, and `other` must not be affected. */
export interface TwoStores {
  server: Server;
  database: TestDatabase;
  crowd: SeededStore;
  other: SeededStore;
}

/** The maximum number of products that are saved one by one; the other products are copies of them. */
const MAX_CREATED = 100;

interface TwoStoresOptions {
  /** The number of products of the first store. */
  products: number;
  /** Settings of the server. */
  environment?: Record<string, string>;
  options?: ProcessOptions;
  /** Options of PostgreSQL. */
  postgres?: PostgresOptions;
}

/** Starts a server with two stores. */
export async function openTwoStores(
  context: FaultContext,
  { products, environment = {}, options = {}, postgres = {} }: TwoStoresOptions,
): Promise<TwoStores> {
  const database = await context.newDatabase(postgres);
  const made = Math.min(products, MAX_CREATED);
  context.say(`making ${products} products`);
  const [crowd, other] = await database.use(async (opened) => {
    const stores = await seed(opened, { stores: 2, products: made * 2 });
    if (stores[0] && products > made) await copyProducts(opened, stores[0], Math.round(products / made) - 1);
    return stores;
  });
  if (!crowd || !other) throw new Error("there are not two stores");
  await database.use(({ directory }) => directory.run(sql`analyze`));
  const server = await context.startServer({ ...database.environment, ...environment }, options);
  return { server, database, crowd, other };
}

/** Additional options of the products, so that a filter by five options finds products. */
const OPTIONS = { Couleur: "Rouge", Matière: "Laine", Longueur: "2 m", Tissage: "Main" };

/** Makes this many copies of each product of a store, with its variants and four additional options. */
async function copyProducts(database: Database, store: SeededStore, copies: number): Promise<void> {
  const options = JSON.stringify(Object.entries(OPTIONS).map(([name, value]) => ({ id: name, name, values: [value] })));
  const values = JSON.stringify(OPTIONS);
  const copyOf = (id: string) => raw(`md5(${id}::text || copy)::uuid`);
  await database.transact(tenantOf(store.id), async (db) => {
    const products = await columnsOf(db, "products");
    await db.run(sql`
      insert into products (${products}) select ${products} from (
        select made.* from products original, generate_series(1, ${copies}::int) copy,
          lateral jsonb_populate_record(original, jsonb_build_object(
            'id', ${copyOf("original.id")}, 'slug', original.slug || '-' || copy,
            'options', original.options || ${options}::jsonb)) made
        where original.site_id = ${db.siteId} and original.id <> ${store.product_id}) copied
      on conflict do nothing`);
    const variants = await columnsOf(db, "variants");
    await db.run(sql`
      insert into variants (${variants}) select ${variants} from (
        select made.* from variants original, generate_series(1, ${copies}::int) copy,
          lateral jsonb_populate_record(original, jsonb_build_object(
            'id', ${copyOf("original.id")}, 'product_id', ${copyOf("original.product_id")},
            'option_values', original.option_values || ${values}::jsonb)) made
        where original.site_id = ${db.siteId} and original.product_id <> ${store.product_id}) copied
      on conflict do nothing`);
    await db.run(sql`
      insert into stock_movements (site_id, id, variant_id, quantity, reason, created_at)
      select variant.site_id, variant.id, variant.id, variant.inventory_quantity, 'opening', now()
      from variants variant
      where variant.site_id = ${db.siteId} and not exists (
        select from stock_movements moved
        where moved.site_id = variant.site_id and moved.variant_id = variant.id)`);
  });
}

/** Returns the names of a table's columns, without generated columns. */
async function columnsOf(db: SiteDb, table: string): Promise<Sql> {
  const columns = await db.many(
    Type.Object({ name: Type.String() }),
    sql`
      select attname::text as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  );
  return raw(columns.map(({ name }) => name).join(", "));
}

/** Stops the server, checks the data of both stores, and counts the lost orders. */
export async function auditStores(
  { server, database, crowd, other }: TwoStores,
  acknowledged: { crowd?: string[]; other: string[] },
): Promise<{ acknowledged: number; lost: number; invariants: string[] }> {
  await server.stop();
  const { crowd: ofCrowd = [], other: ofOther } = acknowledged;
  return database.use((opened) =>
    auditOrders(opened, [
      { store: crowd, acknowledged: ofCrowd },
      { store: other, acknowledged: ofOther },
    ]),
  );
}
