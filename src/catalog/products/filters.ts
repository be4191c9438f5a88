import { toMajor, toMinor } from "../../core/money.ts";
import { Problem } from "../../core/problem.ts";
import type { ProductQuery, SearchQuery } from "./filter-schema.ts";

/** The filters of a list; amounts in minor units. */
export interface Filters {
  min_price?: number;
  max_price?: number;
  category?: string;
  collection?: string;
  tag?: string;
  vendor?: string;
  in_stock?: boolean;
  options: { name: string; value: string }[];
}

type Query = ProductQuery | SearchQuery;

/** The filters of a query. Throws `invalid_request` when the lowest price is above the highest. */
export function filtersOf(query: Query, currency: string): Filters {
  const { min_price, max_price, category, collection, tag, vendor, in_stock } = query;
  if (min_price !== undefined && max_price !== undefined && min_price > max_price) {
    throw new Problem("invalid_request", (say) => say.catalogue.priceRange, { errors: [{ path: "min_price" }] });
  }
  return {
    ...(min_price !== undefined && { min_price: bound(min_price, currency, "ceil") }),
    ...(max_price !== undefined && { max_price: bound(max_price, currency, "floor") }),
    ...(category !== undefined && { category }),
    ...(collection !== undefined && { collection }),
    ...(tag !== undefined && { tag }),
    ...(vendor !== undefined && { vendor }),
    ...(in_stock !== undefined && { in_stock }),
    options: optionsOf(query),
  };
}

/** Rounds into minor units. In a currency with four decimals, an amount that a query may name can exceed every price. */
const bound = (major: number, currency: string, rounding: "ceil" | "floor"): number =>
  major > toMajor(Number.MAX_SAFE_INTEGER, currency) ? Number.MAX_SAFE_INTEGER : toMinor(major, currency, rounding);

const OPTION = "option.";

/** Each option is one more condition, and one more query for its facet. */
const MAX_OPTIONS = 5;

/** The name of the filter by an option that is shown under this name. */
export const optionFilter = (shown: string): string => `${OPTION}${shown.toLowerCase()}`;

/** Whether a parameter filters by an option of the variants. */
export const isOptionFilter = (parameter: string): boolean => parameter.startsWith(OPTION);

function optionsOf(query: Query): Filters["options"] {
  const options = Object.entries(query).flatMap(([parameter, value]) =>
    isOptionFilter(parameter) ? [{ name: parameter.slice(OPTION.length), value: String(value) }] : [],
  );
  if (options.length > MAX_OPTIONS) {
    throw new Problem("invalid_request", (say) => say.catalogue.tooManyOptions(MAX_OPTIONS), {
      errors: [{ path: `${OPTION}${options[MAX_OPTIONS]?.name}` }],
    });
  }
  return options;
}

/** Parameters that make the database read more rows than one page has. */
const EXPENSIVE_PARAMETERS = ["min_price", "max_price", "tag", "vendor", "in_stock"];

/** Up to this offset, skipping products costs about as much as showing them. */
const MAX_CHEAP_OFFSET = 1000;

/**
 * Whether a read of a list is expensive by its query: a search, facets, a filter that looks into products or variants,
 * or an offset above 1,000. A plain list and the pages of a category or a collection are not.
 */
export const isExpensiveRead = (query: Readonly<Record<string, unknown>>): boolean =>
  String(query.q ?? "").trim() !== "" ||
  EXPENSIVE_PARAMETERS.some((parameter) => query[parameter] !== undefined) ||
  Object.keys(query).some(isOptionFilter) ||
  (query.facets !== undefined && query.facets !== false) ||
  Number(query.offset ?? 0) > MAX_CHEAP_OFFSET;
