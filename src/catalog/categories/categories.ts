import { newId } from "../../core/ids.ts";
import { type List, listAnswer, type OffsetPage } from "../../core/shapes.ts";
import { words } from "../../core/text/fold.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import {
  activeCategories,
  type CategoryRow,
  countActiveCategories,
  findCategory,
  type LockedCategory,
  upsertCategory,
} from "./queries.ts";
import type { Category } from "./schema.ts";

/** Active categories, parents first, each with the number of published products in it and its active children. */
export async function listCategories(db: SiteDb, page: OffsetPage): Promise<List<Category>> {
  const [rows, total] = await Promise.all([activeCategories(db, page), countActiveCategories(db)]);
  const categories = rows.map((row) => ({ ...row, image_url: db.mediaUrl(row.image_url) }));
  return listAnswer(categories, total, page);
}

/** Creates a category, or replaces the one with this slug; returns its id. */
export async function saveCategory(
  db: SiteDb,
  category: Omit<CategoryRow, "id"> & { is_active: boolean },
): Promise<string> {
  const id = newId();
  const saved = await upsertCategory(db, { id, ...category });
  db.changed(["groups", "catalogue"]);
  return saved?.id ?? id;
}

/**
 * The category with this name, created at the top of the tree when there is none; undefined when a dry run would create
 * it. The category is locked against renaming and deletion until the transaction ends, because the search index holds
 * its name for each of its products. Throws LostRace when another transaction creates it at the same time.
 */
export async function findOrCreateCategory(
  db: SiteDb,
  name: string,
  { dryRun = false } = {},
): Promise<LockedCategory | undefined> {
  const slug = words(name).join("-") || "category";
  const existing = await findCategory(db, name, slug, { isLocked: !dryRun });
  if (existing || dryRun) return existing;
  const id = newId();
  await db.recording.remember("categories", "id", [id]);
  const created = await upsertCategory(db, {
    id,
    name,
    slug,
    description: null,
    image_url: null,
    parent_id: null,
    position: 0,
    is_active: true,
  });
  if (created?.id !== id) throw new LostRace("another transaction created the category");
  db.changed(["groups", "catalogue"]);
  return { id, name };
}
