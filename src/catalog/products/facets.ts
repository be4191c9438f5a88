import { toMajorOrNull } from "../../core/money.ts";
import type { SiteDb } from "../../db/database.ts";
import {
  countByAvailability,
  countByCategory,
  countByOption,
  countByVendor,
  MAX_COUNTED,
  type OptionCount,
  priceRange,
} from "./facet-queries.ts";
import type { Conditions } from "./filter-queries.ts";
import type { Facets } from "./schema.ts";

/** Further filters with the number of products each would leave. A facet applies all filters except its own. */
export async function facetsOf(db: SiteDb, conditions: Conditions): Promise<Facets> {
  const categories = await countByCategory(db, conditions);
  const options = await countOptions(db, conditions);
  const vendors = await countByVendor(db, conditions);
  const availability = await countByAvailability(db, conditions);
  const price = await priceRange(db, conditions);
  const { in_stock, out_of_stock } = availability ?? { in_stock: 0, out_of_stock: 0 };
  return {
    is_partial: [...categories, ...options, ...vendors, availability, price].some(
      (one) => one !== undefined && one.products > MAX_COUNTED,
    ),
    categories: categories.map(({ id, slug, name, count }) => ({ id, slug, name, count })),
    options: byName(options),
    vendors: vendors.map(({ value, count }) => ({ value, count })),
    availability: { in_stock, out_of_stock },
    price: {
      min: toMajorOrNull(price?.min ?? null, db.currency),
      max: toMajorOrNull(price?.max ?? null, db.currency),
    },
  };
}

/** Counts each option that is filtered by without its own filter, and all other options together. */
async function countOptions(db: SiteDb, conditions: Conditions): Promise<OptionCount[]> {
  const filtered = [...conditions.filters.keys()].filter((filter) => filter.startsWith("option."));
  const counts = (await countByOption(db, conditions)).filter(({ name }) => !filtered.includes(filterOf(name)));
  for (const filter of filtered) {
    const own = await countByOption(db, conditions, filter);
    counts.push(...own.filter(({ name }) => filterOf(name) === filter));
  }
  return counts;
}

const filterOf = (option: string): string => `option.${option.toLowerCase()}`;

function byName(counts: OptionCount[]): Facets["options"] {
  const facets = new Map<string, Facets["options"][number]>();
  for (const { name, value, count } of counts) {
    const facet = facets.get(name) ?? { name, values: [] };
    facet.values.push({ value, count });
    facets.set(name, facet);
  }
  return [...facets.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}
