import type { Shop } from "@hanout/client/shop";

export type SearchParams = Record<string, string | string[] | undefined>;

/** The orders of a list. */
export const SORTS = ["best_selling", "newest", "price_asc", "price_desc", "name_asc"] as const;

export type Sort = (typeof SORTS)[number];

/** What a shopper chose in a list: all of it is in the address. */
export interface Filters {
  sort: Sort | undefined;
  /** How many times "show more" was pressed, and one. */
  page: number;
  /** Values by the name of the filter, as the API names them. */
  chosen: [name: string, value: string][];
}

/** Filters beside those by option, `option.Taille`. */
const NAMES = ["in_stock", "min_price", "max_price", "vendor", "q"];
const PER_PAGE = 24;
/** The API answers 250 at once: what comes later is shown without the first. */
const MOST_PAGES = 10;

/** Reads the address. What is none of a list's filters is left out. */
export function readFilters(params: SearchParams): Filters {
  const given = Object.entries(params).flatMap(([name, value]): [string, string][] => {
    const text = (Array.isArray(value) ? value[0] : value)?.trim();
    return text ? [[name, text]] : [];
  });
  const textOf = (wanted: string) => given.find(([name]) => name === wanted)?.[1];
  return {
    sort: SORTS.find((sort) => sort === textOf("sort")),
    page: Math.max(1, Math.min(1000, Number.parseInt(textOf("page") ?? "1", 10) || 1)),
    chosen: given.filter(([name, value]) => (NAMES.includes(name) || name.startsWith("option.")) && isFit(name, value)),
  };
}

/** Prices are numbers; the API refuses others. */
const isFit = (name: string, value: string): boolean => !name.endsWith("_price") || /^\d{1,9}$/.test(value);

type Query = NonNullable<Parameters<Shop["products"]["list"]>[0]>;

/** What the API is asked for. */
export function queryOf({ sort, page, chosen }: Filters): Query {
  const shown = Math.min(page, MOST_PAGES);
  return {
    ...Object.fromEntries(chosen),
    ...(sort && { sort }),
    limit: shown * PER_PAGE,
    offset: (page - shown) * PER_PAGE,
    facets: true,
  };
}

/** The query of an address with one filter changed, or taken away. What is shown begins anew. */
export function addressOf({ sort, chosen }: Filters, change: { without?: string; page?: number } = {}): string {
  const query = new URLSearchParams(chosen.filter(([name]) => name !== change.without));
  if (sort) query.set("sort", sort);
  if (change.page) query.set("page", String(change.page));
  return `?${query}`;
}
