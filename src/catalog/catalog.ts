import { newId } from "../core/ids.ts";
import { words } from "../core/text/fold.ts";
import { LostRace, type SiteDb } from "../db/database.ts";
import { type CategoryRow, findCategory, type LockedCategory, upsertCategory } from "./categories/queries.ts";
import { addToCollection, clearCollection, type NewCollection, upsertCollection } from "./collections/queries.ts";
import { productsWithSku, requireProductIds } from "./editing/product-refs.ts";

export { requireCategoryRef } from "./categories/admin.ts";
export type { LockedCategory } from "./categories/queries.ts";
export { requireCollectionRefs } from "./collections/admin.ts";
export { storedInMajor } from "./editing/admin-view.ts";
export type { ProductInput, VariantInput } from "./editing/input.ts";
export { MAX_ENTRY, MAX_VARIANTS } from "./editing/limits.ts";
export { productDefaults, variantDefaults } from "./editing/product-fields.ts";
export { lockToSave, type Saved, saveProduct } from "./editing/save.ts";
export { lockVariantRefs } from "./inventory/admin.ts";
export { stockPutBack } from "./inventory/queries.ts";
export { returnStock, type SoldLine, takeStock } from "./inventory/stock.ts";
export { showProduct } from "./products/products.ts";
export { categoryIds, collectionIds, priceOf as priceLines } from "./products/promotion-target-queries.ts";

export { productsWithSku, requireProductIds };

/** Makes a category, or replaces the one of this slug; returns its id. */
export async function saveCategory(
  db: SiteDb,
  category: Omit<CategoryRow, "id"> & { is_active: boolean },
): Promise<string> {
  const id = newId();
  return (await upsertCategory(db, { id, ...category }))?.id ?? id;
}

/**
 * The category of this name, made at the top of the tree when there is none; undefined when it would be made in a dry
 * run. Nobody renames it or takes it away until the transaction ends: search finds its products by its name.
 */
export async function requireCategory(
  db: SiteDb,
  name: string,
  { dryRun = false } = {},
): Promise<LockedCategory | undefined> {
  const slug = words(name).join("-") || "category";
  const found = await findCategory(db, name, slug, { toHold: !dryRun });
  if (found || dryRun) return found;
  const id = newId();
  const made = await upsertCategory(db, {
    id,
    name,
    slug,
    description: null,
    image_url: null,
    parent_id: null,
    position: 0,
    is_active: true,
  });
  if (made?.id !== id) throw new LostRace("another made the category");
  return { id, name };
}

/**
 * Makes a collection, or replaces the one of this slug and what is in it, in the order of `products`, their slugs;
 * returns its id. Throws `product_not_found`.
 */
export async function saveCollection(
  db: SiteDb,
  collection: Omit<NewCollection, "id">,
  products: string[],
): Promise<string> {
  const made = await upsertCollection(db, { id: newId(), ...collection });
  if (!made) throw new Error("an upsert returned nothing");
  await clearCollection(db, made.id);
  await addToCollection(db, made.id, await requireProductIds(db, products));
  return made.id;
}
