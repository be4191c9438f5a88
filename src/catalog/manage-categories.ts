import { type Changed, patched, requireFresh } from "../core/changes.ts";
import { words } from "../core/fold.ts";
import { newId } from "../core/ids.ts";
import { requirePicture } from "../core/media.ts";
import { Problem, unacceptable } from "../core/problem.ts";
import type { Span } from "../core/shapes.ts";
import { readSlug } from "../core/slug.ts";
import { LostRace, type SiteDb } from "../db/database.ts";
import {
  categoriesToManage,
  countCategories,
  deleteCategory,
  emptyCategory,
  lockCategories,
  lockCategoryRef,
  type ManagedCategory,
  pathOf,
  slugsInCategory,
  updateCategory,
  upsertCategory,
} from "./category-queries.ts";
import { reindexProduct } from "./save-product.ts";

/** What a merchant says of a category. */
export interface CategoryPatch {
  name?: string | undefined;
  slug?: string | undefined;
  description?: string | null | undefined;
  image_url?: string | null | undefined;
  /** Id, slug or name; null: at the top. */
  parent?: string | null | undefined;
  position?: number | undefined;
  is_active?: boolean | undefined;
}

export async function listCategoriesToManage(
  db: SiteDb,
  span: Span,
): Promise<{ categories: ManagedCategory[]; total: number }> {
  const categories = await categoriesToManage(db, span);
  return { categories, total: (await countCategories(db))?.total ?? 0 };
}

/** The category of this id, slug or name. Throws `category_not_found`. */
export async function requireCategoryRef(db: SiteDb, ref: string): Promise<ManagedCategory> {
  const category = await lockCategoryRef(db, ref);
  if (!category) throw new Problem("category_not_found", `This store has no category "${ref}".`);
  return category;
}

/**
 * Makes a category (without `ref`) or changes one. A new name reaches what search knows of its products. Throws
 * `category_not_found`, `stale`, `slug_taken`, and `invalid_value` for a parent below itself.
 */
export async function changeCategory(
  db: SiteDb,
  ref: string | undefined,
  { parent, ...patch }: CategoryPatch,
  expected: string | undefined,
): Promise<Changed<ManagedCategory> & { after: ManagedCategory }> {
  if (parent !== undefined) await lockCategories(db); // no two moves at once may close a circle
  const before = ref === undefined ? null : await requireCategoryRef(db, ref);
  if (before) requireFresh(before.updated_at, expected, "category");
  const parent_id = parent === undefined ? before?.parent_id : await parentOf(db, parent, before?.id);
  const after = patched(before ?? newCategory(db, patch.name), { ...patch, parent_id });
  readSlug(after.slug);
  if (after.image_url) requirePicture("image_url", after.image_url);
  if (!after.name.trim()) throw unacceptable("name", "must not be empty");
  if (before) {
    if (!(await updateCategory(db, after))) throw slugTaken(after.slug);
  } else {
    if (await lockSlug(db, after.slug)) throw slugTaken(after.slug);
    const made = await upsertCategory(db, after);
    if (made?.id !== after.id) throw new LostRace("the slug was taken meanwhile");
  }
  if (before && before.name !== after.name) {
    for (const { slug } of await slugsInCategory(db, after.id)) await reindexProduct(db, slug, after.name);
  }
  return { before, after: { ...after, updated_at: db.now } };
}

function newCategory(db: SiteDb, name: string | undefined): ManagedCategory {
  if (!name?.trim()) throw unacceptable("name", "is required for a new category");
  return {
    id: newId(),
    name,
    slug: words(name).join("-") || "category",
    description: null,
    image_url: null,
    parent_id: null,
    position: 0,
    is_active: true,
    updated_at: db.now,
  };
}

async function lockSlug(db: SiteDb, slug: string): Promise<boolean> {
  return (await lockCategoryRef(db, slug))?.slug === slug;
}

async function parentOf(db: SiteDb, parent: string | null, id: string | undefined): Promise<string | null> {
  if (parent === null) return null;
  const found = await requireCategoryRef(db, parent);
  const above = await pathOf(db, found.id);
  if (above.some((one) => one.id === id)) throw unacceptable("parent", "must not be the category itself or below it");
  return found.id;
}

/** Takes a category away; what is in it goes to the one above it. Throws `category_not_found`. */
export async function removeCategory(db: SiteDb, ref: string): Promise<ManagedCategory> {
  const category = await requireCategoryRef(db, ref);
  await emptyCategory(db, category);
  await deleteCategory(db, category.id);
  return category;
}

const slugTaken = (slug: string) =>
  new Problem("slug_taken", `Another category has the slug "${slug}".`, {
    errors: [{ path: "slug", message: "is taken" }],
  });
