import {
  type ProductInput,
  productDefaults,
  saveCollection,
  saveProduct,
  variantDefaults,
} from "../../src/catalog/catalog.ts";
import { saveArticle } from "../../src/content/content.ts";
import { newId } from "../../src/core/ids.ts";
import { asStored } from "../../src/core/media.ts";
import type { Database, SiteDb, Tenant } from "../../src/db/database.ts";
import { createLoadTestStores } from "../../src/demo/load-test-stores.ts";
import { createFirstKeys } from "../../src/keys/keys.ts";
import { saveShippingRates } from "../../src/shipping/shipping.ts";
import { createStore, findStoreBySlug, type MenuItem, saveMenu } from "../../src/store/store.ts";

/** The stores that are measured. Every run makes the same ones, except for ids and keys. */

export interface Store {
  id: string;
  publishable_key: string;
  secret_key: string;
  /** The ids of its products that have no options. */
  products: string[];
}

/** The headers of a shopper's request to a store. */
export const headersOf = ({ publishable_key }: Pick<Store, "publishable_key">) => ({ "x-api-key": publishable_key });

const PRODUCTS = 1000;
const COLLECTIONS = 10;
const PRODUCTS_PER_COLLECTION = 100;

/** The tenant of each of these stores. */
export const tenantOf = (siteId: string): Tenant => ({
  siteId,
  currency: "DZD",
  country: "DZ",
  locale: "fr",
  timeZone: null,
  now: new Date().toISOString(),
  mediaUrl: asStored,
});

/** Creates the store that reads are measured on: 1,000 products, 10 collections, 2 menus and 12 pages. */
export async function createReadStore(database: Database): Promise<Store> {
  for await (const _ of createLoadTestStores(database, { stores: 1, products: PRODUCTS }));
  const found = await findStoreBySlug(database.directory, "load-1");
  if (!found) throw new Error("the store was not made");
  return database.transact(tenantOf(found.id), async (db) => {
    await saveCollections(db);
    await saveContent(db);
    return { id: found.id, products: [], ...(await createFirstKeys(db)) };
  });
}

/** Saves ten collections of a hundred products each, of the products `produit-1` to `produit-1000`. */
async function saveCollections(db: SiteDb): Promise<void> {
  for (let i = 0; i < COLLECTIONS; i++) {
    const slugs = Array.from(
      { length: PRODUCTS_PER_COLLECTION },
      (_, j) => `produit-${i * PRODUCTS_PER_COLLECTION + j + 1}`,
    );
    const collection = {
      slug: `collection-${i + 1}`,
      title: `Collection ${i + 1}`,
      description: `Les produits de la collection ${i + 1}.`,
      image_url: `/media/demo/banner/collection-${i + 1}-1.svg`,
      is_active: true,
      sort_order: "manual" as const,
      position: i,
      seo_title: null,
      seo_description: null,
    };
    await saveCollection(db, collection, slugs);
  }
}

/** Saves two menus and twelve pages. */
async function saveContent(db: SiteDb): Promise<void> {
  const item = (i: number, children: MenuItem[]): MenuItem => ({
    title: `Rayon ${i + 1}`,
    url: `/collections/collection-${i + 1}`,
    type: "collection",
    position: i + 1,
    children,
  });
  const items = Array.from({ length: 6 }, (_, i) =>
    item(
      i,
      [0, 1, 2, 3].map((j) => item(j, [])),
    ),
  );
  for (const handle of ["main-menu", "footer"]) await saveMenu(db, { handle, title: handle, items });
  for (let i = 0; i < 12; i++) {
    await saveArticle(db, "page", {
      slug: `page-${i + 1}`,
      title: `Page ${i + 1}`,
      type: "custom",
      description: "Une page de la boutique.",
      body: `<p>${"Livraison partout en Algérie, paiement à la réception. ".repeat(40)}</p>`,
      content: null,
      featured_image: null,
      is_published: true,
      published_at: "2025-01-01T00:00:00.000Z",
      seo_title: null,
      seo_description: null,
    });
  }
}

export interface SellingStoreOptions {
  slug: string;
  /** The number of products. */
  products?: number;
  /** Units of each variant. The default is so much that nothing sells out. */
  stock?: number;
  /** What a product has instead of the defaults; `number` counts from 0. */
  describe?(number: number, stock: number): Partial<ProductInput>;
}

/** Creates a store with delivery rates that sells products, by default without options. */
export async function createSellingStore(
  database: Database,
  { slug, products = PRODUCTS, stock = 100_000_000, describe }: SellingStoreOptions,
): Promise<Store> {
  const id = newId();
  const saved = { id, products: [] as string[] };
  const keys = await database.transact(tenantOf(id), async (db) => {
    await createStore(db, { slug, name: slug, locale: "fr" });
    await saveShippingRates(db, [{ region: "*", method: "home", price: 80_000, free_above: null }]);
    return createFirstKeys(db);
  });
  for (let from = 0; from < products; from += 200) {
    saved.products.push(
      ...(await database.transact(tenantOf(id), async (db) => {
        const ids: string[] = [];
        for (let i = from; i < Math.min(products, from + 200); i++) {
          const product = { ...simpleProduct(i, stock), ...describe?.(i, stock) };
          const saved = await saveProduct(db, product, { categoryName: null });
          if (product.options.length === 0) ids.push(saved.id);
        }
        return ids;
      })),
    );
  }
  return { ...saved, ...keys };
}

const simpleProduct = (number: number, stock: number): ProductInput => ({
  ...productDefaults,
  slug: `article-${number + 1}`,
  name: `Article ${number + 1}`,
  status: "active",
  category_id: null,
  images: [{ url: `/media/demo/rug/article-${number + 1}-1.svg`, alt: "Article" }],
  options: [],
  variants: [
    { ...variantDefaults, sku: `ART-${number + 1}`, price: 100_000 + number * 1000, inventory_quantity: stock },
  ],
});

/** Creates a store that is read like the store for reads, and sells at the same time. */
export async function createBusyStore(database: Database): Promise<Store> {
  const store = await createSellingStore(database, { slug: "busy", describe: describeForShoppers });
  await database.transact(tenantOf(store.id), async (db) => {
    await saveCollections(db);
    await saveContent(db);
  });
  return store;
}

const KINDS = ["Tapis", "Robe", "Plat", "Bracelet", "Huile", "Babouches", "Sac", "Lampe"];
const STYLES = ["berbère", "moderne", "ancien", "brodé", "gravé", "tissé", "peint"];
const PLACES = ["Ghardaïa", "Tlemcen", "Oran", "Constantine", "Béjaïa", "Annaba", "Biskra", "Sétif", "Alger"];
const SIZES = ["S", "M", "L", "XL"];

/** As much to read and to search as in the store for reads; one product in three has sizes. */
function describeForShoppers(number: number, stock: number): Partial<ProductInput> {
  const pick = (list: string[], n: number): string => list[n % list.length] ?? "";
  const [kind, style, place] = [pick(KINDS, number), pick(STYLES, Math.floor(number / 8)), pick(PLACES, number * 7)];
  const about = {
    slug: `produit-${number + 1}`,
    name: `${kind} ${style} de ${place} n° ${number + 1}`,
    description: `<p>${kind} ${style}, choisi à ${place} pour vous. Livraison partout en Algérie, paiement à la réception.</p>`,
    vendor: `Maison ${place}`,
    product_type: kind,
    tags: [style],
  };
  if (number % 3 !== 0) return about;
  const variants = SIZES.map((size) => ({
    ...variantDefaults,
    option_values: { Taille: size },
    sku: `ART-${number + 1}-${size}`,
    price: 100_000 + number * 1000,
    inventory_quantity: stock,
  }));
  return { ...about, options: [{ name: "Taille", values: SIZES }], variants };
}
