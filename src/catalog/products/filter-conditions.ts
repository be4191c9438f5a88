import type { SiteDb } from "../../db/database.ts";
import { activeCollectionId } from "../collections/queries.ts";
import { type Conditions, conditionsOf, inCollection, none, published } from "./filter-queries.ts";
import type { ProductQuery, SearchQuery } from "./filter-schema.ts";
import { filtersOf } from "./filters.ts";

/** What a query asks for, as conditions on products. Throws as `filtersOf` does. */
export async function findConditions(db: SiteDb, query: ProductQuery | SearchQuery): Promise<Conditions> {
  const filters = filtersOf(query, db.currency);
  const conditions = conditionsOf(db, filters, published(db));
  if (filters.collection !== undefined) {
    const found = await activeCollectionId(db, filters.collection);
    conditions.filters.set("collection", found ? inCollection(db, found.id) : none);
  }
  return conditions;
}
