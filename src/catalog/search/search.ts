import { once } from "../../core/once.ts";
import { Problem } from "../../core/problem.ts";
import { type OffsetPage, offsetPageOf } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { runningPromotions } from "../../promotions/promotions.ts";
import { facetsOf } from "../products/facets.ts";
import { findConditions } from "../products/filter-conditions.ts";
import { type Conditions, where } from "../products/filter-queries.ts";
import type { ProductQuery, SearchQuery } from "../products/filter-schema.ts";
import { keepFacets, keepFound } from "../products/kept-findings.ts";
import { type FoundProducts, findProducts } from "../products/list-queries.ts";
import { type ProductPage, productPage } from "../products/product-page.ts";
import type { SortOrder } from "../products/sort-queries.ts";
import { parseTerms, searchPlan, type Term } from "./plan.ts";
import { findBest, findNearWords, findRelevant, matchesAll, matchesAsBest } from "./queries.ts";
import { forms, transpositions, typosAllowed } from "./words.ts";

/** Characters of a query. */
export const MAX_QUERY_LENGTH = 200;

/** Maximum words of a query that are corrected: each is compared with the store's whole vocabulary. */
const MAX_MISSPELT_WORDS = 8;

/** Products that match what the query says, best first. Throws as `matchingProducts` does. */
export const searchProducts = async (db: SiteDb, query: SearchQuery): Promise<ProductPage & { query: string }> => ({
  ...(await matchingProducts(db, query.q, query)),
  query: query.q.trim(),
});

/**
 * Products that match every word of what was typed, best first or in the order given; when none does, those that match
 * the most words. Among very many products it is the closest by name that are ranked, and that are compared by how many
 * words they match. Throws `invalid_request` unless what was typed has 1 to 200 characters when trimmed.
 */
export async function matchingProducts(
  db: SiteDb,
  typed: string,
  query: ProductQuery | SearchQuery,
  order?: SortOrder,
): Promise<ProductPage> {
  const q = trimmed(typed);
  const page = offsetPageOf(query);
  const search = once(() => findMatching(db, q, query, order, page));
  const kind = order ? "sorted search" : "search";
  const [products, promotions] = await Promise.all([
    keepFound(db, kind, query, async () => (await search()).products),
    runningPromotions(db),
  ]);
  const list = await productPage(db, products, promotions, page);
  if (!query.facets) return list;
  return {
    ...list,
    facets: await keepFacets(db, "search", query, async () => facetsOf(db, (await search()).conditions)),
  };
}

/** The page of products that match, and the conditions that they meet. */
async function findMatching(
  db: SiteDb,
  q: string,
  query: ProductQuery | SearchQuery,
  order: SortOrder | undefined,
  page: OffsetPage,
): Promise<{ products: FoundProducts | undefined; conditions: Conditions }> {
  const terms = parseTerms(q);
  const [conditions, nearWords] = await Promise.all([findConditions(db, query), nearWordsOf(db, terms)]);
  const plan = searchPlan(q, terms, nearWords);
  conditions.filters.set("search", matchesAll(plan));

  const find = () => (order ? findProducts(db, conditions, order, page) : findRelevant(db, conditions, plan, page));
  const products = await find();
  if (products?.total !== 0 || plan.words.length < 2) return { products, conditions };
  const best = await findBest(db, plan, where(conditions, "search"));
  conditions.filters.set("search", matchesAsBest(db, plan, best));
  return { products: await find(), conditions };
}

/** The `tsquery` of the products that match every word of a merchant's query. Throws as `matchingProducts` does. */
export async function tsqueryOf(db: SiteDb, typed: string): Promise<string> {
  const q = trimmed(typed);
  const terms = parseTerms(q);
  return searchPlan(q, terms, await nearWordsOf(db, terms)).all;
}

function trimmed(typed: string): string {
  const q = typed.trim();
  const length = [...q].length;
  if (length >= 1 && length <= MAX_QUERY_LENGTH) return q;
  const message = length === 0 ? "must not be empty" : `must have at most ${MAX_QUERY_LENGTH} characters`;
  throw new Problem("invalid_request", `q ${message}.`, { errors: [{ path: "q", message }] });
}

async function nearWordsOf(db: SiteDb, terms: Term[]): Promise<Map<string, string[]>> {
  const words = [...new Set(terms.flatMap((term) => term.words).flatMap(forms))]
    .filter((word) => typosAllowed(word) > 0)
    .slice(0, MAX_MISSPELT_WORDS);
  const near = new Map<string, string[]>();
  if (words.length === 0) return near;
  const rows = await findNearWords(
    db,
    words.map((word) => ({ word, typos: typosAllowed(word) })),
    words.flatMap((word) => transpositions(word).map((swap) => ({ word, swap }))),
  );
  for (const { asked, found } of rows) near.set(asked, [...new Set([...(near.get(asked) ?? []), found])]);
  return near;
}
