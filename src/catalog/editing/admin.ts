import { type Changed, requireFresh } from "../../core/changes.ts";
import { Problem } from "../../core/problem.ts";
import type { CursorPage } from "../../core/shapes.ts";
import { closestMatches } from "../../core/text/closest.ts";
import { freeSlug, readSlug, slugTaken } from "../../core/text/slug.ts";
import type { SiteDb } from "../../db/database.ts";
import { lockForTransaction, lockStable } from "../../db/locks.ts";
import { lockCategoryRefShared, requireCategoryRef } from "../categories/admin.ts";
import type { LockedCategory } from "../categories/queries.ts";
import { requireCollectionRefs } from "../collections/admin.ts";
import { bumpCollections, lockCollections } from "../collections/queries.ts";
import { lockProducts } from "../inventory/bulk-price-queries.ts";
import { lockVariantsOf } from "../inventory/queries.ts";
import { type Conditions, conditionsOf, inCollection } from "../products/filter-queries.ts";
import { searchCondition } from "../search/search.ts";
import {
  type AdminProduct,
  bumpProducts,
  countForAdmin,
  deleteProduct,
  firstWithKey,
  inBranch,
  isSlugTaken,
  joinCollections,
  leaveOtherCollections,
  ofStatus,
  productsForAdmin,
  renameProduct,
  tagsOf,
  updateStatus,
  vendorsOf,
  withIds,
  withSlugOrSku,
} from "./admin-queries.ts";
import type { ProductInput } from "./input.ts";
import { mergeProduct } from "./merge-product.ts";
import type { ProductPatch } from "./patch.ts";
import { requireProductIds } from "./product-refs.ts";
import { type SaveOptions, saveProduct } from "./save.ts";

export type { AdminProduct } from "./admin-queries.ts";

/** What a merchant narrows the products by. */
export interface ProductSearch {
  query?: string | undefined;
  status?: string | undefined;
  category?: string | undefined;
  collection?: string | undefined;
  vendor?: string | undefined;
  tag?: string | undefined;
  in_stock?: boolean | undefined;
}

/** Products of any status, newest first: at most one more than `limit`, and how many there are in all. */
export async function searchProductsForAdmin(
  db: SiteDb,
  search: ProductSearch,
  { limit, after }: CursorPage,
): Promise<{ products: AdminProduct[]; total: number }> {
  const conditions = await adminConditions(db, search);
  const products = await productsForAdmin(db, conditions, after, limit + 1);
  const counted = await countForAdmin(db, conditions);
  return { products, total: counted?.total ?? 0 };
}

/**
 * A search's conditions on products of any status; categories (with those below) and collections may be hidden. Throws
 * `category_not_found` and `collection_not_found`, and `invalid_value` for a vendor or a tag that no product has: a
 * misspelt filter is not an empty shop.
 */
export async function adminConditions(db: SiteDb, search: ProductSearch): Promise<Conditions> {
  const { query, status, category, collection, vendor, tag, in_stock } = search;
  if (vendor !== undefined) await requireKnown(db, "vendor", vendor);
  if (tag !== undefined) await requireKnown(db, "tag", tag);
  const conditions = conditionsOf(db, {
    ...(vendor === undefined ? {} : { vendor }),
    ...(tag === undefined ? {} : { tag }),
    ...(in_stock === undefined ? {} : { in_stock }),
    options: [],
  });
  conditions.set("store", ofStatus(db, status));
  if (category !== undefined) conditions.set("category", inBranch(db, (await requireCategoryRef(db, category)).id));
  if (collection !== undefined) {
    const [id = ""] = await requireCollectionRefs(db, [collection]);
    conditions.set("collection", inCollection(db, id));
  }
  if (query?.trim()) conditions.set("search", await searchCondition(db, query, withSlugOrSku(db, query.trim())));
  return conditions;
}

async function requireKnown(db: SiteDb, kind: "vendor" | "tag", value: string): Promise<void> {
  if ((await firstWithKey(db, kind, value)) !== undefined) return;
  const known = (await (kind === "vendor" ? vendorsOf(db) : tagsOf(db))).map((one) => one.value);
  const close = closestMatches(value, known, (name) => [name]);
  const message = `"${value}" is the ${kind} of no product; allowed names ${close.length > 0 ? "the closest" : "some"}`;
  throw new Problem("invalid_value", `${kind}: ${message}.`, {
    errors: [{ path: kind, message }],
    extra: { allowed: close.length > 0 ? close : known.slice(0, MAX_NAMED) },
  });
}

const MAX_NAMED = 10;

/** A product as its merchant sees it. Throws `product_not_found`. */
export async function requireProductRef(db: SiteDb, ref: string): Promise<AdminProduct> {
  const [id = ""] = await requireProductIds(db, [ref]);
  return managedById(db, id);
}

/** The same, which nobody else changes or sells until the transaction ends. */
async function lockCustomerForAdmin(db: SiteDb, ref: string): Promise<AdminProduct> {
  const [{ id } = { id: "" }] = await lockRefs(db, [ref]);
  const { slug } = await managedById(db, id);
  await lockVariantsOf(db, [slug]);
  return managedById(db, id);
}

const lockRefs = (db: SiteDb, refs: string[]): Promise<{ id: string }[]> =>
  lockStable(
    () => requireProductIds(db, refs),
    (ids) => lockProducts(db, onlyThese(ids), ids.length),
  );

const onlyThese = (ids: string[]): Conditions => new Map([["ids", withIds(ids)]]);

async function managedById(db: SiteDb, id: string): Promise<AdminProduct> {
  const [product] = await productsForAdmin(db, onlyThese([id]), null, 1);
  if (!product) throw new Problem("product_not_found", "This store has no such product.");
  return product;
}

/** Makes a product. Throws `slug_taken`, `category_not_found`, `collection_not_found` and `invalid_value`. */
export async function createProduct(db: SiteDb, wanted: ProductPatch & { name: string }): Promise<AdminProduct> {
  const places = await lockMembershipsShared(db, wanted);
  const slug = readSlug(wanted.slug) ?? (await ownSlug(db, wanted.name));
  if (wanted.slug !== undefined && (await isSlugTaken(db, slug))) throw slugTaken("product", slug);
  return write(db, mergeProduct(null, { ...wanted, slug }), places, { isNew: true });
}

async function ownSlug(db: SiteDb, name: string): Promise<string> {
  await lockForTransaction(db, "slugs of products"); // of ten who found the same one free, nine would have to look again
  return freeSlug(name, "product", (candidate) => isSlugTaken(db, candidate));
}

/**
 * Changes a product: what is not said stays. Nobody sells it meanwhile, so no sale is lost under a stock that is set.
 * Throws `product_not_found`, `stale`, `slug_taken`, `category_not_found`, `collection_not_found` and `invalid_value`.
 */
export async function updateProduct(
  db: SiteDb,
  ref: string,
  patch: ProductPatch | ((product: AdminProduct) => Omit<ProductPatch, "category" | "collections">),
  expected?: string | undefined,
): Promise<Changed<AdminProduct> & { after: AdminProduct }> {
  const places = typeof patch === "function" ? {} : await lockMembershipsShared(db, patch, ref);
  const before = await lockCustomerForAdmin(db, ref);
  requireFresh(before.updated_at, expected, "product");
  const wanted = typeof patch === "function" ? patch(before) : patch;
  const renamed = readSlug(wanted.slug) ?? before.slug;
  if (renamed !== before.slug && !(await renameProduct(db, before.id, renamed))) throw slugTaken("product", renamed);
  return {
    before,
    after: await write(db, mergeProduct(before, { ...wanted, slug: renamed }), places, {
      categoryName: before.category,
    }),
  };
}

/** Where a product is to be; what is not said stays. */
interface Memberships {
  category?: LockedCategory | { id: null; name: null } | undefined;
  /** Ids. */
  collections?: string[] | undefined;
}

/** Locks what a product comes into, and the collections it may leave, before itself: as everybody locks. */
async function lockMembershipsShared(
  db: SiteDb,
  { category, collections }: ProductPatch,
  ref?: string,
): Promise<Memberships> {
  const places: Memberships = { category: category === null ? { id: null, name: null } : undefined };
  if (typeof category === "string") places.category = await lockCategoryRefShared(db, category);
  if (collections === undefined) return places;
  const [id = null] = ref === undefined ? [] : await requireProductIds(db, [ref]);
  places.collections = await requireCollectionRefs(db, collections);
  await lockCollections(db, places.collections, id);
  return places;
}

async function write(
  db: SiteDb,
  input: ProductInput,
  { category, collections }: Memberships,
  { categoryName = null, isNew = false }: Pick<SaveOptions, "categoryName" | "isNew">,
): Promise<AdminProduct> {
  const { id: category_id, name } = category ?? { id: input.category_id, name: categoryName };
  const { id } = await saveProduct(db, { ...input, category_id }, { categoryName: name, isNew });
  if (collections !== undefined) {
    const moved = [
      ...(await leaveOtherCollections(db, id, collections)),
      ...(await joinCollections(db, id, collections)),
    ];
    if (moved.length > 0) {
      await bumpProducts(db, [input.slug]);
      await bumpCollections(
        db,
        moved.map(({ collection_id }) => collection_id),
      );
    }
  }
  return managedById(db, id);
}

/** Publishes, hides or archives products. Throws `product_not_found`. */
export async function setProductStatus(
  db: SiteDb,
  refs: string[],
  status: AdminProduct["status"],
): Promise<{ id: string; slug: string; before: string }[]> {
  const ids = (await lockRefs(db, refs)).map(({ id }) => id);
  const products = await productsForAdmin(db, onlyThese(ids), null, ids.length);
  const differing = products.filter((product) => product.status !== status);
  await updateStatus(
    db,
    differing.map(({ id }) => id),
    status,
  );
  return products.map(({ id, slug, status: before }) => ({ id, slug, before }));
}

/** Takes a product away for good; orders keep what they show of it. Throws `product_not_found`. */
export async function removeProduct(db: SiteDb, ref: string): Promise<AdminProduct> {
  await lockMembershipsShared(db, { collections: [] }, ref); // it leaves them all
  const product = await lockCustomerForAdmin(db, ref);
  await deleteProduct(db, product.id);
  return product;
}
