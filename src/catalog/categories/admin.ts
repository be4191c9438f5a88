import { type Changed, patched, requireFresh, withUpdatedAt } from "../../core/changes.ts";
import { isId, newId } from "../../core/ids.ts";
import { requireImageAddress } from "../../core/media.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import type { OffsetPage } from "../../core/shapes.ts";
import { readSlug, slugOf, slugTaken } from "../../core/text/slug.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import { lockStable } from "../../db/locks.ts";
import { reindexCategory } from "../editing/save.ts";
import {
  type AdminCategory,
  categoriesForAdmin,
  countCategories,
  deleteCategory,
  emptyCategory,
  findCategoriesByRef,
  isCategorySlugTaken,
  type ListedCategory,
  type LockedCategory,
  lockCategories,
  lockCategory,
  lockCategoryShared,
  MAX_DEPTH,
  pathOf,
  updateCategory,
  upsertCategory,
} from "./queries.ts";

export type { ListedCategory };

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

export async function listCategoriesForAdmin(
  db: SiteDb,
  span: OffsetPage,
): Promise<{ categories: ListedCategory[]; total: number }> {
  const categories = await categoriesForAdmin(db, span);
  return { categories, total: (await countCategories(db))?.total ?? 0 };
}

/** The category of this id or slug, else of this name. Throws `category_not_found`, and `invalid_value` for several. */
export async function requireCategoryRef(db: SiteDb, ref: string): Promise<AdminCategory> {
  const meant = await findCategoriesByRef(db, ref, isId(ref) ? ref : null);
  const [first, another] = meant;
  if (!first) throw noCategory(ref);
  if (first.by_name && another) {
    throw new Problem("invalid_value", `${meant.length} categories are called "${ref}"; name one by its slug.`, {
      extra: { allowed: meant.map(({ slug }) => slug) },
    });
  }
  const { by_name: _, ...category } = first;
  return category;
}

/** The category, which nobody renames or takes away until the transaction ends. Throws `category_not_found`. */
export async function lockCategoryRefShared(db: SiteDb, ref: string): Promise<LockedCategory> {
  const category = await lockCategoryShared(db, (await requireCategoryRef(db, ref)).id);
  if (!category) throw noCategory(ref);
  return category;
}

async function lockCategoryRef(db: SiteDb, ref: string): Promise<AdminCategory> {
  const category = await lockStable(
    async () => [(await requireCategoryRef(db, ref)).id],
    ([id = ""]) => lockCategory(db, id),
  );
  if (!category) throw noCategory(ref);
  return category;
}

const noCategory = (ref: string) => new Problem("category_not_found", `This store has no category "${ref}".`);

/**
 * Makes a category (without `ref`) or changes one. A new name reaches what search knows of its products. Throws
 * `category_not_found`, `stale`, `slug_taken`, and `invalid_value` for a parent below itself.
 */
export async function changeCategory(
  db: SiteDb,
  ref: string | undefined,
  { parent, ...patch }: CategoryPatch,
  expected: string | undefined,
): Promise<Changed<AdminCategory> & { after: AdminCategory }> {
  if (parent !== undefined) await lockCategories(db); // no two moves at once may close a circle
  const before = ref === undefined ? null : await lockCategoryRef(db, ref);
  if (before) requireFresh(before.updated_at, expected, "category");
  const parent_id = parent === undefined ? before?.parent_id : await parentOf(db, parent, before?.id);
  const after = withUpdatedAt(db.now, before, patched(before ?? newCategory(db, patch.name), { ...patch, parent_id }));
  readSlug(after.slug);
  if (typeof patch.image_url === "string") requireImageAddress("image_url", patch.image_url);
  if (!after.name.trim()) throw invalidValue("name", "must not be empty");
  if (before) {
    if (!(await updateCategory(db, after))) throw slugTaken("category", after.slug);
  } else {
    if (await isCategorySlugTaken(db, after.slug)) throw slugTaken("category", after.slug);
    const made = await upsertCategory(db, after);
    if (made?.id !== after.id) throw new LostRace("the slug was taken meanwhile");
  }
  if (before && before.name !== after.name) await reindexCategory(db, after.id, after.name);
  return { before, after };
}

function newCategory(db: SiteDb, name: string | undefined): AdminCategory {
  if (!name?.trim()) throw invalidValue("name", "is required for a new category");
  return {
    id: newId(),
    name,
    slug: slugOf(name, "category"),
    description: null,
    image_url: null,
    parent_id: null,
    position: 0,
    is_active: true,
    updated_at: db.now,
  };
}

async function parentOf(db: SiteDb, parent: string | null, id: string | undefined): Promise<string | null> {
  if (parent === null) return null;
  const found = await requireCategoryRef(db, parent);
  const above = await pathOf(db, found.id);
  if (above.length >= MAX_DEPTH) throw invalidValue("parent", `must not be ${MAX_DEPTH} levels down`);
  if (above.some((one) => one.id === id)) throw invalidValue("parent", "must not be the category itself or below it");
  return found.id;
}

/**
 * Takes a category away; what is in it goes to the one above it, or to none. Answers the slugs of its children and of the
 * first 1000 products it held, and how many these were. Throws `category_not_found`.
 */
export async function removeCategory(
  db: SiteDb,
  ref: string,
): Promise<AdminCategory & { children: string[]; products: string[]; products_count: number }> {
  const category = await lockCategoryRef(db, ref);
  const above = category.parent_id === null ? undefined : await lockCategory(db, category.parent_id);
  await reindexCategory(db, category.id, above?.name ?? null);
  const { children = [], products = [], products_count = 0 } = (await emptyCategory(db, category)) ?? {};
  await deleteCategory(db, category.id);
  return { ...category, children, products, products_count };
}
