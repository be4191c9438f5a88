import type { Client } from "pg";
import { saveCategory } from "../../../src/catalog/catalog.ts";
import type { Database, SiteDb, Tenant } from "../../../src/db/database.ts";
import { migrate } from "../../../src/db/migrate.ts";
import { darElBahdja } from "../../../src/demo/dar-el-bahdja/store.ts";
import { loadDemoStore } from "../../../src/demo/demo.ts";
import { findStoreBySlug } from "../../../src/store/store.ts";
import { withClient, withDatabase } from "../../harness/database.ts";
import { tenantOf } from "../../harness/stores.ts";
import { addProducts } from "./products.ts";
import { SALES_STATEMENTS } from "./sales.ts";
import { SETTINGS_STATEMENTS } from "./settings.ts";
import { addSmallStores } from "./small-stores.ts";
import { word } from "./words.ts";

/** How much a store has beside what the demo gives it. Its products have 2.8 variants on average. */
export interface StoreSize {
  products: number;
  orders: number;
  customers: number;
  auditRows: number;
  collections: number;
  /** Pages, and as many posts. */
  articles: number;
  /** Menus, promotions and keys, each. */
  settings: number;
  /** Uploaded pictures. */
  files: number;
}

export interface FilledStore {
  slug: string;
  secretKey: string;
  publishableKey: string;
  tenant: Tenant;
}

export interface FillOptions {
  /** The stores that are asked, by their slug. */
  stores: Record<string, StoreSize>;
  /** Those beside them. */
  smallStores: number;
  small: StoreSize;
  /** Told after each step: which part of the whole work is done, from 0 to 1. */
  onProgress?: (done: number) => void;
}

/** The part of the time that the products take, and how much less a copied one takes than one that is made. */
const PRODUCTS_PART = 0.5;
const COPIED_PART = 0.5;

/**
 * Migrates an empty database and fills it. Every store that is asked is the demo store with more of everything. Works as
 * the owner of the tables, without triggers, and builds the indexes at the end.
 */
export async function fill(url: string, options: FillOptions): Promise<FilledStore[]> {
  await migrateEmpty(url);
  return withDatabase(url, (database) => withClient(url, (client) => fillStores(database, client, options)));
}

async function fillStores(database: Database, client: Client, options: FillOptions): Promise<FilledStore[]> {
  const { stores, onProgress = () => {} } = options;
  const filled: FilledStore[] = [];
  for (const slug of Object.keys(stores)) filled.push(await openStore(database, slug));

  await client.query(
    "set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'",
  );
  const rebuildIndexes = await dropIndexes(client);
  await addAllProducts(client, database, filled, options);
  const statements = [
    ...sizesOf(filled, options),
    ...SALES_STATEMENTS,
    ...SETTINGS_STATEMENTS,
    ...rebuildIndexes,
    "vacuum analyze",
  ];
  for (const [i, statement] of statements.entries()) {
    await client.query(statement);
    onProgress(PRODUCTS_PART + ((1 - PRODUCTS_PART) * (i + 1)) / statements.length);
  }
  return filled;
}

export const migrateEmpty = (url: string): Promise<unknown> =>
  withDatabase(url, (_database, driver) => migrate(driver));

export async function openStore(database: Database, slug: string): Promise<FilledStore> {
  const keys = await loadDemoStore(database, { ...darElBahdja, slug });
  const { id = "" } = (await findStoreBySlug(database.directory, slug)) ?? {};
  return { slug, secretKey: keys.secret_key, publishableKey: keys.publishable_key, tenant: tenantOf(id) };
}

/** Drops the indexes that no constraint needs. Returns the statements that create them again. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select c.relname as name, pg_get_indexdef(c.oid) as definition
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = i.indexrelid)
  `);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function addAllProducts(
  client: Client,
  database: Database,
  filled: FilledStore[],
  { stores, smallStores, small, onProgress = () => {} }: FillOptions,
): Promise<void> {
  const made = Object.values(stores).reduce((sum, { products }) => sum + products, 0);
  const total = made + COPIED_PART * smallStores * small.products;
  let done = 0;
  const add = (products: number) => {
    done += products;
    onProgress((PRODUCTS_PART * done) / total);
  };
  for (const { slug, tenant } of filled) {
    const categories = await database.transact(tenant, addCategories);
    for await (const added of addProducts(client, tenant.siteId, categories, stores[slug]!.products)) add(added);
  }
  for await (const copied of addSmallStores(client, database, smallStores, small.products)) add(COPIED_PART * copied);
}

const MAIN_CATEGORIES = 10;
const SUBCATEGORIES = 9;

async function addCategories(db: SiteDb): Promise<{ id: string; name: string }[]> {
  const plain = { description: null, image_url: null, is_active: true };
  const made: { id: string; name: string }[] = [];
  for (let i = 0; i < MAIN_CATEGORIES; i++) {
    const name = `Rayon ${word(i + 40)}`;
    const parent_id = await saveCategory(db, { ...plain, slug: `rayon-${i}`, name, parent_id: null, position: i });
    for (let j = 0; j < SUBCATEGORIES; j++) {
      const below = { slug: `rayon-${i}-${j}`, name: `${name} ${word(i * 9 + j + 60)}`, parent_id, position: j };
      made.push({ id: await saveCategory(db, { ...plain, ...below }), name: below.name });
    }
  }
  return made;
}

/** Statements that write the size of every store into a temporary table. */
function sizesOf(filled: FilledStore[], { stores, small }: FillOptions): string[] {
  const columns = "products, orders, customers, audit_rows, collections, articles, settings, files";
  const valuesOf = ({ products, orders, customers, auditRows, collections, articles, settings, files }: StoreSize) =>
    [products, orders, customers, auditRows, collections, articles, settings, files].join(", ");
  const asked = filled.map(({ slug, tenant }) => `('${tenant.siteId}'::uuid, ${valuesOf(stores[slug]!)})`);
  return [
    `create temp table filled_stores (site_id uuid, ${columns.replaceAll(",", " integer,")} integer, variants integer)`,
    `insert into filled_stores values ${asked.join(", ")}`,
    `insert into filled_stores select id, ${valuesOf(small)} from sites where slug like 'small-%'`,
    "analyze filled_stores",
  ];
}
