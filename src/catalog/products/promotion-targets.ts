import type { SiteDb } from "../../db/database.ts";
import type { NamedTarget } from "../../promotions/promotions.ts";
import { requireCategoryRef } from "../categories/admin.ts";
import { requireCollectionRefs } from "../collections/admin.ts";
import { requireProductIds } from "../editing/product-refs.ts";

/**
 * The ids of what a promotion is for: products (id, slug or SKU), collections (id or slug) or categories (id, slug or
 * name), in the order of `refs`. An id is there twice when `refs` names it twice. Throws `product_not_found`,
 * `collection_not_found`, `category_not_found`, and `invalid_value` when a reference fits several.
 */
export async function requirePromotionTargets(db: SiteDb, type: NamedTarget, refs: string[]): Promise<string[]> {
  if (type === "products") return requireProductIds(db, refs);
  if (type === "collections") return requireCollectionRefs(db, refs);
  const ids: string[] = [];
  for (const ref of refs) ids.push((await requireCategoryRef(db, ref)).id);
  return ids;
}
