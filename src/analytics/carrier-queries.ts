import { Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { type Sql, sql } from "../db/sql.ts";
import { collectedCash, isCashOfCarrier, isSale, netTotal } from "../orders/orders.ts";
import type { RowsAsked } from "./columns.ts";
import { pageWithTotals, splitRows, WithTotals } from "./page-queries.ts";
import { during, rate, Sum, sum, type TimeRange } from "./queries.ts";
import { withReturnReason } from "./return-queries.ts";

const Count = Type.Integer();
const NullableNumber = Nullable(Type.Number());
const NullableString = Nullable(Type.String());

/** The carrier of an order `o` in one spelling; null: none is recorded. */
const foldedCarrier = sql`nullif(lower(trim(o.carrier)), '')`;

const CarrierRow = WithTotals(
  {
    all_carriers: Count,
    all_orders: Sum,
    all_delivered: Sum,
    all_returned: Sum,
    all_days: NullableNumber,
    all_cost: NullableNumber,
    all_total: Sum,
  },
  {
    carrier: NullableString,
    orders: Count,
    delivered: Count,
    returned: Count,
    return_rate: NullableNumber,
    return_reason: NullableString,
    days: NullableNumber,
    cost: NullableNumber,
    total: Sum,
  },
);

/** What a parcel `h` of the carrier `c` costs the shop; null for a carrier without costs. */
const costOf = sql`case when coalesce(c.home_cost, c.desk_cost, c.return_cost) is not null
          then coalesce(case when h.delivery_method = 'desk' then c.desk_cost end, c.home_cost, 0)
            + case when h.status = 'returned' then coalesce(c.return_cost, 0) else 0 end
        end`;

/**
 * The orders of a time range that were handed over, by carrier; those without one are a row without a name. `days`: from shipping
 * to delivery, on average. `cost` is null for carriers whose costs are not known.
 */
export async function ordersByCarrier(db: SiteDb, range: TimeRange, asked: RowsAsked) {
  const key = sql`coalesce(${foldedCarrier}, '')`;
  const page = pageWithTotals(asked, {
    rows: sql`carried`,
    totals: sql`totals`,
    details: { columns: ["return_reason"], addTo: (relation) => withReturnReason(db, range, key, relation) },
  });
  const rows = await db.many(
    CarrierRow,
    sql`
    with handed_over as (
      select ${foldedCarrier} as folded, trim(o.carrier) as name, o.status, o.delivery_method,
        case when ${isSale} then ${netTotal} end as sold, l.days
      from orders o
      cross join lateral (
        select extract(epoch from
            min(h.created_at) filter (where h.status = 'delivered') - min(h.created_at) filter (where h.status = 'shipped')
          ) / 86400 as days
        from order_history h
        where h.site_id = ${db.siteId} and h.order_id = o.id
      ) l
      where ${during(db, range)} and o.status in ('shipped', 'delivered', 'returned')
    ), known as (
      select lower(trim(c.name)) as folded, max(c.name) as name, max(c.home_cost) as home_cost,
        max(c.desk_cost) as desk_cost, max(c.return_cost) as return_cost
      from carriers c
      where c.site_id = ${db.siteId}
      group by lower(trim(c.name))
    ), carried as (
      select coalesce(h.folded, '') as key, coalesce(max(c.name), max(h.name)) as carrier, count(*) as orders,
        count(*) filter (where h.status = 'delivered') as delivered,
        count(*) filter (where h.status = 'returned') as returned,
        ${rate(sql`count(*) filter (where h.status = 'returned')`, sql`count(*)`)} as return_rate,
        ${oneDecimal(sql`avg(h.days)`)} as days, sum(${costOf})::double precision as cost, ${sum(sql`h.sold`)} as total
      from handed_over h
      left join known c on c.folded = h.folded
      group by h.folded
    ), totals as (
      select count(*) as all_carriers, ${sum(sql`orders`)} as all_orders, ${sum(sql`delivered`)} as all_delivered,
        ${sum(sql`returned`)} as all_returned,
        (select ${oneDecimal(sql`avg(h.days)`)} from handed_over h) as all_days,
        sum(cost)::double precision as all_cost, ${sum(sql`total`)} as all_total
      from carried
    )
    ${page}
  `,
  );
  return splitRows(rows);
}

const oneDecimal = (value: Sql): Sql => sql`round(${value}::numeric, 1)::double precision`;

const DebtRow = WithTotals(
  {
    all_carriers: Count,
    all_parcels: Sum,
    all_collected: Sum,
    all_remitted: Sum,
    all_unpaid: Sum,
    all_owed: Sum,
    owing_carriers: Count,
  },
  {
    carrier: Type.String(),
    parcels: Count,
    collected: Sum,
    remitted: Sum,
    unpaid: Count,
    owed: Sum,
    oldest_unpaid_at: NullableString,
  },
);

/**
 * The cash that carriers collected for the orders of a time range, and what they have not paid to the shop. `oldest_unpaid_at`: when
 * the first parcel that is not paid was delivered.
 */
export async function carrierDebts(db: SiteDb, range: TimeRange, asked: RowsAsked) {
  const rows = await db.many(
    DebtRow,
    sql`
    with parcels as (
      select ${foldedCarrier} as folded, trim(o.carrier) as name, c.cash, o.remitted_amount as remitted, l.delivered_at
      from orders o
      cross join lateral (select ${collectedCash} as cash) c
      cross join lateral (
        select min(h.created_at) as delivered_at
        from order_history h
        where h.site_id = ${db.siteId} and h.order_id = o.id and h.status = 'delivered' and o.remitted_amount is null
      ) l
      where ${during(db, range)} and ${isCashOfCarrier(db)}
    ), debts as (
      select p.folded as key, max(p.name) as carrier, count(*) as parcels, ${sum(sql`p.cash`)} as collected,
        ${sum(sql`p.remitted`)} as remitted, count(*) filter (where p.remitted is null) as unpaid,
        ${sum(sql`case when p.remitted is null then p.cash end`)} as owed, min(p.delivered_at) as oldest_unpaid_at
      from parcels p
      group by p.folded
    ), totals as (
      select count(*) as all_carriers, count(*) filter (where owed > 0) as owing_carriers,
        ${sum(sql`parcels`)} as all_parcels, ${sum(sql`collected`)} as all_collected,
        ${sum(sql`remitted`)} as all_remitted, ${sum(sql`unpaid`)} as all_unpaid, ${sum(sql`owed`)} as all_owed
      from debts
    )
    ${pageWithTotals(asked, { rows: sql`debts`, totals: sql`totals` })}
  `,
  );
  return splitRows(rows);
}
