import { saveCategory, saveCollection, saveProduct } from "../catalog/catalog.ts";
import { saveArticle } from "../content/content.ts";
import { newId } from "../core/ids.ts";
import { hashPassword } from "../customers/customers.ts";
import type { Database, SiteDb } from "../db/database.ts";
import { tenantOf } from "../db/tenant.ts";
import { createFirstKeys } from "../keys/keys.ts";
import { createStore, findStoreBySlug, type MenuItem, saveMenu } from "../store/store.ts";
import { atelierNord } from "./atelier-nord/store.ts";
import { darElBahdja } from "./dar-el-bahdja/store.ts";
import type { DemoFile } from "./demo-file.ts";
import { loadOrders, type Slugs } from "./load-orders.ts";
import { toProductInput } from "./product-from-demo.ts";
import type { DemoMenuItem, DemoStore } from "./shapes.ts";

const DAY_MS = 86_400_000;

/** The password of all demo customers. */
const DEMO_PASSWORD = "bahdja-demo";

/** The demo stores, in the order of presentation. */
export const demoStores: DemoStore[] = [darElBahdja, atelierNord];

/** Creates a demo store with all its data and two API keys; for an existing store, only two new keys. */
export async function loadDemoStore(database: Database, store: DemoStore): Promise<DemoFile["stores"][number]> {
  const { slug, name } = store;
  const existing = await findStoreBySlug(database.directory, slug);
  const tenant = tenantOf({ ...store, site_id: existing?.id ?? newId() });
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const keys = await database.transact(tenant, async (db) => {
    // What a demo store has is told to nobody: it did not happen.
    if (!existing) await fillStore({ ...db, happened: () => {} }, store, passwordHash);
    return createFirstKeys(db);
  });
  return { slug, name, ...keys };
}

async function fillStore(db: SiteDb, store: DemoStore, passwordHash: string): Promise<void> {
  const { slug, name, description, locale, time_zone, primary_color, custom_domain, logo_url } = store;
  const { contact_info, social_links, theme_settings, settings, shipping_methods } = store;
  await createStore(db, {
    slug,
    name,
    description,
    locale,
    time_zone,
    primary_color,
    custom_domain,
    logo_url,
    contact_info,
    social_links,
    theme_settings,
    settings,
    shipping_methods,
  });
  const slugs = await loadCatalogue(db, store);
  await loadContent(db, store);
  await loadOrders(db, store, slugs, passwordHash);
}

async function loadCatalogue(
  db: SiteDb,
  { categories, products, collections }: Pick<DemoStore, "categories" | "products" | "collections">,
): Promise<Slugs> {
  const ids = new Map<string, string>();
  for (const [position, { slug, name, description, parent, is_active = true }] of categories.entries()) {
    const parent_id = parent === null ? null : (ids.get(parent) ?? null);
    ids.set(slug, await saveCategory(db, { slug, name, description, parent_id, position, is_active, image_url: null }));
  }

  const names = new Map(categories.map(({ slug, name }) => [slug, name]));
  const productIds = new Map<string, string>();
  // Products get different creation times, so that sorting by "newest" is visible.
  for (const [i, product] of products.entries()) {
    const made_at = new Date(Date.parse(db.now) - (products.length - i) * DAY_MS).toISOString();
    const input = toProductInput(product, db.currency, ids);
    const categoryName = names.get(product.category) ?? null;
    const saved = await saveProduct({ ...db, now: made_at }, input, { categoryName });
    productIds.set(product.slug, saved.id);
  }

  const collectionIds = new Map<string, string>();
  for (const [position, { products: slugs, is_active = true, ...collection }] of collections.entries()) {
    const image_url = `/media/demo/banner/${collection.slug}-1.svg`;
    const whole = { ...collection, is_active, image_url, position, seo_title: null, seo_description: null };
    collectionIds.set(collection.slug, await saveCollection(db, whole, slugs));
  }
  return { products: productIds, collections: collectionIds, categories: ids };
}

async function loadContent(db: SiteDb, { menus, articles }: Pick<DemoStore, "menus" | "articles">): Promise<void> {
  for (const { handle, title, items } of menus) await saveMenu(db, { handle, title, items: positioned(items) });
  for (const { kind, published_days_ago = 30, is_published = true, ...article } of articles) {
    await saveArticle(db, kind, {
      ...article,
      content: null,
      featured_image: kind === "post" ? `/media/demo/banner/${article.slug}-1.svg` : null,
      is_published,
      published_at: new Date(Date.parse(db.now) - published_days_ago * DAY_MS).toISOString(),
      seo_title: null,
      seo_description: null,
    });
  }
}

const positioned = (items: DemoMenuItem[] = []): MenuItem[] =>
  items.map(({ title, url, type, children }, i) => ({
    title,
    url,
    type,
    position: i + 1,
    children: positioned(children),
  }));
