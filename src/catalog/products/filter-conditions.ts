import type { SiteDb } from "../../db/database.ts";
import { findActiveBranch } from "../categories/tree-queries.ts";
import { activeCollectionId } from "../collections/queries.ts";
import { type Conditions, conditionsOf, inCategories, inCollection, none, published } from "./filter-queries.ts";
import type { ProductQuery, SearchQuery } from "./filter-schema.ts";
import { filtersOf } from "./filters.ts";

/** The filters of a query as conditions on published products. Throws as `filtersOf` does. */
export async function findConditions(db: SiteDb, query: ProductQuery | SearchQuery): Promise<Conditions> {
  const filters = filtersOf(query, db.currency);
  const conditions = conditionsOf(db, filters, published(db));
  if (filters.category !== undefined)
    conditions.filters.set("category", inCategories(await findActiveBranch(db, filters.category)));
  if (filters.collection !== undefined) {
    const collection = await activeCollectionId(db, filters.collection);
    conditions.filters.set("collection", collection ? inCollection(db, collection.id) : none);
  }
  return conditions;
}
