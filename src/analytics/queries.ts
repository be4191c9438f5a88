import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { type Sql, sql } from "../db/sql.ts";

/** `from` (inclusive) to `to` (exclusive), ISO 8601. */
export interface TimeRange {
  from: string;
  to: string;
}

export const during = (db: SiteDb, { from, to }: TimeRange): Sql =>
  sql`o.site_id = ${db.siteId} and o.created_at >= ${from} and o.created_at < ${to}`;

/**
 * Joins the items `i` of each order `o`. `offset 0` stops the planner from reading the items of all orders for those of a
 * period: the time depends on the period and not on the store's age.
 */
const itemsOf = (db: SiteDb): Sql => sql`
      cross join lateral (
        select order_id, product_id, variant_id, product_slug, product_name, quantity, subtotal, discount
        from order_items
        where site_id = ${db.siteId} and order_id = o.id
        offset 0
      ) i`;

/** Cancelled and returned orders are not sales. */
export const isSale: Sql = sql`o.status not in ('cancelled', 'returned')`;

/** A sum as a double, exact up to 2^53: a larger sum must not break a report. */
const sum = (amount: Sql): Sql => sql`coalesce(sum(${amount}), 0)::double precision`;
export const sumOfSales = (amount: Sql): Sql => sum(sql`case when ${isSale} then ${amount} end`);
/** The sum over all rows, in every row. */
export const sumOfAll = (amount: Sql): Sql => sql`(sum(${amount}) over ())::double precision`;
export const Sum = Type.Number();
const Count = Type.Integer();

const SalesRow = Type.Object({
  step: Count,
  orders: Count,
  units: Sum,
  gross: Sum,
  discounts: Sum,
  shipping: Sum,
  total: Sum,
  cancelled: Count,
  returned: Count,
});
export type SalesRow = Static<typeof SalesRow>;

/** Sales by step of time. `starts`: the beginnings of the steps; the first is step 1. Steps without orders are missing. */
export const salesByStep = (db: SiteDb, range: TimeRange, starts: string[]) =>
  db.many(
    SalesRow,
    sql`
    select width_bucket(o.created_at, ${starts}::timestamptz[]) as step,
      count(*) filter (where ${isSale}) as orders,
      ${sumOfSales(sql`o.items_count`)} as units,
      ${sumOfSales(sql`o.subtotal`)} as gross,
      ${sumOfSales(sql`o.discount`)} as discounts,
      ${sumOfSales(sql`o.shipping_cost`)} as shipping,
      ${sumOfSales(sql`o.total`)} as total,
      count(*) filter (where o.status = 'cancelled') as cancelled,
      count(*) filter (where o.status = 'returned') as returned
    from orders o
    where ${during(db, range)}
    group by step
    order by step
  `,
  );

const BestSellerRow = Type.Object({
  product_id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  units: Sum,
  orders: Count,
  revenue: Sum,
  in_stock: Nullable(Sum),
  all_products: Count,
  all_units: Sum,
  all_revenue: Sum,
});
export type BestSellerRow = Static<typeof BestSellerRow>;

/** Products by units sold or revenue. `in_stock` is null for deleted products, and where stock is not tracked. */
export const bestSellers = (db: SiteDb, range: TimeRange, by: "units" | "revenue", limit: number) =>
  db.many(
    BestSellerRow,
    sql`
    with sold as (
      select i.product_id, max(i.product_slug) as slug, max(i.product_name) as name, ${sum(sql`i.quantity`)} as units,
        count(distinct i.order_id) as orders, ${sum(sql`i.subtotal - i.discount`)} as revenue
      from orders o
      ${itemsOf(db)}
      where ${during(db, range)} and ${isSale}
      group by i.product_id
    ), best as (
      select sold.*, count(*) over () as all_products, ${sumOfAll(sql`units`)} as all_units,
        ${sumOfAll(sql`revenue`)} as all_revenue
      from sold
      order by ${by === "units" ? sql`units desc, revenue desc` : sql`revenue desc, units desc`}, product_id
      limit ${limit}
    )
    select b.product_id, coalesce(p.slug, b.slug) as slug, coalesce(p.name, b.name) as name, b.units, b.orders,
      b.revenue, b.all_products, b.all_units, b.all_revenue,
      (
        select sum(v.inventory_quantity)::double precision
        from variants v
        where v.site_id = ${db.siteId} and v.product_id = p.id and v.track_quantity
      ) as in_stock
    from best b
    left join products p on p.site_id = ${db.siteId} and p.id = b.product_id
    order by ${by === "units" ? sql`b.units desc, b.revenue desc` : sql`b.revenue desc, b.units desc`}, b.product_id
  `,
  );

const LowStockRow = Type.Object({
  product_id: Type.String(),
  variant_id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  variant: Nullable(Type.String()),
  sku: Nullable(Type.String()),
  in_stock: Count,
  sold: Sum,
  all_variants: Count,
  all_out: Count,
});
export type LowStockRow = Static<typeof LowStockRow>;

/**
 * Tracked variants of active products with at most `threshold` units; lowest stock first, then best-selling first. Reads
 * all variants: an index on the stock would make each sale write every index of the variant. The variants are counted
 * before they are joined and sorted: otherwise the planner expects to stop at the limit.
 */
export const lowStock = (db: SiteDb, range: TimeRange, threshold: number, limit: number) =>
  db.many(
    LowStockRow,
    sql`
    with low as materialized (
      select p.id as product_id, v.id as variant_id, p.slug, p.name,
        case when jsonb_array_length(p.options) > 0 then v.title end as variant, v.sku, v.inventory_quantity as in_stock,
        count(*) over () as all_variants, count(*) filter (where v.inventory_quantity <= 0) over () as all_out
      from variants v
      join products p on p.site_id = ${db.siteId} and p.id = v.product_id
      where v.site_id = ${db.siteId} and p.status = 'active' and v.track_quantity
        and v.inventory_quantity <= ${threshold}
    ), sold as materialized (
      select i.variant_id, ${sum(sql`i.quantity`)} as units
      from orders o
      ${itemsOf(db)}
      where ${during(db, range)} and ${isSale}
      group by i.variant_id
    )
    select low.product_id, low.variant_id, low.slug, low.name, low.variant, low.sku, low.in_stock,
      coalesce(sold.units, 0) as sold, low.all_variants, low.all_out
    from low
    left join sold on sold.variant_id = low.variant_id
    order by low.in_stock, sold desc, low.variant_id
    limit ${limit}
  `,
  );

const CouponRow = Type.Object({
  promotion_id: Type.String(),
  code: Nullable(Type.String()),
  title: Type.String(),
  uses: Count,
  discount: Sum,
  shipping_discount: Sum,
  revenue: Sum,
  all_promotions: Count,
  all_orders: Count,
  all_discount: Sum,
  all_shipping_discount: Sum,
  all_revenue: Sum,
});
export type CouponRow = Static<typeof CouponRow>;

/**
 * Promotions by their discounts, from the orders, so that deleted promotions are included. `discount` is on the lines, and
 * adds up to the discounts of the orders; `shipping_discount` is for free delivery.
 */
export const couponsUsed = (db: SiteDb, range: TimeRange, limit: number) =>
  db.many(
    CouponRow,
    sql`
    with uses as (
      select o.id as order_id, o.total, o.created_at, d->>'id' as promotion_id, d->>'code' as code,
        d->>'title' as title, case when not f.is_delivery then f.saved end as amount,
        case when f.is_delivery then f.saved end as shipping
      from orders o
      cross join lateral jsonb_array_elements(o.applied_discounts) as d
      cross join lateral (
        select (d->>'discount_amount')::bigint as saved, d->>'discount_type' = 'free_shipping' as is_delivery
      ) f
      where ${during(db, range)} and ${isSale}
    ), orders_with as (
      select count(*) as all_orders, ${sum(sql`total`)} as all_revenue
      from (select distinct order_id, total from uses) as distinct_orders
    )
    select u.promotion_id, (array_agg(u.code order by u.created_at desc))[1] as code,
      (array_agg(u.title order by u.created_at desc))[1] as title, count(*) as uses, ${sum(sql`u.amount`)} as discount,
      ${sum(sql`u.shipping`)} as shipping_discount, ${sum(sql`u.total`)} as revenue, count(*) over () as all_promotions,
      w.all_orders, ${sumOfAll(sql`coalesce(sum(u.amount), 0)`)} as all_discount,
      ${sumOfAll(sql`coalesce(sum(u.shipping), 0)`)} as all_shipping_discount, w.all_revenue
    from uses u
    cross join orders_with w
    group by u.promotion_id, w.all_orders, w.all_revenue
    order by ${sum(sql`u.amount`)} + ${sum(sql`u.shipping`)} desc, uses desc, u.promotion_id
    limit ${limit}
  `,
  );
