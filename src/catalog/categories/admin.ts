import { type Changed, patched, requireFresh, withUpdatedAt } from "../../core/changes.ts";
import { isId, newId } from "../../core/ids.ts";
import { requireImageAddress } from "../../core/media.ts";
import { invalidValue, Problem } from "../../core/problem.ts";
import type { OffsetPage } from "../../core/shapes.ts";
import { readSlug, slugOf, slugTaken } from "../../core/text/slug.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import { lockStable } from "../../db/locks.ts";
import type { RowImage } from "../../db/recording/recording.ts";
import { holdNamedFiles } from "../../files/files.ts";
import { updateCategoryVectors } from "../search/category-queries.ts";
import { categoryVector, categoryVocabulary } from "../search/document.ts";
import { addWords } from "../search/queries.ts";
import {
  type AdminCategory,
  categoriesForAdmin,
  countCategories,
  deleteCategory,
  findCategoriesByRef,
  isCategorySlugTaken,
  type ListedCategory,
  lockCategories,
  lockCategory,
  lockCategoryShared,
  moveChildren,
  moveProducts,
  updateCategory,
} from "./admin-queries.ts";
import { type LockedCategory, upsertCategory } from "./queries.ts";
import { findPath } from "./tree-queries.ts";

export type { ListedCategory };

/** Levels of categories, the top included. */
const MAX_DEPTH = 20;

/** The fields of a category that a merchant changes; absent ones stay. */
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
  page: OffsetPage,
): Promise<{ categories: ListedCategory[]; total: number }> {
  const [categories, total] = await Promise.all([categoriesForAdmin(db, page), countCategories(db)]);
  return { categories, total };
}

/** The category of this id or slug, else of this name. Throws `category_not_found`, and `invalid_value` for several. */
export async function requireCategoryRef(db: SiteDb, ref: string): Promise<AdminCategory> {
  const matches = await findCategoriesByRef(db, ref, isId(ref) ? ref : null);
  const [first, another] = matches;
  if (!first) throw noCategory(ref);
  if (first.by_name && another) {
    throw new Problem("invalid_value", `${matches.length} categories are called "${ref}"; name one by its slug.`, {
      extra: { allowed: matches.map(({ slug }) => slug) },
    });
  }
  const { by_name: _, ...category } = first;
  return category;
}

/** Locks the category against renaming and deletion until the transaction ends. Throws `category_not_found`. */
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
 * Creates a category (without `ref`) or changes one. A new name is written to the search index of its products. Throws
 * `category_not_found`, `file_not_found`, `stale`, `slug_taken`, and `invalid_value` for a parent below itself.
 */
export async function changeCategory(
  db: SiteDb,
  ref: string | undefined,
  { parent, ...patch }: CategoryPatch,
  expected: string | undefined,
): Promise<Changed<AdminCategory> & { after: AdminCategory }> {
  if (parent !== undefined) await lockCategories(db); // two moves at the same time could create a cycle
  const before = ref === undefined ? null : await lockCategoryRef(db, ref);
  if (before) requireFresh(before.updated_at, expected, "category");
  const parent_id = parent === undefined ? before?.parent_id : await parentOf(db, parent, before?.id);
  const after = withUpdatedAt(db.now, before, patched(before ?? newCategory(db, patch.name), { ...patch, parent_id }));
  readSlug(after.slug);
  if (typeof patch.image_url === "string") requireImageAddress("image_url", patch.image_url);
  if (!after.name.trim()) throw invalidValue("name", "must not be empty");
  await holdNamedFiles(db, patch);
  await db.recording.remember("categories", "id", [after.id]);
  if (before) {
    if (!(await updateCategory(db, after))) throw slugTaken("category", after.slug);
  } else {
    if (await isCategorySlugTaken(db, after.slug)) throw slugTaken("category", after.slug);
    const created = await upsertCategory(db, after);
    if (created?.id !== after.id) throw new LostRace("the slug was taken meanwhile");
  }
  if (after !== before) db.changed(["groups", "catalogue"]);
  if (before && before.name !== after.name) await writeToProducts(db, after);
  return { before, after };
}

/** Writes the new name of a category to the search index of its products. */
export async function writeToProducts(db: SiteDb, { id, name }: Pick<AdminCategory, "id" | "name">): Promise<void> {
  const vector = categoryVector(name);
  const products = await inBatches((afterId, limit) => updateCategoryVectors(db, id, vector, afterId, limit));
  db.changed(["catalogue"], idsOf(products));
  await addWords(db, categoryVocabulary(name));
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
  const category = await requireCategoryRef(db, parent);
  const fault = placeFault(id, idsOf(await findPath(db, category.id)));
  if (fault) throw invalidValue("parent", fault);
  return category.id;
}

/** Why a category cannot be below these, from its parent upwards; undefined: it can. */
export function placeFault(id: string | undefined, above: readonly string[]): string | undefined {
  if (above.length >= MAX_DEPTH) return `must not be ${MAX_DEPTH} levels down`;
  return above.some((one) => one === id) ? "must not be the category itself or below it" : undefined;
}

/**
 * Deletes a category; its children and products move to its parent, or to none. Returns the slugs of its children and
 * of its first 1000 products, and the number of its products. Throws `category_not_found`.
 */
export async function removeCategory(
  db: SiteDb,
  ref: string,
): Promise<AdminCategory & { children: string[]; products: string[]; products_count: number }> {
  const category = await lockCategoryRef(db, ref);
  const above = category.parent_id === null ? undefined : await lockCategory(db, category.parent_id);
  const vector = categoryVector(above?.name ?? "");
  await Promise.all([
    db.recording.remember("categories", "id", [category.id]),
    db.recording.remember("categories", "parent_id", [category.id]),
  ]);
  const children = slugsOf(await moveChildren(db, category));
  const moved = await inBatches((afterId, limit) => moveProducts(db, category, vector, afterId, limit));
  db.recording.note(moved.map(({ id }) => moveImage(id, category)));
  await deleteCategory(db, category.id);
  db.changed(["groups", "catalogue"], idsOf(moved));
  const products = slugsOf(moved);
  if (above && products.length > 0) await addWords(db, categoryVocabulary(above.name));
  return { ...category, children, products: products.slice(0, MAX_LISTED), products_count: products.length };
}

/** Of products that moved to the parent category. They may be too many to read them before and after. */
const moveImage = (productId: string, { id, parent_id }: AdminCategory): RowImage => ({
  table: "products",
  key: productId,
  before: { category_id: id },
  after: { category_id: parent_id },
});

/** Maximum slugs of products that a deletion lists. */
const MAX_LISTED = 1000;

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);
const slugsOf = (rows: { slug: string }[]): string[] => rows.map(({ slug }) => slug).sort();

/** A product has about a hundred index entries; a statement over more products could exceed its time-out. */
const BATCH_SIZE = 2000;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** Runs an update of a category's next products, in the order of their ids, until all are done; returns them all. */
async function inBatches<Row extends { id: string }>(
  update: (afterId: string, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let afterId = LOWEST_ID; ; ) {
    const batch = await update(afterId, BATCH_SIZE);
    rows.push(...batch);
    if (batch.length < BATCH_SIZE) return rows;
    afterId = batch.reduce((highest, { id }) => (id > highest ? id : highest), afterId);
  }
}
