import { type Static, Type } from "typebox";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { type Conditions, where } from "../products/filter-queries.ts";

const Total = Type.Object({
  total: Type.Integer(),
  /** Whether there may be more. */
  is_partial: Type.Boolean(),
});
/** A number of products or variants. */
export type Total = Static<typeof Total>;

/** Products among which those that no index counts are counted: the newest. */
const MAX_COUNTED = 3000;

/** `from` is what follows the newest products `p`: joins, and a `where`. */
const countAmongNewest = (db: SiteDb, conditions: Conditions, from: Sql) =>
  db.first(
    Total,
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
      ) as total,
      (
        select count(*)
        from (select 1 from products where site_id = ${db.siteId} limit ${MAX_COUNTED + 1}) counted
      ) > ${MAX_COUNTED} as is_partial
  `,
  );

const NONE: Total = { total: 0, is_partial: false };

/** The number of products that meet the conditions, in a large store of its newest 3,000. */
export const countNewestProducts = async (db: SiteDb, conditions: Conditions): Promise<Total> =>
  (await countAmongNewest(db, conditions, sql`where true`)) ?? NONE;

/** The same of their variants that meet `variants`, a condition on `variants v`. */
export const countNewestVariants = async (db: SiteDb, conditions: Conditions, variants: Sql): Promise<Total> =>
  (await countAmongNewest(
    db,
    conditions,
    sql`join variants v on v.site_id = ${db.siteId} and v.product_id = p.id where ${variants}`,
  )) ?? NONE;

/** The total of a list that shows so many rows: a minimum is never less. */
export const atLeast = (rows: number, { total, is_partial }: Total): Total => ({
  total: is_partial ? Math.max(rows, total) : total,
  is_partial,
});
