import { type Changed, requireFresh } from "../../core/changes.ts";
import { Problem } from "../../core/problem.ts";
import { freeSlug, readSlug, slugTaken } from "../../core/text/slug.ts";
import { ALL_PRODUCTS } from "../../db/changes.ts";
import type { SiteDb } from "../../db/database.ts";
import { lockForTransaction, lockStable } from "../../db/locks.ts";
import { lockProducts } from "../inventory/bulk-price-queries.ts";
import { lockVariantsOf } from "../inventory/queries.ts";
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
import type { ProductInput } from "./input.ts";
import { lockMemberships, type Memberships, setCollections } from "./memberships.ts";
import { mergeProduct } from "./merge/product.ts";
import type { ProductPatch } from "./patch.ts";
import { requireProductIds } from "./product-refs.ts";
import { rememberProducts, type SaveOptions, saveProduct } from "./save.ts";

export type { AdminProduct } from "./admin-queries.ts";

/** A product of any status by its id, slug or SKU. Throws `product_not_found`. */
export async function requireProductRef(db: SiteDb, ref: string): Promise<AdminProduct> {
  const [id = ""] = await requireProductIds(db, [ref]);
  return adminProductById(db, id);
}

/** The same, locked with its variants until the transaction ends: nobody else changes or sells it. */
async function lockProductForAdmin(db: SiteDb, ref: string): Promise<AdminProduct> {
  const [{ id } = { id: "" }] = await lockRefs(db, [ref]);
  const { slug } = await adminProductById(db, id);
  await lockVariantsOf(db, [slug]);
  return adminProductById(db, id);
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

/** Creates a product. Throws `slug_taken`, `category_not_found`, `collection_not_found` and `invalid_value`. */
export async function createProduct(db: SiteDb, given: ProductPatch & { name: string }): Promise<AdminProduct> {
  const memberships = await lockMemberships(db, given);
  const slug = readSlug(given.slug) ?? (await slugFromName(db, given.name));
  if (given.slug !== undefined && (await isProductSlugTaken(db, slug))) throw slugTaken("product", slug);
  return saveWithMemberships(db, mergeProduct(null, { ...given, slug }), memberships, { isNew: true });
}

async function slugFromName(db: SiteDb, name: string): Promise<string> {
  await lockForTransaction(db, "slugs of products"); // else concurrent calls would choose the same free slug
  return freeSlug(name, "product", (candidate) => isProductSlugTaken(db, candidate));
}

/**
 * Changes a product; fields that the patch does not give stay. The product is locked, so that no order is placed for it
 * meanwhile. Throws `product_not_found`, `stale`, `slug_taken`, `category_not_found`, `collection_not_found` and `invalid_value`.
 */
export async function updateProduct(
  db: SiteDb,
  ref: string,
  given: ProductPatch,
  expected?: string | undefined,
): Promise<Changed<AdminProduct> & { after: AdminProduct }> {
  const memberships = await lockMemberships(db, given, ref);
  const before = await lockProductForAdmin(db, ref);
  requireFresh(before.updated_at, expected, "product");
  await rememberProducts(db, [before.id]);
  const slug = readSlug(given.slug) ?? before.slug;
  if (slug !== before.slug) await changeSlug(db, before.id, slug);
  return {
    before,
    after: await saveWithMemberships(db, mergeProduct(before, { ...given, slug }), memberships, {
      categoryName: before.category,
    }),
  };
}

async function changeSlug(db: SiteDb, id: string, slug: string): Promise<void> {
  if (!(await renameProduct(db, id, slug))) throw slugTaken("product", slug);
  db.changed(["catalogue"], [id]);
}

async function saveWithMemberships(
  db: SiteDb,
  input: ProductInput,
  { category, collections }: Memberships,
  { categoryName = null, isNew = false }: Pick<SaveOptions, "categoryName" | "isNew">,
): Promise<AdminProduct> {
  const { id: category_id, name } = category ?? { id: input.category_id, name: categoryName };
  const { id } = await saveProduct(db, { ...input, category_id }, { categoryName: name, isNew });
  if (collections !== undefined) await setCollections(db, { id, slug: input.slug }, collections);
  return adminProductById(db, id);
}

/** Sets the status of products; answers each with its status before. Throws `product_not_found`. */
export async function setProductStatus(
  db: SiteDb,
  refs: string[],
  status: AdminProduct["status"],
): Promise<{ id: string; slug: string; before: string }[]> {
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
  const product = await lockProductForAdmin(db, ref);
  await rememberProducts(db, [product.id]);
  await rememberReferences(db, product);
  await deleteProduct(db, product.id);
  db.changed(ALL_PRODUCTS); // it may have been in collections
  return product;
}

/** Records what goes with a product that is deleted. */
async function rememberReferences(db: SiteDb, { id, variants }: AdminProduct): Promise<void> {
  await db.recording.remember("collection_products", "product_id", [id]);
  await db.recording.remember("product_sales", "product_id", [id]);
  await db.recording.remember(
    "cart_items",
    "variant_id",
    variants.map((variant) => variant.id),
  );
}
