import type { SiteDb } from "../../db/database.ts";
import { lockCategoryRefShared } from "../categories/admin.ts";
import type { LockedCategory } from "../categories/queries.ts";
import { requireCollectionRefs } from "../collections/admin.ts";
import { bumpCollections, lockCollections } from "../collections/admin-queries.ts";
import { bumpProducts, joinCollections, leaveOtherCollections } from "./admin-queries.ts";
import type { ProductPatch } from "./patch.ts";
import { requireProductIds } from "./product-refs.ts";

/** The category and the collections that a product is to be in; undefined: they stay as they are. */
export interface Memberships {
  category?: LockedCategory | { id: null; name: null } | undefined;
  /** Ids. */
  collections?: string[] | undefined;
}

/**
 * Finds and locks the category and collections of a patch, and the collections that the product (`ref`, undefined: a
 * new one) may leave. Call it before the product is locked: all transactions lock in this order. Throws
 * `category_not_found`, `collection_not_found` and `product_not_found`.
 */
export async function lockMemberships(
  db: SiteDb,
  { category, collections }: ProductPatch,
  ref?: string,
): Promise<Memberships> {
  const memberships: Memberships = { category: category === null ? { id: null, name: null } : undefined };
  if (typeof category === "string") memberships.category = await lockCategoryRefShared(db, category);
  if (collections === undefined) return memberships;
  const [id = null] = ref === undefined ? [] : await requireProductIds(db, [ref]);
  memberships.collections = await requireCollectionRefs(db, collections);
  await lockCollections(db, memberships.collections, id);
  return memberships;
}

/** Puts a product into exactly these collections (ids), and marks what changed as updated. Lock them first. */
export async function setCollections(
  db: SiteDb,
  { id, slug }: { id: string; slug: string },
  collections: string[],
): Promise<void> {
  await db.recording.remember("collection_products", "product_id", [id]);
  const changed = [
    ...(await leaveOtherCollections(db, id, collections)),
    ...(await joinCollections(db, id, collections)),
  ].map(({ collection_id }) => collection_id);
  if (changed.length === 0) return;
  await bumpProducts(db, [slug]);
  await bumpCollections(db, changed);
  db.changed(["groups", "catalogue"], [id]);
}
