import { type Static, Type } from "typebox";
import { Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { productTotals } from "../categories/tree-queries.ts";
import { type Conditions, inStock, where } from "./filter-queries.ts";

const MAX_VALUES = 250;

/** Products that one facet counts. */
export const MAX_COUNTED = 20_000;

/** CTE `counted`: these columns of the first products that meet the conditions, except the condition of `filter`. */
const counted = (columns: Sql, conditions: Conditions, filter?: string): Sql => sql`
    counted as materialized (
      select ${columns}
      from products p
      where ${where(conditions, filter)}
      limit ${MAX_COUNTED + 1}
    )`;

/** How many products were counted: more than `MAX_COUNTED` when there are more. */
const products = Type.Integer();
const howMany: Sql = sql`(select count(*) from counted) as products`;

const CategoryCount = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  count: Type.Integer(),
  products,
});

/** Active categories with the number of products in each and in the categories below it, most first. */
export const countByCategory = (db: SiteDb, conditions: Conditions) =>
  db.many(
    CategoryCount,
    sql`
    with recursive ${counted(sql`p.category_id`, conditions, "category")}, ${productTotals(db, sql`counted`)}
    select c.id, c.slug, c.name, totals.count, ${howMany}
    from totals
    join categories c on c.site_id = ${db.siteId} and c.id = totals.id
    where c.is_active
    order by totals.count desc, c.name, c.id
    limit ${MAX_VALUES}
  `,
  );

const OptionCount = Type.Object({ name: Type.String(), value: Type.String(), count: Type.Integer(), products });
export type OptionCount = Static<typeof OptionCount>;

/** Option values with their numbers of products, most first; without the condition of `filter`. */
export const countByOption = (db: SiteDb, conditions: Conditions, filter?: string) =>
  db.many(
    OptionCount,
    sql`
    with ${counted(sql`p.option_pairs`, conditions, filter)}, pairs as (
      select pair::jsonb as pair, count
      from (
        select pair, sum(count)::bigint as count
        from (select option_pairs, count(*) as count from counted group by option_pairs) alike
        cross join lateral unnest(option_pairs) pair
        group by pair
      ) apart
    )
    select pair ->> 0 as name, pair ->> 1 as value, count, ${howMany}
    from pairs
    order by count desc, name, value
    limit ${MAX_VALUES}
  `,
  );

const VendorCount = Type.Object({ value: Type.String(), count: Type.Integer(), products });

export const countByVendor = (db: SiteDb, conditions: Conditions) =>
  db.many(
    VendorCount,
    sql`
    with ${counted(sql`p.vendor`, conditions, "vendor")}
    select vendor as value, count(*) as count, ${howMany}
    from counted
    where vendor is not null
    group by vendor
    order by count desc, vendor
    limit ${MAX_VALUES}
  `,
  );

const Availability = Type.Object({ in_stock: Type.Integer(), out_of_stock: Type.Integer(), products });

export const countByAvailability = (db: SiteDb, conditions: Conditions) =>
  db.first(
    Availability,
    sql`
    with ${counted(sql`p.site_id, p.id`, conditions, "in_stock")}, buyable as (
      select count(*) as count from counted p where ${inStock}
    )
    select buyable.count as in_stock, whole.count - buyable.count as out_of_stock, whole.count as products
    from buyable, (select count(*) as count from counted) whole
  `,
  );

const PriceRange = Type.Object({ min: Nullable(Type.Integer()), max: Nullable(Type.Integer()), products });

export const priceRange = (db: SiteDb, conditions: Conditions) =>
  db.first(
    PriceRange,
    sql`
    with ${counted(sql`p.min_price, p.max_price`, conditions, "price")}
    select min(min_price) as min, max(max_price) as max, count(*) as products
    from counted
  `,
  );
