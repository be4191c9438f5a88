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
import type { SearchResult } from "../products/schema.ts";
import type { SortOrder } from "../products/sort-queries.ts";
import { findBest, isBest } from "./partial-queries.ts";
import { parseTerms, searchPlan, type Term } from "./plan.ts";
import { findNearWords, findRelevant, matchesAll, type RelevantProducts } from "./queries.ts";
import { forms, transpositions, typosAllowed, writtenWords } from "./words.ts";

/** Characters of a query. */
export const MAX_QUERY_LENGTH = 200;

/** Maximum words of a query that are corrected: each is compared with the store's whole vocabulary. */
const MAX_MISSPELT_WORDS = 8;

/** What became of the words of a query. */
type UsedWords = Pick<SearchResult, "ignored_words" | "corrections">;

/** Products that match what the query says, best first, with the words it was found by. Throws as `matchingProducts` does. */
export async function searchProducts(db: SiteDb, query: SearchQuery): Promise<SearchResult> {
  const { list, words } = await findMatchingProducts(db, query.q, query);
  return { ...list, query: query.q.trim(), ...words };
}

/**
 * Products that match every word of what was typed, best first or in the order given; when none does, those that match
 * best. Among very many products it is the closest by name that are ranked. Throws `invalid_request` unless what was
 * typed has 1 to 200 characters when trimmed.
 */
export const matchingProducts = async (
  db: SiteDb,
  typed: string,
  query: ProductQuery,
  order?: SortOrder,
): Promise<ProductPage> => (await findMatchingProducts(db, typed, query, order)).list;

async function findMatchingProducts(
  db: SiteDb,
  typed: string,
  query: ProductQuery | SearchQuery,
  order?: SortOrder,
): Promise<{ list: ProductPage; words: UsedWords }> {
  const q = trimmed(typed);
  const page = offsetPageOf(query);
  const search = once(() => findMatching(db, q, query, order, page));
  const kind = order ? "sorted search" : "search";
  const [{ products, words }, promotions] = await Promise.all([
    keepFound(db, kind, query, async () => {
      const { conditions, ...found } = await search();
      return found;
    }),
    runningPromotions(db),
  ]);
  const list = await productPage(db, products, promotions, page);
  if (!query.facets) return { list, words };
  const facets = await keepFacets(db, "search", query, async () => facetsOf(db, (await search()).conditions));
  return { list: { ...list, facets }, words };
}

/** What is searched for, and the words of the store that each word may be a misspelling of. */
interface Search {
  q: string;
  terms: Term[];
  nearWords: Map<string, string[]>;
  conditions: Conditions;
  order: SortOrder | undefined;
  page: OffsetPage;
}

/** The page of products that match, the conditions that they meet, and what became of the words. */
interface Matching {
  products: FoundProducts | undefined;
  conditions: Conditions;
  words: UsedWords;
}

async function findMatching(
  db: SiteDb,
  q: string,
  query: ProductQuery | SearchQuery,
  order: SortOrder | undefined,
  page: OffsetPage,
): Promise<Matching> {
  const terms = parseTerms(q);
  const [conditions, nearWords] = await Promise.all([findConditions(db, query), nearWordsOf(db, terms)]);
  return findWithout(db, { q, terms, nearWords, conditions, order, page }, []);
}

/** What a search finds when these of its words are ignored, and all others that no product has. */
async function findWithout(db: SiteDb, search: Search, ignored: string[]): Promise<Matching> {
  const { q, terms, nearWords, conditions, order, page } = search;
  const plan = searchPlan(q, terms, nearWords, ignored);
  conditions.filters.set("search", matchesAll(plan));
  const all: (FoundProducts & Partial<RelevantProducts>) | undefined = order
    ? await findProducts(db, conditions, order, page)
    : await findRelevant(db, conditions, plan, page);
  if (all?.total !== 0) return { products: all, conditions, words: usedWords(q, ignored, all?.mended) };
  const nothing = (): Matching => ({
    products: all,
    conditions,
    words: usedWords(q, [...ignored, ...plan.words.map(({ word }) => word)]),
  });
  if (plan.words.length < 2) return nothing();

  const best = await findBest(db, plan, where(conditions, "search"));
  if (best.missing.length === plan.words.length) return nothing();
  if (best.missing.length > 0) return findWithout(db, search, [...ignored, ...best.missing]);

  conditions.filters.set("search", isBest(db, plan, best.ids));
  const products = order
    ? await findProducts(db, conditions, order, page)
    : { total: best.ids.length, ids: best.ids.slice(page.offset, page.offset + page.limit) };
  return { products, conditions, words: usedWords(q, ignored, best.mended) };
}

/**
 * Says by the words as they were written which were ignored, also behind the most that a query may have, and which were `mended`,
 * each as "given used".
 */
function usedWords(q: string, ignored: string[], mended: string[] = []): UsedWords {
  const written = writtenWords(q);
  const read = new Set(parseTerms(q).flatMap(({ words }) => words));
  const isIgnored = (word: string) => ignored.includes(word) || !read.has(word);
  return {
    ignored_words: [...written].flatMap(([word, asWritten]) => (isIgnored(word) ? [asWritten] : [])),
    corrections: mended.map((pair) => {
      const [given = "", used = ""] = pair.split(" ");
      return { given: written.get(given) ?? given, used };
    }),
  };
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
  throw new Problem(
    "invalid_request",
    ({ field }) => (length === 0 ? field.required("q") : field.tooLong("q", MAX_QUERY_LENGTH)),
    { errors: [{ path: "q" }] },
  );
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
