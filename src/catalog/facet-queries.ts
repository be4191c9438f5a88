import { Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { totalsByCategory } from "./category-queries.ts";
import { type Conditions, inStock, where } from "./finding-queries.ts";

const MOST_VALUES = 250;

const CategoryCount = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  count: Type.Integer(),
});

/** Active categories with how many of the products are in them or below, most first. */
export const countByCategory = (db: SiteDb, conditions: Conditions) =>
  db.many(
    CategoryCount,
    sql`
    with ${totalsByCategory(db, where(conditions, "category"))}
    select c.id, c.slug, c.name, totals.count
    from totals
    join categories c on c.site_id = ${db.siteId} and c.id = totals.id
    where c.is_active
    order by totals.count desc, c.name, c.id
    limit ${MOST_VALUES}
  `,
  );

const OptionCount = Type.Object({ name: Type.String(), value: Type.String(), count: Type.Integer() });

/** Option values of the products, without the conditions of `filter`, most first. */
export const countByOption = (db: SiteDb, conditions: Conditions, filter?: string) =>
  db.many(
    OptionCount,
    sql`
    select o.key as name, o.value, count(distinct p.id) as count
    from products p
    join variants v on v.site_id = p.site_id and v.product_id = p.id
    cross join lateral jsonb_each_text(v.option_values) o
    where ${where(conditions, filter)}
    group by o.key, o.value
    order by count desc, o.key, o.value
    limit ${MOST_VALUES}
  `,
  );

const VendorCount = Type.Object({ value: Type.String(), count: Type.Integer() });

export const countByVendor = (db: SiteDb, conditions: Conditions) =>
  db.many(
    VendorCount,
    sql`
    select p.vendor as value, count(*) as count
    from products p
    where ${where(conditions, "vendor")} and p.vendor is not null
    group by p.vendor
    order by count desc, p.vendor
    limit ${MOST_VALUES}
  `,
  );

const Availability = Type.Object({ in_stock: Type.Integer(), out_of_stock: Type.Integer() });

export const countByAvailability = (db: SiteDb, conditions: Conditions) =>
  db.first(
    Availability,
    sql`
    select
      count(*) filter (where ${inStock}) as in_stock,
      count(*) filter (where not ${inStock}) as out_of_stock
    from products p
    where ${where(conditions, "in_stock")}
  `,
  );

const PriceSpan = Type.Object({ min: Nullable(Type.Integer()), max: Nullable(Type.Integer()) });

export const priceSpan = (db: SiteDb, conditions: Conditions) =>
  db.first(
    PriceSpan,
    sql`
    select min(p.min_price) as min, max(p.max_price) as max
    from products p
    where ${where(conditions, "price")}
  `,
  );
