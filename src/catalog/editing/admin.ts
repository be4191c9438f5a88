import { type Changed, requireFresh } from "../../core/changes.ts";
import { Problem } from "../../core/problem.ts";
import { freeSlug, readSlug, slugTaken } from "../../core/text/slug.ts";
import { ALL_PRODUCTS } from "../../db/changes.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import { lockForTransaction, lockStable } from "../../db/locks.ts";
import { pickFields } from "../field.ts";
import { lockProducts } from "../inventory/bulk-price-queries.ts";
import { variantFields } from "../product-fields.ts";
import type { Conditions } from "../products/filter-queries.ts";
import {
  type AdminProduct,
  deleteProduct,
  isProductSlugTaken,
  ofStatus,
  productsForAdmin,
  renameProduct,
  updateProductStatus,
  withIds,
} from "./admin-queries.ts";
import { lockMemberships, setCollections } from "./memberships.ts";
import { mergeProduct } from "./merge/product.ts";
import type { ProductPatch } from "./patch.ts";
import { withFileAddresses } from "./picture-files.ts";
import { requireProductIds } from "./product-refs.ts";
import {
  imagesBetween,
  lockWithVariants,
  type ProductRows,
  saveLocked,
  saveProduct,
  type WrittenProduct,
} from "./save.ts";
import { isNamed, MAX_OF_SKU } from "./save-queries.ts";

export type { AdminProduct } from "./admin-queries.ts";

/** A product of any status by its id, slug or SKU. Throws `product_not_found`. */
export async function requireProductRef(db: SiteDb, ref: string): Promise<AdminProduct> {
  const [id = ""] = await requireProductIds(db, [ref]);
  return adminProductById(db, id);
}

/** The same, locked with its variants until the transaction ends: nobody else changes or sells it. */
async function lockProductForAdmin(db: SiteDb, ref: string): Promise<{ product: AdminProduct; rows: ProductRows }> {
  const which = isNamed(db, ref);
  const conditions = { visibility: ofStatus(db, undefined), filters: new Map([["ids", which]]) };
  const [locked, found] = await Promise.all([
    lockWithVariants(db, which),
    productsForAdmin(db, conditions, null, MAX_OF_SKU + 2),
  ]);
  const named = found.find(({ id, slug }) => slug === ref || id === ref.toLowerCase());
  const product = named ?? (found.length === 1 ? found[0] : undefined);
  if (!product) await requireProductIds(db, [ref]);
  const rows = locked.find((one) => one.product.id === product?.id);
  if (!product || !rows) throw new LostRace("the name belongs to another product now");
  return { product, rows };
}

const lockRefs = (db: SiteDb, refs: string[]): Promise<{ id: string }[]> =>
  lockStable(
    () => requireProductIds(db, refs),
    (ids) => lockProducts(db, conditionOfIds(db, ids), ids.length),
  );

const conditionOfIds = (db: SiteDb, ids: string[]): Conditions => ({
  visibility: ofStatus(db, undefined),
  filters: new Map([["ids", withIds(ids)]]),
});

async function adminProductById(db: SiteDb, id: string): Promise<AdminProduct> {
  const [product] = await productsForAdmin(db, conditionOfIds(db, [id]), null, 1);
  if (!product) throw new Problem("product_not_found", "This store has no such product.");
  return product;
}

/** Creates a product. Throws `slug_taken`, `category_not_found`, `collection_not_found`, `file_not_found` and `invalid_value`. */
export async function createProduct(db: SiteDb, patch: ProductPatch & { name: string }): Promise<AdminProduct> {
  const given = await withFileAddresses(db, patch);
  const memberships = await lockMemberships(db, given);
  const slug = readSlug(given.slug) ?? (await slugFromName(db, given.name));
  if (given.slug !== undefined && (await isProductSlugTaken(db, slug))) throw slugTaken("product", slug);
  const { category, collections } = memberships;
  const input = { ...mergeProduct(null, { ...given, slug }), category_id: category?.id ?? null };
  const { id } = await saveProduct(db, input, { categoryName: category?.name ?? null, isNew: true });
  if (collections !== undefined) await setCollections(db, { id, slug }, collections);
  return adminProductById(db, id);
}

async function slugFromName(db: SiteDb, name: string): Promise<string> {
  await lockForTransaction(db, "slugs of products"); // else concurrent calls would choose the same free slug
  return freeSlug(name, "product", (candidate) => isProductSlugTaken(db, candidate));
}

/**
 * Changes a product; fields that the patch does not give stay. The product is locked, so that no order is placed for it
 * meanwhile. Throws `product_not_found`, `stale`, `slug_taken`, `category_not_found`, `collection_not_found`, `file_not_found`
 * and `invalid_value`.
 */
export async function updateProduct(
  db: SiteDb,
  ref: string,
  patch: ProductPatch,
  expected?: string | undefined,
): Promise<Changed<AdminProduct> & { after: AdminProduct }> {
  const given = await withFileAddresses(db, patch);
  const memberships = await lockMemberships(db, given, ref);
  const { product: before, rows } = await lockProductForAdmin(db, ref);
  requireFresh(before.updated_at, expected, "product");
  const slug = readSlug(given.slug) ?? before.slug;
  if (slug !== before.slug) await changeSlug(db, before.id, slug);
  const { category = { id: before.category_id, name: before.category }, collections } = memberships;
  const input = { ...mergeProduct(before, { ...given, slug }), category_id: category.id };
  const stored = { ...before, variants: before.variants.map(({ title: _, ...variant }) => variant) };
  const names = { categoryName: category.name, oldCategoryName: before.category };
  const { written } = await saveLocked(db, input, { stored, rows }, names);
  if (collections !== undefined) {
    await setCollections(db, { id: before.id, slug }, collections);
    return { before, after: await adminProductById(db, before.id) };
  }
  return { before, after: written ? asWritten(before, written, category.name) : before };
}

/** The product after a write, without reading it again. */
function asWritten(
  before: AdminProduct,
  { product, variants, updated_at }: WrittenProduct,
  category: string | null,
): AdminProduct {
  const { created_at: _, ...fields } = product as unknown as AdminProduct;
  const written = variants as AdminProduct["variants"] | undefined;
  return {
    ...before,
    ...fields,
    category,
    updated_at,
    variants:
      written?.map((row) => ({ id: row.id, ...pickFields(variantFields, row), title: row.title })) ?? before.variants,
  };
}

async function changeSlug(db: SiteDb, id: string, slug: string): Promise<void> {
  if (!(await renameProduct(db, id, slug))) throw slugTaken("product", slug);
  db.changed(["catalogue"], [id]);
}

/** Sets the status of products; answers each with its status before. Throws `product_not_found`. */
export async function setProductStatus(
  db: SiteDb,
  refs: string[],
  status: AdminProduct["status"],
): Promise<{ id: string; slug: string; before: AdminProduct["status"] }[]> {
  const ids = (await lockRefs(db, refs)).map(({ id }) => id);
  const products = await productsForAdmin(db, conditionOfIds(db, ids), null, ids.length);
  const differing = products.filter((product) => product.status !== status).map(({ id }) => id);
  if (differing.length > 0) {
    await db.recording.remember("products", "id", differing);
    await updateProductStatus(db, differing, status);
    db.changed(["catalogue"], differing);
  }
  return products.map(({ id, slug, status: before }) => ({ id, slug, before }));
}

/** Deletes a product; orders keep their own copy of what was bought. Throws `product_not_found`. */
export async function removeProduct(db: SiteDb, ref: string): Promise<AdminProduct> {
  await lockMemberships(db, { collections: [] }, ref); // it leaves all of them
  const { product, rows } = await lockProductForAdmin(db, ref);
  db.recording.note(imagesBetween(rows, undefined));
  await db.recording.remember("collection_products", "product_id", [product.id]);
  await deleteProduct(db, product.id);
  db.changed(ALL_PRODUCTS); // it may have been in collections
  return product;
}
