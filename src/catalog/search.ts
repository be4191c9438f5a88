import { Problem } from "../core/problem.ts";
import { spanOf } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import type { Sql } from "../db/sql.ts";
import { type ProductPage, productPage } from "./browse.ts";
import { facetsOf } from "./facets.ts";
import { filtersOf } from "./filters.ts";
import { type Conditions, conditionsOf, where } from "./finding-queries.ts";
import type { SearchQuery } from "./query-schema.ts";
import { anyOf, byRelevance, findNearWords, matchesAll, matchesMost, mostMatches } from "./search-queries.ts";
import {
  forms,
  parseTerms,
  type SearchPlan,
  searchPlan,
  type Term,
  transpositions,
  typosAllowed,
} from "./search-text.ts";

const LONGEST_QUERY = 200;

/**
 * Products that match every word of the query, best first; when none does, those that match the most words.
 * Throws `invalid_request` unless the trimmed query has 1 to 200 characters.
 */
export async function searchProducts(db: SiteDb, query: SearchQuery): Promise<ProductPage & { query: string }> {
  const q = trimmed(query.q);
  const span = spanOf(query);
  const terms = parseTerms(q);
  const conditions = conditionsOf(db, filtersOf(query, db.currency));
  const plan = searchPlan(q, terms, await nearWordsOf(db, terms));
  conditions.set("search", matchesAll(plan));

  let page = await productPage(db, conditions, byRelevance(plan), span);
  if (page.pagination.total === 0 && plan.words.length > 1) {
    conditions.set("search", await matchingMost(db, conditions, plan));
    page = await productPage(db, conditions, byRelevance(plan), span);
  }
  const facets = query.facets ? { facets: await facetsOf(db, conditions) } : {};
  return { ...page, query: q, ...facets };
}

/** The condition that products match every word of a merchant's query, or something else that it may be. */
export async function searchCondition(db: SiteDb, typed: string, orElse: Sql): Promise<Sql> {
  const q = trimmed(typed);
  const terms = parseTerms(q);
  return anyOf(matchesAll(searchPlan(q, terms, await nearWordsOf(db, terms))), orElse);
}

function trimmed(typed: string): string {
  const q = typed.trim();
  const length = [...q].length;
  if (length >= 1 && length <= LONGEST_QUERY) return q;
  const message = length === 0 ? "must not be empty" : `must have at most ${LONGEST_QUERY} characters`;
  throw new Problem("invalid_request", `q ${message}.`, { errors: [{ path: "q", message }] });
}

async function nearWordsOf(db: SiteDb, terms: Term[]): Promise<Map<string, string[]>> {
  const words = [...new Set(terms.flatMap((term) => term.words).flatMap(forms))].filter(
    (word) => typosAllowed(word) > 0,
  );
  const near = new Map<string, string[]>();
  if (words.length === 0) return near;
  const rows = await findNearWords(
    db,
    words.map((word) => ({ word, typos: typosAllowed(word) })),
    words.flatMap((word) => transpositions(word).map((swap) => ({ word, swap }))),
  );
  for (const { asked, found } of rows) near.set(asked, [...(near.get(asked) ?? []), found]);
  return near;
}

async function matchingMost(db: SiteDb, conditions: Conditions, plan: SearchPlan): Promise<Sql> {
  const found = await mostMatches(db, plan, where(conditions, "search"));
  return matchesMost(plan, found?.most ?? 0);
}
