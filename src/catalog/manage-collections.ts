import { type Changed, patched, requireFresh } from "../core/changes.ts";
import { words } from "../core/fold.ts";
import { newId } from "../core/ids.ts";
import { requirePicture } from "../core/media.ts";
import { Problem, unacceptable } from "../core/problem.ts";
import type { Page } from "../core/shapes.ts";
import { readSlug } from "../core/slug.ts";
import { LostRace, type SiteDb } from "../db/database.ts";
import {
  clearCollection,
  collectionsToManage,
  countCollections,
  deleteCollection,
  fillCollection,
  findCollectionRefs,
  lockCollectionRef,
  type ManagedCollection,
  slugsInCollection,
  updateCollection,
  upsertCollection,
} from "./collection-queries.ts";
import { idsIn, requireProducts } from "./product-refs.ts";
import type { CollectionOrder } from "./schema.ts";

export type { ManagedCollection } from "./collection-queries.ts";

/** What a merchant says of a collection. */
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

/** Which products are in it: all of them, or what to add and take out. Ids, slugs or SKUs. */
export interface MembersPatch {
  products?: string[] | undefined;
  add_products?: string[] | undefined;
  remove_products?: string[] | undefined;
}

/** A collection with the slugs of what is in it, in its manual order. */
export type CollectionWithSlugs = ManagedCollection & { products: string[] };

/** Collections of any state whose title or slug has the text, at most one more than `limit`. */
export async function searchCollections(
  db: SiteDb,
  text: string,
  { limit, after }: Page,
): Promise<{ collections: ManagedCollection[]; total: number }> {
  const collections = await collectionsToManage(db, text, after, limit + 1);
  return { collections, total: (await countCollections(db, text))?.total ?? 0 };
}

/** The ids of the collections these mean: ids or slugs. Throws `collection_not_found`. */
export async function requireCollectionRefs(db: SiteDb, refs: string[]): Promise<string[]> {
  const found = new Map((await findCollectionRefs(db, refs, idsIn(refs))).map(({ ref, id }) => [ref, id]));
  const missing = refs.filter((ref) => !found.has(ref));
  if (missing.length > 0) {
    throw new Problem("collection_not_found", `This store has no collection "${missing.join('", "')}".`);
  }
  return refs.map((ref) => found.get(ref) as string);
}

/** Throws `collection_not_found`. */
export async function requireCollection(db: SiteDb, ref: string): Promise<CollectionWithSlugs> {
  const collection = await lockCollectionRef(db, ref);
  if (!collection) throw new Problem("collection_not_found", `This store has no collection "${ref}".`);
  const products = await slugsInCollection(db, collection.id);
  return { ...collection, products: products.map(({ slug }) => slug) };
}

/**
 * Makes a collection (without `ref`) or changes one. Throws `collection_not_found`, `product_not_found`, `stale` and
 * `slug_taken`.
 */
export async function changeCollection(
  db: SiteDb,
  ref: string | undefined,
  patch: CollectionPatch,
  members: MembersPatch,
  expected: string | undefined,
): Promise<Changed<CollectionWithSlugs> & { after: CollectionWithSlugs }> {
  const before = ref === undefined ? null : await requireCollection(db, ref);
  if (before) requireFresh(before.updated_at, expected, "collection");
  const wanted = patched(before ?? newCollection(db, patch.title), patch);
  readSlug(wanted.slug);
  if (wanted.image_url) requirePicture("image_url", wanted.image_url);
  if (!wanted.title.trim()) throw unacceptable("title", "must not be empty");
  if (before) {
    if (!(await updateCollection(db, wanted))) throw slugTaken(wanted.slug);
  } else {
    if ((await findCollectionRefs(db, [wanted.slug], [null])).length > 0) throw slugTaken(wanted.slug);
    const made = await upsertCollection(db, wanted);
    if (made?.id !== wanted.id) throw new LostRace("the slug was taken meanwhile");
  }
  const products = await membersOf(db, before?.products ?? [], members);
  if (products) {
    await clearCollection(db, wanted.id);
    await fillCollection(db, wanted.id, products);
  }
  return { before, after: await requireCollection(db, wanted.id) };
}

function newCollection(db: SiteDb, title: string | undefined): ManagedCollection {
  if (!title?.trim()) throw unacceptable("title", "is required for a new collection");
  return {
    id: newId(),
    title,
    slug: words(title).join("-") || "collection",
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

/** The slugs that are to be in it; undefined when nothing was said of that. */
async function membersOf(
  db: SiteDb,
  current: string[],
  { products, add_products = [], remove_products = [] }: MembersPatch,
): Promise<string[] | undefined> {
  if (products === undefined && add_products.length === 0 && remove_products.length === 0) return undefined;
  const kept = products === undefined ? current : await slugsOf(db, products);
  const added = await slugsOf(db, add_products);
  const gone = new Set(await slugsOf(db, remove_products));
  return [...new Set([...kept, ...added])].filter((slug) => !gone.has(slug));
}

const slugsOf = async (db: SiteDb, refs: string[]): Promise<string[]> =>
  (await requireProducts(db, refs)).map(({ slug }) => slug);

/** Takes a collection away; its products stay. Throws `collection_not_found`. */
export async function removeCollection(db: SiteDb, ref: string): Promise<CollectionWithSlugs> {
  const collection = await requireCollection(db, ref);
  await deleteCollection(db, collection.id);
  return collection;
}

const slugTaken = (slug: string) =>
  new Problem("slug_taken", `Another collection has the slug "${slug}".`, {
    errors: [{ path: "slug", message: "is taken" }],
  });
