import { isDeepStrictEqual } from "node:util";
import { type Changed, patched, requireFresh, withUpdatedAt } from "../../core/changes.ts";
import { newId } from "../../core/ids.ts";
import { requireImageAddress } from "../../core/media.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import type { CursorPage } from "../../core/shapes.ts";
import { readSlug, slugOf, slugTaken } from "../../core/text/slug.ts";
import { ALL_PRODUCTS } from "../../db/changes.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import { lockStable } from "../../db/locks.ts";
import { holdNamedFiles } from "../../files/files.ts";
import { bumpProducts } from "../editing/admin-queries.ts";
import { idsIn, requireProducts } from "../editing/product-refs.ts";
import {
  type AdminCollection,
  bumpCollections,
  bumpMembers,
  collectionsForAdmin,
  countCollections,
  deleteCollection,
  findCollectionById,
  findCollectionRefs,
  findSlugs,
  isCollectionSlugTaken,
  lockCollection,
  membersOf,
  removeFromCollection,
  updateCollection,
} from "./admin-queries.ts";
import { addToCollection, clearCollection, upsertCollection } from "./queries.ts";
import type { CollectionOrder } from "./schema.ts";

export type { AdminCollection } from "./admin-queries.ts";

/** The fields of a collection that a merchant changes; absent ones stay. */
export interface CollectionPatch {
  title?: string | undefined;
  slug?: string | undefined;
  description?: string | null | undefined;
  image_url?: string | null | undefined;
  is_active?: boolean | undefined;
  sort_order?: CollectionOrder | undefined;
  position?: number | undefined;
  seo_title?: string | null | undefined;
  seo_description?: string | null | undefined;
}

/** A change of a collection's products: the whole list, or those to add and to remove. Ids, slugs or SKUs. */
export interface MembersPatch {
  products?: string[] | undefined;
  add_products?: string[] | undefined;
  remove_products?: string[] | undefined;
}

/** A collection with the slugs of its first products, in its manual order. */
export type CollectionWithSlugs = AdminCollection & { products: string[] };

const MAX_SHOWN = 250;

/** Collections of any state whose title or slug has the text, at most one more than `limit`. */
export async function searchCollections(
  db: SiteDb,
  text: string,
  { limit, after }: CursorPage,
): Promise<{ collections: AdminCollection[]; total: number }> {
  const [collections, total] = await Promise.all([
    collectionsForAdmin(db, text, after, limit + 1),
    countCollections(db, text),
  ]);
  return { collections, total };
}

/** The ids of the collections that `refs` (ids or slugs) name, in their order. Throws `collection_not_found`. */
export async function requireCollectionRefs(db: SiteDb, refs: string[]): Promise<string[]> {
  const ids = new Map((await findCollectionRefs(db, refs, idsIn(refs))).map(({ ref, id }) => [ref, id]));
  const missing = refs.filter((ref) => !ids.has(ref));
  if (missing.length > 0) {
    throw new Problem("collection_not_found", `This store has no collection "${missing.join('", "')}".`);
  }
  return refs.map((ref) => ids.get(ref) as string);
}

/** A collection, active or not, with its first 250 products. Throws `collection_not_found`. */
export async function showCollectionForAdmin(db: SiteDb, ref: string): Promise<CollectionWithSlugs> {
  const [id = ""] = await requireCollectionRefs(db, [ref]);
  const collection = await findCollectionById(db, id);
  if (!collection) throw noCollection(ref);
  return { ...collection, products: slugsOf(await membersOf(db, id, MAX_SHOWN)) };
}

const noCollection = (ref: string) => new Problem("collection_not_found", (say) => say.catalogue.noCollection(ref));

/** The collection, which nobody else changes until the transaction ends. */
async function lockCollectionRef(db: SiteDb, ref: string): Promise<AdminCollection> {
  const locked = await lockStable(
    () => requireCollectionRefs(db, [ref]),
    ([id = ""]) => lockCollection(db, id),
  );
  const collection = locked && (await findCollectionById(db, locked.id));
  if (!collection) throw noCollection(ref);
  return collection;
}

/**
 * A change of a collection. `members` is undefined when its products were not changed. Else it holds slugs: removed ones
 * as `before` and added ones as `after`, or for a replacement all before and after; `hadMore`: `before` is cut short.
 */
export type CollectionChange = Changed<AdminCollection> & {
  after: AdminCollection;
  members: { before: string[]; after: string[]; hadMore: boolean } | undefined;
};

/**
 * Creates a collection (without `ref`) or changes one. Throws `collection_not_found`, `product_not_found`,
 * `file_not_found`, `stale` and `slug_taken`.
 */
export async function changeCollection(
  db: SiteDb,
  ref: string | undefined,
  patch: CollectionPatch,
  membersPatch: MembersPatch,
  expected: string | undefined,
): Promise<CollectionChange> {
  const before = ref === undefined ? null : await lockCollectionRef(db, ref);
  if (before) requireFresh(before.updated_at, expected, "collection");
  const next = withUpdatedAt(db.now, before, patched(before ?? newCollection(db, patch.title), patch));
  readSlug(next.slug);
  if (typeof patch.image_url === "string") requireImageAddress("image_url", patch.image_url);
  if (!next.title.trim()) throw invalidValue("title", "must not be empty");
  await holdNamedFiles(db, patch);
  await db.recording.remember("collections", "id", [next.id]);
  if (before) {
    if (!(await updateCollection(db, next))) throw slugTaken("collection", next.slug);
  } else {
    if (await isCollectionSlugTaken(db, next.slug)) throw slugTaken("collection", next.slug);
    const created = await upsertCollection(db, next);
    if (created?.id !== next.id) throw new LostRace("the slug was taken meanwhile");
  }
  if (next !== before) db.changed(["groups", "catalogue"]);
  const members = await changeMembers(db, next.id, membersPatch);
  const after = await findCollectionById(db, next.id);
  if (!after) throw noCollection(next.slug);
  return { before, after, members };
}

/** Replaces the products of a collection, or adds and removes some. */
async function changeMembers(
  db: SiteDb,
  id: string,
  { products, add_products = [], remove_products = [] }: MembersPatch,
): Promise<CollectionChange["members"]> {
  if (products === undefined && add_products.length === 0 && remove_products.length === 0) return undefined;
  const replacement = products && (await requireProducts(db, products));
  const toAdd = (await requireProducts(db, add_products)).map((product) => product.id);
  const toRemove = (await requireProducts(db, remove_products)).map((product) => product.id);
  const current = replacement ? await membersOf(db, id, MAX_LISTED + 1) : [];
  const isUnchanged = replacement && isDeepStrictEqual([...new Set(idsOf(replacement))], idsOf(current));
  const before = slugsOf(current.slice(0, MAX_LISTED));
  const all = isUnchanged ? undefined : replacement?.map((product) => product.id);
  if (all) await db.recording.remember("collection_products", "collection_id", [id]);
  else await db.recording.remember("collection_products", "product_id", [...toAdd, ...toRemove]);
  if (all) {
    await bumpMembers(db, id);
    await clearCollection(db, id);
  }
  const added = await findSlugs(db, await addToCollection(db, id, [...(all ?? []), ...toAdd]));
  const removed = slugsOf(await removeFromCollection(db, id, toRemove));
  await bumpProducts(db, [...added, ...removed]);
  if (all || added.length + removed.length > 0) {
    await bumpCollections(db, [id]);
    db.changed(all ? ALL_PRODUCTS : ["groups", "catalogue"], [...toAdd, ...toRemove]);
  }
  if (!all) return { before: removed, after: added, hadMore: false };
  return { before, after: slugsOf(await membersOf(db, id, MAX_LISTED)), hadMore: current.length > MAX_LISTED };
}

/** Maximum slugs that a replacement or a deletion lists. */
const MAX_LISTED = 1000;

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);
const slugsOf = (rows: { slug: string }[]): string[] => rows.map(({ slug }) => slug);

function newCollection(db: SiteDb, title: string | undefined): AdminCollection {
  if (!title?.trim()) throw invalidValue("title", "is required for a new collection");
  return {
    id: newId(),
    title,
    slug: slugOf(title, "collection"),
    description: null,
    image_url: null,
    is_active: true,
    sort_order: "manual",
    position: 0,
    seo_title: null,
    seo_description: null,
    products_count: 0,
    created_at: db.now,
    updated_at: db.now,
  };
}

/** Deletes a collection; its products stay. Throws `collection_not_found`. */
export async function removeCollection(db: SiteDb, ref: string): Promise<CollectionWithSlugs> {
  const collection = await lockCollectionRef(db, ref);
  const products = slugsOf(await membersOf(db, collection.id, MAX_LISTED));
  await Promise.all([
    db.recording.remember("collections", "id", [collection.id]),
    db.recording.remember("collection_products", "collection_id", [collection.id]),
  ]);
  await bumpMembers(db, collection.id);
  await deleteCollection(db, collection.id);
  db.changed(ALL_PRODUCTS);
  return { ...collection, products };
}
