import { Type } from "typebox";
import type { BoundedCount } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { type Conditions, where } from "../products/filter-queries.ts";

const CountRow = Type.Object({ count: Type.Integer(), isPartial: Type.Boolean() });

/** Products among which those that no index counts are counted: the newest. */
const MAX_COUNTED = 3000;

/** `from` is what follows the newest products `p`: joins, and a `where`. */
async function countAmongNewest(db: SiteDb, conditions: Conditions, from: Sql): Promise<BoundedCount> {
  const [counted] = await db.many(
    CountRow,
    sql`
    select (
        select count(*)
        from (
          select *
          from products
          where site_id = ${db.siteId}
          order by created_at desc, id desc
          limit ${MAX_COUNTED}
        ) p ${from}
          and ${where(conditions)}
      ) as count,
      (
        select count(*)
        from (select 1 from products where site_id = ${db.siteId} limit ${MAX_COUNTED + 1}) counted
      ) > ${MAX_COUNTED} as "isPartial"
  `,
  );
  return counted as BoundedCount;
}

/** The number of products that meet the conditions, in a large store of its newest 3,000. */
export const countNewestProducts = (db: SiteDb, conditions: Conditions): Promise<BoundedCount> =>
  countAmongNewest(db, conditions, sql`where true`);

/** The same of their variants that meet `variants`, a condition on `variants v`. */
export const countNewestVariants = (db: SiteDb, conditions: Conditions, variants: Sql): Promise<BoundedCount> =>
  countAmongNewest(
    db,
    conditions,
    sql`join variants v on v.site_id = ${db.siteId} and v.product_id = p.id where ${variants}`,
  );

/** The count of a list that shows so many rows: a minimum is never less. */
export const atLeast = (rows: number, { count, isPartial }: BoundedCount): BoundedCount => ({
  count: isPartial ? Math.max(rows, count) : count,
  isPartial,
});
