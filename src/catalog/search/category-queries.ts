import { Type } from "typebox";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";

/**
 * The search vector of product `p` when its category's name has this `categoryVector`. Weight C holds what it had of the
 * earlier name; words that the product has as labels itself stay at their own weight.
 */
export const withCategoryVector = (vector: string): Sql => sql`(
        ts_filter(p.search, '{a,b,d}')::text || ' '
          || ts_delete(${vector}::tsvector, tsvector_to_array(ts_filter(p.search, '{b}')))::text
      )::tsvector`;

/**
 * The next products of a category, without those below it, locked in the order of their ids. Use it as an array: as a table of an update,
 * PostgreSQL may run it again for each product that it joins, and then it skips those that the update has written, and takes others.
 */
export const lockedInCategory = (db: SiteDb, categoryId: string, afterId: string, limit: number): Sql => sql`
        select id
        from products
        where site_id = ${db.siteId} and category_id = ${categoryId} and id > ${afterId}::uuid
        order by id
        limit ${limit}
        for no key update`;

/** Writes the name of their category, as its `categoryVector`, to the search vectors of these products. */
export const writeCategoryVector = (db: SiteDb, productIds: string[], vector: string) =>
  db.run(sql`
    update products p
    set search = ${withCategoryVector(vector)}
    where p.site_id = ${db.siteId} and p.id = any(${productIds}::uuid[])
  `);

/** Writes a category's new name, as its `categoryVector`, to the search vectors of its next products; returns those. */
export const updateCategoryVectors = (db: SiteDb, categoryId: string, vector: string, afterId: string, limit: number) =>
  db.many(
    Type.Object({ id: Type.String() }),
    sql`
    update products p
    set search = ${withCategoryVector(vector)}
    where p.site_id = ${db.siteId} and p.id = any(array(${lockedInCategory(db, categoryId, afterId, limit)}
    ))
    returning p.id
  `,
  );
