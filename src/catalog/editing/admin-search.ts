import { Problem } from "../../core/problem.ts";
import type { CursorPage } from "../../core/shapes.ts";
import { closestMatches } from "../../core/text/closest.ts";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { requireCategoryRef } from "../categories/admin.ts";
import { requireCollectionRefs } from "../collections/admin.ts";
import { type Conditions, conditionsOf, inCollection } from "../products/filter-queries.ts";
import { tsqueryOf } from "../search/search.ts";
import {
  type AdminProduct,
  countProductsForAdmin,
  inBranch,
  ofStatus,
  productsForAdmin,
  tagsOf,
  vendorsOf,
  withIds,
} from "./admin-queries.ts";
import { findByLabel, findByText, withLabel, withTextOrIds } from "./finder-queries.ts";

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
  const filters = { ...(in_stock === undefined ? {} : { in_stock }), options: [] };
  const conditions = conditionsOf(db, filters, ofStatus(db, status));
  if (vendor !== undefined) conditions.filters.set("vendor", await labelCondition(db, "vendor", vendor));
  if (tag !== undefined) conditions.filters.set("tag", await labelCondition(db, "tag", tag));
  if (category !== undefined)
    conditions.filters.set("category", inBranch(db, (await requireCategoryRef(db, category)).id));
  if (collection !== undefined) {
    const [id = ""] = await requireCollectionRefs(db, [collection]);
    conditions.filters.set("collection", inCollection(db, id));
  }
  if (query?.trim()) conditions.filters.set("search", await textCondition(db, query));
  return conditions;
}

/**
 * Products that a text or a label finds are named by their ids while they are few. More of them are so common that a list
 * by age or id soon has its page.
 */
const MAX_FEW = 5000;

const narrowed = (ids: string[], condition: Sql): Sql =>
  ids.length > MAX_FEW ? condition : sql`${withIds(ids)} and ${condition}`;

async function textCondition(db: SiteDb, typed: string): Promise<Sql> {
  const query = await tsqueryOf(db, typed);
  const { matching = [], named = [] } = (await findByText(db, query, typed.trim(), MAX_FEW + 1)) ?? {};
  return narrowed([...matching, ...named], withTextOrIds(query, named));
}

async function labelCondition(db: SiteDb, kind: "vendor" | "tag", value: string): Promise<Sql> {
  const { ids = [] } = (await findByLabel(db, kind, value, MAX_FEW + 1)) ?? {};
  if (ids.length === 0) throw await unknownLabel(db, kind, value);
  return narrowed(ids, withLabel(kind, value));
}

async function unknownLabel(db: SiteDb, kind: "vendor" | "tag", value: string): Promise<Problem> {
  const known = (await (kind === "vendor" ? vendorsOf(db) : tagsOf(db))).map((one) => one.value);
  const close = closestMatches(value, known, (name) => [name]);
  const message = `"${value}" is the ${kind} of no product; allowed names ${close.length > 0 ? "the closest" : "some"}`;
  return new Problem("invalid_value", `${kind}: ${message}.`, {
    errors: [{ path: kind, message }],
    extra: { allowed: close.length > 0 ? close : known.slice(0, MAX_NAMED) },
  });
}

const MAX_NAMED = 10;
