import { Problem } from "../../core/problem.ts";
import type { BoundedCount, CursorPage } from "../../core/shapes.ts";
import { closestMatches } from "../../core/text/closest.ts";
import { words } from "../../core/text/fold.ts";
import type { SiteDb } from "../../db/database.ts";
import { requireCategoryRef } from "../categories/admin.ts";
import { requireCollectionRefs } from "../collections/admin.ts";
import { type Conditions, conditionsOf, inCollection } from "../products/filter-queries.ts";
import { MAX_QUERY_LENGTH, tsqueryOf } from "../search/search.ts";
import {
  type AdminProduct,
  countProductsForAdmin,
  inBranch,
  ofStatus,
  productsForAdmin,
  tagsOf,
  vendorsOf,
} from "./admin-queries.ts";
import { atLeast, countNewestProducts } from "./count-queries.ts";
import {
  type Found,
  findByLabel,
  findByName,
  findByText,
  withIdsAnd,
  withLabel,
  withTextOrIds,
} from "./finder-queries.ts";

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
): Promise<{ products: AdminProduct[]; total: BoundedCount }> {
  const conditions = await adminConditions(db, search);
  const isCheap = conditions.isNarrow || (search.in_stock === undefined && !conditions.isCommon);
  const counting = isCheap
    ? countProductsForAdmin(db, conditions).then((count) => ({ count, isPartial: false }))
    : countNewestProducts(db, conditions);
  const [products, total] = await Promise.all([productsForAdmin(db, conditions, after, limit + 1), counting]);
  return { products, total: atLeast(products.length, total) };
}

/** Conditions on products of any status, and what they say of the number of products. */
export interface AdminConditions extends Conditions {
  /** A category, a collection, or a text or label that few products have limits the products that are read. */
  isNarrow: boolean;
  /** A text or a label is too common for an index to help. */
  isCommon: boolean;
}

/**
 * The conditions of a search on products of any status. Categories (with those below them) and collections may be
 * inactive. Throws `category_not_found` and `collection_not_found`, and `invalid_value` for a vendor or a tag that no
 * product has, so that a misspelt filter does not look like an empty shop. A text, vendor or tag that at most `maxFew`
 * products have becomes their ids.
 */
export async function adminConditions(db: SiteDb, search: ProductSearch, maxFew = 1000): Promise<AdminConditions> {
  const { query, status, category, collection, vendor, tag, in_stock } = search;
  const filters = in_stock === undefined ? {} : { in_stock };
  const conditions: AdminConditions = {
    ...conditionsOf(db, filters, ofStatus(db, status)),
    isNarrow: category !== undefined || collection !== undefined,
    isCommon: false,
  };
  const add = (name: string, found: Found) => {
    const isFew = found.ids.length <= maxFew;
    conditions.filters.set(name, isFew ? withIdsAnd(found) : found.condition);
    if (isFew) conditions.isNarrow = true;
    else conditions.isCommon = true;
  };
  if (vendor !== undefined) add("vendor", await findLabel(db, "vendor", vendor, maxFew + 1));
  if (tag !== undefined) add("tag", await findLabel(db, "tag", tag, maxFew + 1));
  if (category !== undefined)
    conditions.filters.set("category", inBranch(db, (await requireCategoryRef(db, category)).id));
  if (collection !== undefined) {
    const [id = ""] = await requireCollectionRefs(db, [collection]);
    conditions.filters.set("collection", inCollection(db, id));
  }
  if (query?.trim()) add("search", await findText(db, query, maxFew + 1));
  return conditions;
}

/** Products with the words of a name, among which those of the whole name are looked for. */
const MAX_WITH_WORDS = 200;
const MAX_OF_NAME = 20;

/**
 * The ids of the products of this name, ignoring case and accents; with `orWords`, when there is none, of some that have its
 * words. At most 20, of any status.
 */
export async function findProductsByName(db: SiteDb, name: string, orWords: boolean): Promise<string[]> {
  const folded = words(name).join(" ");
  if (folded === "" || name.length > MAX_QUERY_LENGTH) return [];
  const { matching } = await findByText(db, await tsqueryOf(db, name), name, MAX_WITH_WORDS);
  const named = await findByName(db, folded, matching, MAX_OF_NAME);
  return named.length > 0 || !orWords ? named : matching.slice(0, MAX_OF_NAME);
}

async function findText(db: SiteDb, typed: string, most: number): Promise<Found> {
  const query = await tsqueryOf(db, typed);
  const { matching, named } = await findByText(db, query, typed.trim(), most);
  return { ids: [...matching, ...named], condition: withTextOrIds(query, named) };
}

async function findLabel(db: SiteDb, kind: "vendor" | "tag", value: string, most: number): Promise<Found> {
  const ids = await findByLabel(db, kind, value, most);
  if (ids.length === 0) throw await unknownLabel(db, kind, value);
  return { ids, condition: withLabel(kind, value) };
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
