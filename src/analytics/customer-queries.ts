import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { type Sql, sql } from "../db/sql.ts";
import { during, isSale, Sum, sumOfAll, sumOfSales, type TimeRange } from "./queries.ts";

const Count = Type.Integer();
const NullableString = Nullable(Type.String());

const RegionRow = Type.Object({
  wilaya_code: NullableString,
  region: NullableString,
  orders: Count,
  total: Sum,
  delivered: Count,
  cancelled: Count,
  returned: Count,
  all_regions: Count,
  all_orders: Sum,
  all_total: Sum,
  all_delivered: Sum,
  all_returned: Sum,
});
export type RegionRow = Static<typeof RegionRow>;

/** Orders by wilaya, or by the text of shoppers (`region`) where no wilaya was recognised; most orders first. */
export const salesByRegion = (db: SiteDb, range: TimeRange, limit: number) =>
  db.many(
    RegionRow,
    sql`
    with regions as (
      select o.wilaya_code, case when o.wilaya_code is null then lower(trim(o.customer_wilaya)) end as folded,
        case when o.wilaya_code is null then min(trim(o.customer_wilaya)) end as region,
        count(*) filter (where ${isSale}) as orders, ${sumOfSales(sql`o.total`)} as total,
        count(*) filter (where o.status = 'delivered') as delivered,
        count(*) filter (where o.status = 'cancelled') as cancelled,
        count(*) filter (where o.status = 'returned') as returned
      from orders o
      where ${during(db, range)}
      group by o.wilaya_code, folded
    )
    select wilaya_code, region, orders, total, delivered, cancelled, returned, count(*) over () as all_regions,
      ${sumOfAll(sql`orders`)} as all_orders, ${sumOfAll(sql`total`)} as all_total,
      ${sumOfAll(sql`delivered`)} as all_delivered, ${sumOfAll(sql`returned`)} as all_returned
    from regions
    order by orders desc, total desc, wilaya_code, folded
    limit ${limit}
  `,
  );

const OutcomeRow = Type.Object({
  status: Type.String(),
  orders: Count,
  confirmed: Count,
  shipped: Count,
  delivered: Count,
  called: Count,
  calls: Count,
  answered: Count,
  no_answer: Count,
  busy: Count,
  postponed: Count,
  wrong_number: Count,
});
export type OutcomeRow = Static<typeof OutcomeRow>;

/** The outcomes of the orders placed in a time range, by current status: how many reached each status, and the calls. */
export const orderOutcomes = (db: SiteDb, range: TimeRange) =>
  db.many(
    OutcomeRow,
    sql`
    with placed as (
      select o.id, o.status
      from orders o
      where ${during(db, range)}
    ), progress as (
      select h.order_id, bool_or(h.status = 'confirmed') as confirmed, bool_or(h.status = 'shipped') as shipped,
        bool_or(h.status = 'delivered') as delivered
      from placed p
      join order_history h on h.site_id = ${db.siteId} and h.order_id = p.id
      group by h.order_id
    ), calls as (
      select n.order_id, count(*) as calls, count(*) filter (where n.outcome = 'answered') as answered,
        count(*) filter (where n.outcome = 'no_answer') as no_answer, count(*) filter (where n.outcome = 'busy') as busy,
        count(*) filter (where n.outcome = 'postponed') as postponed,
        count(*) filter (where n.outcome = 'wrong_number') as wrong_number
      from placed p
      join order_notes n on n.site_id = ${db.siteId} and n.order_id = p.id
      where n.outcome is not null
      group by n.order_id
    )
    select p.status, count(*) as orders, count(*) filter (where l.confirmed) as confirmed,
      count(*) filter (where l.shipped) as shipped, count(*) filter (where l.delivered) as delivered,
      count(c.order_id) as called, coalesce(sum(c.calls), 0)::bigint as calls,
      coalesce(sum(c.answered), 0)::bigint as answered, coalesce(sum(c.no_answer), 0)::bigint as no_answer,
      coalesce(sum(c.busy), 0)::bigint as busy, coalesce(sum(c.postponed), 0)::bigint as postponed,
      coalesce(sum(c.wrong_number), 0)::bigint as wrong_number
    from placed p
    left join progress l on l.order_id = p.id
    left join calls c on c.order_id = p.id
    group by p.status
  `,
  );

/** The oldest account for each value of a column. */
const oldestAccounts = (db: SiteDb, column: Sql): Sql => sql`
        select distinct on (${column}) ${column} as key, id
        from customers
        where site_id = ${db.siteId} and ${column} is not null
        order by ${column}, id`;

const TopCustomerRow = Type.Object({
  customer_id: NullableString,
  name: Type.String(),
  phone: Type.String(),
  orders: Count,
  total: Sum,
  last_order_at: Type.String(),
  is_new: Type.Boolean(),
  all_customers: Count,
  all_new: Count,
  all_orders: Sum,
  all_total: Sum,
});
export type TopCustomerRow = Static<typeof TopCustomerRow>;

/**
 * The customers with the highest totals, with the name of their last order. Guests are grouped by the digits of their phone
 * number. A guest's order counts for the oldest account with the same phone number, else with the same e-mail. `is_new`:
 * no order before the range.
 */
export const topCustomers = (db: SiteDb, range: TimeRange, limit: number) =>
  db.many(
    TopCustomerRow,
    sql`
    with sales as (
      select coalesce(o.customer_id, p.id, e.id) as customer_id, o.customer_name, o.customer_phone, o.total,
        o.created_at, coalesce(coalesce(o.customer_id, p.id, e.id)::text, o.phone_key, o.id::text) as buyer
      from orders o
      left join (${oldestAccounts(db, sql`phone_key`)}) p on o.customer_id is null and p.key = o.phone_key
      left join (${oldestAccounts(db, sql`email_key`)}) e on o.customer_id is null and e.key = o.email_key
      where o.site_id = ${db.siteId} and o.created_at < ${range.to} and ${isSale}
    ), buyers as (
      select buyer, count(*) filter (where created_at >= ${range.from}) as orders,
        coalesce(sum(case when created_at >= ${range.from} then total end), 0)::double precision as total,
        max(created_at) as last_order_at, min(created_at) >= ${range.from} as is_new
      from sales
      group by buyer
      having max(created_at) >= ${range.from}
    ), best as (
      select buyers.*, count(*) over () as all_customers, count(*) filter (where is_new) over () as all_new,
        ${sumOfAll(sql`orders`)} as all_orders, ${sumOfAll(sql`total`)} as all_total
      from buyers
      order by total desc, orders desc, buyer
      limit ${limit}
    )
    select distinct on (b.total, b.orders, b.buyer) s.customer_id, s.customer_name as name, s.customer_phone as phone,
      b.orders, b.total, b.last_order_at, b.is_new, b.all_customers, b.all_new, b.all_orders, b.all_total
    from best b
    join sales s on s.buyer = b.buyer and s.created_at = b.last_order_at
    order by b.total desc, b.orders desc, b.buyer
  `,
  );
