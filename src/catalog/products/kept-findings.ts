import type { Part } from "../../db/changes.ts";
import type { SiteDb } from "../../db/database.ts";
import { ProductQuery, type SearchQuery } from "./filter-schema.ts";
import { isOptionFilter } from "./filters.ts";
import type { Facets } from "./schema.ts";
import { isBySales, requestedOrder, type SortOrder } from "./sort-queries.ts";

/** What lists and searches found, and facets: kept until the catalogue changes. */

type Query = ProductQuery | SearchQuery;

/** How old an order by sales may be: each sale changes it. */
const MAX_SALES_AGE_MS = 60_000;

/** Keeps the page of ids that a list or a search (`kind`) found. */
export const keepFound = <T>(db: SiteDb, kind: string, query: Query, find: () => Promise<T>): Promise<T> =>
  db.kept.keep(
    `${kind} ${keyOf(query, NOT_OF_FINDING)}`,
    {
      parts: partsOf(query.in_stock !== undefined, Object.keys(query).some(isOptionFilter)),
      until: () => salesUntil(db, requestedOrder(query)),
    },
    find,
  );

/** Keeps the facets of a list or a search (`kind`). They are the same on all of its pages. */
export const keepFacets = (db: SiteDb, kind: string, query: Query, find: () => Promise<Facets>): Promise<Facets> =>
  db.kept.keep(`facets of ${kind} ${keyOf(query, WITHOUT_PAGE)}`, { parts: partsOf(true, true) }, find);

/** The time until which an order is exact enough; null: until something changes. */
export const salesUntil = (db: SiteDb, order: SortOrder | undefined): string | null =>
  order && isBySales(order) ? new Date(Date.parse(db.now) + MAX_SALES_AGE_MS).toISOString() : null;

/** The store says which names of options mean the same. */
const partsOf = (dependsOnStock: boolean, dependsOnOptionNames: boolean): Part[] => [
  "catalogue",
  "groups",
  ...(dependsOnStock ? ["availability" as const] : []),
  ...(dependsOnOptionNames ? ["store" as const] : []),
];

const NOT_OF_FINDING = ["facets", "pictures"];
const WITHOUT_PAGE = [...NOT_OF_FINDING, "limit", "offset", "sort", "sort_by", "sort_order"];

/** The parameters of a query in one order, without those of `without` and those that are unknown. */
const keyOf = (query: Query, without: string[]): string =>
  JSON.stringify(
    Object.entries(query)
      .filter(([name]) => (name in ProductQuery.properties || isOptionFilter(name)) && !without.includes(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
