import type { SiteDb } from "../../db/database.ts";
import type { Sql } from "../../db/sql.ts";
import { findActiveBranch } from "../categories/tree-queries.ts";
import { activeCollectionId } from "../collections/queries.ts";
import { meaningOf, storeMeanings } from "../options/meanings.ts";
import {
  both,
  type Conditions,
  conditionsOf,
  inCategories,
  inCollection,
  none,
  published,
  withOption,
} from "./filter-queries.ts";
import type { ProductQuery, SearchQuery } from "./filter-schema.ts";
import { type Filters, filtersOf, optionFilter } from "./filters.ts";

/** The filters of a query as conditions on published products. Throws as `filtersOf` does. */
export async function findConditions(db: SiteDb, query: ProductQuery | SearchQuery): Promise<Conditions> {
  const filters = filtersOf(query, db.currency);
  const conditions = conditionsOf(db, filters, published(db));
  for (const [filter, condition] of await optionConditions(db, filters.options))
    conditions.filters.set(filter, condition);
  if (filters.category !== undefined)
    conditions.filters.set("category", inCategories(await findActiveBranch(db, filters.category)));
  if (filters.collection !== undefined) {
    const collection = await activeCollectionId(db, filters.collection);
    conditions.filters.set("collection", collection ? inCollection(db, collection.id) : none);
  }
  return conditions;
}

/** One condition for each meaning, by the name of its filter. An option is found by any of its names. */
async function optionConditions(db: SiteDb, options: Filters["options"]): Promise<Map<string, Sql>> {
  const conditions = new Map<string, Sql>();
  if (options.length === 0) return conditions;
  const meanings = await storeMeanings(db);
  for (const { name, value } of options) {
    const { shown, spellings } = meaningOf(meanings, name);
    const filter = optionFilter(shown);
    const condition = withOption([...spellings, name], value);
    const other = conditions.get(filter);
    conditions.set(filter, other ? both(other, condition) : condition);
  }
  return conditions;
}
