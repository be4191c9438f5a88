import type { OffsetPage } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { raw, type Sql, sql } from "../../db/sql.ts";
import { type Conditions, where } from "./filter-queries.ts";

/**
 * An array of the ids of the products that meet the conditions, by the units sold. An index has the products that were
 * sold in this order. Those that never were stand at the other end, by id. `before` is materialized, so that it is read once: 150 pages, and else 205.
 */
export function idsBySales(
  db: SiteDb,
  conditions: Conditions,
  direction: "asc" | "desc",
  { limit, offset }: OffsetPage,
): Sql {
  const order = raw(direction);
  const sold = soldIds(db, conditions, order);
  const unsold = unsoldIds(db, conditions, order);
  const [first, second] = direction === "desc" ? [sold, unsold] : [unsold, sold];
  const end = offset + limit;
  return sql`(
    with before as materialized (
      select ids, cardinality(ids) as count
      from (select array(${first} limit ${end}) as ids) first
    )
    select before.ids[${offset + 1}:] || array(
      ${second}
      limit least(${limit}, ${end} - before.count) offset greatest(${offset} - before.count, 0)
    )
    from before
  )`;
}

/**
 * Products that were sold. Without a filter, no row of a product is read: the few that are hidden are left out. The
 * `offset 0` keeps PostgreSQL from sorting all sales because it expects the hidden products to be half of them:
 * among 40,000 products 2 ms, and 16 to 20 with `not exists`.
 */
const soldIds = (db: SiteDb, conditions: Conditions, order: Sql): Sql =>
  conditions.filters.size === 0
    ? sql`
      select sold.product_id
      from (
        select s.units, s.product_id
        from product_sales s
        where s.site_id = ${db.siteId} and s.units > 0
        order by s.units ${order}, s.product_id ${order}
        offset 0
      ) sold
      where (
        select hidden.id
        from products hidden
        where hidden.site_id = ${db.siteId} and hidden.id = sold.product_id and hidden.status <> 'active'
      ) is null
      order by sold.units ${order}, sold.product_id ${order}`
    : sql`
      select s.product_id
      from product_sales s
      where s.site_id = ${db.siteId} and s.units > 0
        and exists (select from products p where p.id = s.product_id and ${where(conditions)})
      order by s.units ${order}, s.product_id ${order}`;

const unsoldIds = (db: SiteDb, conditions: Conditions, order: Sql): Sql => sql`
      select p.id
      from products p
      where ${where(conditions)} and not exists (
        select from product_sales s
        where s.site_id = ${db.siteId} and s.product_id = p.id and s.units > 0
      )
      order by p.id ${order}`;
