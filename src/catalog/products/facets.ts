import { toMajorOrNull } from "../../core/money.ts";
import type { SiteDb } from "../../db/database.ts";
import { shownBySpelling, storeMeanings } from "../options/meanings.ts";
import { countFacets, MAX_COUNTED, type OptionCount } from "./facet-queries.ts";
import type { Conditions } from "./filter-queries.ts";
import { isOptionFilter, optionFilter } from "./filters.ts";
import type { Facets } from "./schema.ts";

/** Further filters with the number of products each would leave. A facet applies all filters except its own. */
export async function facetsOf(db: SiteDb, conditions: Conditions): Promise<Facets> {
  const optionFilters = [...conditions.filters.keys()].filter(isOptionFilter);
  const counts = await countFacets(db, conditions, optionFilters, shownBySpelling(await storeMeanings(db)));
  if (!counts) throw new Error("facets without a row");
  const { products, categories, options, vendors, availability, price } = counts;
  return {
    is_partial: products.some((counted) => counted > MAX_COUNTED),
    categories,
    options: byName(joinOptions(options, optionFilters)),
    vendors,
    availability,
    price: { min: toMajorOrNull(price.min, db.currency), max: toMajorOrNull(price.max, db.currency) },
  };
}

/** An option that is filtered by is counted without its own filter, all others together. */
const joinOptions = ([others = [], ...filtered]: OptionCount[][], filters: string[]): OptionCount[] => [
  ...others.filter(({ name }) => !filters.includes(optionFilter(name))),
  ...filtered.flatMap((own, i) => own.filter(({ name }) => optionFilter(name) === filters[i])),
];

function byName(counts: OptionCount[]): Facets["options"] {
  const facets = new Map<string, Facets["options"][number]>();
  for (const { name, value, count } of counts) {
    const facet = facets.get(name) ?? { name, values: [] };
    facet.values.push({ value, count });
    facets.set(name, facet);
  }
  return [...facets.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}
