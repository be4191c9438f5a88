import { type Static, Type } from "typebox";
import { Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { empty, type Sql, sql } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import { type Conditions, where } from "../products/filter-queries.ts";

/** Locks the products that meet the conditions, in the order of their ids. */
export const lockProducts = (db: SiteDb, conditions: Conditions, limit: number) =>
  db.many(
    Type.Object({ id: Type.String() }),
    sql`
    select p.id
    from products p
    where p.site_id = ${db.siteId} and ${where(conditions)}
    order by p.id
    limit ${limit}
    for no key update
  `,
  );

/** The number of these products' variants, counted up to `most`. */
export const countVariants = (db: SiteDb, productIds: string[], most: number) =>
  db.count(sql`
    select count(*)
    from (
      select 1
      from variants
      where site_id = ${db.siteId} and product_id = any(${productIds}::uuid[])
      limit ${most}
    ) counted
  `);

const PricedVariant = Type.Object({
  id: Type.String(),
  title: Type.String(),
  product_id: Type.String(),
  product_slug: Type.String(),
  price: Type.Integer(),
  compare_at_price: Nullable(Type.Integer()),
});
export type PricedVariant = Static<typeof PricedVariant>;

/** All variants of some products, and single ones. */
export interface NamedVariants {
  ofProducts: string[];
  ids: string[];
}

const isNamed = ({ ofProducts, ids }: NamedVariants): Sql =>
  sql`and (v.product_id = any(${ofProducts}::uuid[]) or v.id = any(${ids}::uuid[]))`;

/**
 * The prices of these products' variants, or of those of them that are named, locked in the order of their ids. Lock the
 * products first.
 */
export const lockPrices = (
  db: SiteDb,
  productIds: string[],
  conditions: Conditions,
  named: NamedVariants | undefined,
) =>
  db.many(
    PricedVariant,
    sql`
    select v.id, v.title, v.product_id, p.slug as product_slug, v.price, v.compare_at_price
    from variants v
    join products p on p.site_id = ${db.siteId} and p.id = v.product_id
    where v.site_id = ${db.siteId} and v.product_id = any(${productIds}::uuid[])
      and ${where(conditions)} ${named ? isNamed(named) : empty}
    order by v.id
    for no key update of v
  `,
  );

export const updatePrices = (db: SiteDb, prices: { id: string; price: number; compare_at_price: number | null }[]) =>
  db.run(sql`
    update variants v
    set price = n.price, compare_at_price = n.compare_at_price
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as n (id uuid, price bigint, compare_at_price bigint)
    where v.site_id = ${db.siteId} and v.id = any(${prices.map(({ id }) => id)}::uuid[]) and v.id = n.id
  `);

/** Updates the lowest and highest price that lists show for these products. */
export const renewPriceRanges = (db: SiteDb, productIds: string[]) =>
  db.run(sql`
    update products p
    set min_price = r.lowest, max_price = r.highest, updated_at = ${bumpedUpdatedAt(db.now, sql`p.updated_at`)}
    from (
      select v.product_id, min(v.price) as lowest, max(v.price) as highest
      from variants v
      where v.site_id = ${db.siteId} and v.product_id = any(${productIds}::uuid[])
      group by v.product_id
    ) r
    where p.site_id = ${db.siteId} and p.id = r.product_id
  `);
