import { Problem } from "../../core/problem.ts";
import type { CursorPage } from "../../core/shapes.ts";
import { closestMatches } from "../../core/text/closest.ts";
import type { SiteDb } from "../../db/database.ts";
import { requireCategoryRef } from "../categories/admin.ts";
import { requireCollectionRefs } from "../collections/admin.ts";
import { type Conditions, conditionsOf, inCollection } from "../products/filter-queries.ts";
import { searchCondition } from "../search/search.ts";
import {
  type AdminProduct,
  countProductsForAdmin,
  hasProductWith,
  inBranch,
  ofStatus,
  productsForAdmin,
  tagsOf,
  vendorsOf,
  withSlugOrSku,
} from "./admin-queries.ts";

/** The filters of a merchant's search for products. */
export interface ProductSearch {
  query?: string | undefined;
  status?: string | undefined;
  category?: string | undefined;
  collection?: string | undefined;
  vendor?: string | undefined;
  tag?: string | undefined;
  in_stock?: boolean | undefined;
}

/** Products of any status, newest first: at most `limit` + 1 of them, and the total number. */
export async function searchProductsForAdmin(
  db: SiteDb,
  search: ProductSearch,
  { limit, after }: CursorPage,
): Promise<{ products: AdminProduct[]; total: number }> {
  const conditions = await adminConditions(db, search);
  const products = await productsForAdmin(db, conditions, after, limit + 1);
  return { products, total: await countProductsForAdmin(db, conditions) };
}

/**
 * The conditions of a search on products of any status. Categories (with those below them) and collections may be
 * inactive. Throws `category_not_found` and `collection_not_found`, and `invalid_value` for a vendor or a tag that no
 * product has, so that a misspelt filter does not look like an empty shop.
 */
export async function adminConditions(db: SiteDb, search: ProductSearch): Promise<Conditions> {
  const { query, status, category, collection, vendor, tag, in_stock } = search;
  if (vendor !== undefined) await requireUsed(db, "vendor", vendor);
  if (tag !== undefined) await requireUsed(db, "tag", tag);
  const filters = {
    ...(vendor === undefined ? {} : { vendor }),
    ...(tag === undefined ? {} : { tag }),
    ...(in_stock === undefined ? {} : { in_stock }),
    options: [],
  };
  const conditions = conditionsOf(db, filters, ofStatus(db, status));
  if (category !== undefined)
    conditions.filters.set("category", inBranch(db, (await requireCategoryRef(db, category)).id));
  if (collection !== undefined) {
    const [id = ""] = await requireCollectionRefs(db, [collection]);
    conditions.filters.set("collection", inCollection(db, id));
  }
  if (query?.trim())
    conditions.filters.set("search", await searchCondition(db, query, withSlugOrSku(db, query.trim())));
  return conditions;
}

async function requireUsed(db: SiteDb, kind: "vendor" | "tag", value: string): Promise<void> {
  if (await hasProductWith(db, kind, value)) return;
  const known = (await (kind === "vendor" ? vendorsOf(db) : tagsOf(db))).map((one) => one.value);
  const close = closestMatches(value, known, (name) => [name]);
  const message = `"${value}" is the ${kind} of no product; allowed names ${close.length > 0 ? "the closest" : "some"}`;
  throw new Problem("invalid_value", `${kind}: ${message}.`, {
    errors: [{ path: kind, message }],
    extra: { allowed: close.length > 0 ? close : known.slice(0, MAX_NAMED) },
  });
}

const MAX_NAMED = 10;
