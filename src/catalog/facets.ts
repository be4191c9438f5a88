import { toMajorOrNull } from "../core/money.ts";
import type { SiteDb } from "../db/database.ts";
import { countByAvailability, countByCategory, countByOption, countByVendor, priceSpan } from "./facet-queries.ts";
import type { Conditions } from "./finding-queries.ts";
import type { Facets } from "./schema.ts";

/** What the products could be narrowed by further; each facet leaves out its own filter and keeps all others. */
export async function facetsOf(db: SiteDb, conditions: Conditions): Promise<Facets> {
  const categories = await countByCategory(db, conditions);
  const options = await optionFacets(db, conditions);
  const vendors = await countByVendor(db, conditions);
  const availability = await countByAvailability(db, conditions);
  const price = await priceSpan(db, conditions);
  return {
    categories,
    options,
    vendors,
    availability: availability ?? { in_stock: 0, out_of_stock: 0 },
    price: {
      min: toMajorOrNull(price?.min ?? null, db.currency),
      max: toMajorOrNull(price?.max ?? null, db.currency),
    },
  };
}

/** Each filtered option is counted without its own filter; all the others in one go. */
async function optionFacets(db: SiteDb, conditions: Conditions): Promise<Facets["options"]> {
  const filtered = [...conditions.keys()].filter((filter) => filter.startsWith("option."));
  const counts = (await countByOption(db, conditions)).filter(({ name }) => !filtered.includes(filterOf(name)));
  for (const filter of filtered) {
    const own = await countByOption(db, conditions, filter);
    counts.push(...own.filter(({ name }) => filterOf(name) === filter));
  }

  const byName = new Map<string, Facets["options"][number]>();
  for (const { name, value, count } of counts) {
    const facet = byName.get(name) ?? { name, values: [] };
    facet.values.push({ value, count });
    byName.set(name, facet);
  }
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

const filterOf = (option: string): string => `option.${option.toLowerCase()}`;
