import {
  findOrCreateCategory,
  type ProductInput,
  productDefaults,
  saveProduct,
  variantDefaults,
} from "../catalog/catalog.ts";
import { newId } from "../core/ids.ts";
import { toMinor } from "../core/money.ts";
import type { Database, SiteDb, Tenant } from "../db/database.ts";
import { tenantOf } from "../db/tenant.ts";
import { createStore, findStoreBySlug } from "../store/store.ts";

const BATCH_SIZE = 200;

/**
 * Creates stores `load-1`, `load-2`, … with products distributed evenly, for load tests. The products are the same in every
 * run, so that a second run changes nothing. Yields the number of products of each transaction.
 */
export async function* createLoadTestStores(
  database: Database,
  { products, stores }: { products: number; stores: number },
): AsyncGenerator<number> {
  for (let store = 1; store <= stores; store++) {
    const storeProducts = Math.floor((products * store) / stores) - Math.floor((products * (store - 1)) / stores);
    const tenant = await findOrCreateStore(database, store);
    const categories = await database.transact(tenant, findOrCreateCategories);
    for (let from = 0; from < storeProducts; from += BATCH_SIZE) {
      const count = Math.min(BATCH_SIZE, storeProducts - from);
      await insertProducts(database, { ...tenant, now: new Date().toISOString() }, categories, from, count);
      yield count;
    }
  }
}

async function findOrCreateStore(database: Database, number: number): Promise<Tenant> {
  const slug = `load-${number}`;
  const existing = await findStoreBySlug(database.directory, slug);
  const site_id = existing?.id ?? newId();
  const tenant = tenantOf({ site_id, currency: "DZD", country: "DZ", locale: "fr", time_zone: null });
  if (!existing)
    await database.transact(tenant, (db) => createStore(db, { slug, name: `Load ${number}`, locale: "fr" }));
  return tenant;
}

async function findOrCreateCategories(db: SiteDb): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { category } of KINDS) ids.set(category, (await findOrCreateCategory(db, category))?.id ?? "");
  return ids;
}

const insertProducts = (
  database: Database,
  tenant: Tenant,
  categories: Map<string, string>,
  from: number,
  count: number,
): Promise<void> =>
  database.transact(tenant, async (db) => {
    for (let number = from; number < from + count; number++) {
      const { category } = pick(KINDS, number);
      const input = product(number, categories.get(category) ?? null, tenant.currency);
      await saveProduct(db, input, { categoryName: category });
    }
  });

const KINDS = [
  { category: "Tapis", name: "Tapis", arabic: "زربية" },
  { category: "Robes", name: "Robe", arabic: "فستان" },
  { category: "Cuisine", name: "Plat", arabic: "طبق" },
  { category: "Bijoux", name: "Bracelet", arabic: "سوار" },
  { category: "Épicerie", name: "Huile", arabic: "زيت" },
  { category: "Chaussures", name: "Babouches", arabic: "بلغة" },
  { category: "Sacs", name: "Sac", arabic: "حقيبة" },
  { category: "Lampes", name: "Lampe", arabic: "مصباح" },
] as const;
const STYLES = [
  "berbère",
  "moderne",
  "ancien",
  "brodé",
  "gravé",
  "tissé",
  "peint",
  "doré",
  "rustique",
  "royal",
  "léger",
];
const PLACES = [
  "Ghardaïa",
  "Tlemcen",
  "Oran",
  "Constantine",
  "Tizi Ouzou",
  "Béjaïa",
  "Annaba",
  "Biskra",
  "Sétif",
  "Médéa",
  "Alger",
  "Djelfa",
  "Batna",
];
const SIZES = ["S", "M", "L", "XL"];

const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

function product(number: number, category_id: string | null, currency: string): ProductInput {
  const kind = pick(KINDS, number);
  const style = pick(STYLES, Math.floor(number / KINDS.length));
  const place = pick(PLACES, number * 7);
  const sizes = number % 3 === 0 ? SIZES : [];
  const price = toMinor(500 + ((number * 37) % 400) * 50, currency);
  const variant = (size: string | undefined, i: number) => ({
    ...variantDefaults,
    option_values: size === undefined ? {} : { Taille: size },
    sku: `LOAD-${number}${size === undefined ? "" : `-${size}`}`,
    price: price + i * toMinor(200, currency),
    inventory_quantity: (number * 13 + i * 5) % 60,
    weight: 500,
    weight_unit: "g" as const,
  });
  return {
    ...productDefaults,
    slug: `produit-${number + 1}`,
    name: `${kind.name} ${style} de ${place} n° ${number + 1} – ${kind.arabic}`,
    description: `<p>${kind.name} ${style}, choisi à ${place} pour vous. Livraison partout en Algérie, paiement à la réception.</p>`,
    status: "active",
    category_id,
    vendor: `Maison ${place}`,
    product_type: kind.name,
    tags: [style, kind.arabic],
    images: [{ url: `/media/demo/rug/produit-${number + 1}-1.svg`, alt: kind.name }],
    options: sizes.length > 0 ? [{ name: "Taille", values: sizes }] : [],
    variants: sizes.length > 0 ? sizes.map(variant) : [variant(undefined, 0)],
    charge_tax: true,
  };
}
