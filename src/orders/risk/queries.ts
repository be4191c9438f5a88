import { type Static, Type } from "typebox";
import { isBlockedPhone } from "../../customers/customers.ts";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";

/** How many orders of a phone number are counted, the newest ones. */
const MAX_ORDERS_OF_PHONE = 1000;
/** How many orders of the same day are named. */
const MAX_NAMED = 20;

const RiskRow = Type.Object({
  id: Type.String(),
  orders: Type.Integer(),
  delivered: Type.Integer(),
  refused: Type.Integer(),
  cancelled: Type.Integer(),
  open: Type.Integer(),
  same_day_orders: Type.Array(Type.String()),
  is_blocked: Type.Boolean(),
});
export type RiskRow = Static<typeof RiskRow>;

/**
 * What became of the other orders of each order's phone number, and the numbers of those within 24 hours. Each phone number's
 * orders are read once. Anonymous orders have no phone number, and so no others.
 */
export const findRisks = (db: SiteDb, orderIds: string[]) =>
  db.many(
    RiskRow,
    sql`
    with shown as (
      select o.id, o.phone_key, o.created_at
      from orders o
      where o.site_id = ${db.siteId} and o.id = any(${orderIds}::uuid[])
    ), known as materialized (
      select p.phone_key, o.id, o.order_number, o.created_at, o.status,
        case
          when o.status = 'delivered' then 'delivered'
          when o.status = 'cancelled' then case when o.reason in ('refused', 'fake') then 'refused' else 'cancelled' end
          when o.status <> 'returned' then 'open'
          when exists (
            select from order_history h where h.site_id = ${db.siteId} and h.order_id = o.id and h.status = 'delivered'
          ) then 'delivered'
          when o.reason in ('lost', 'damaged', 'late') then 'returned'
          else 'refused'
        end as outcome
      from (select distinct phone_key from shown where phone_key is not null) p
      cross join lateral (
        select o.id, o.order_number, o.created_at, o.status, o.reason
        from orders o
        where o.site_id = ${db.siteId} and o.phone_key = p.phone_key
        order by o.created_at desc, o.id desc
        limit ${MAX_ORDERS_OF_PHONE}
      ) o
    )
    select s.id, count(k.id) as orders, count(*) filter (where k.outcome = 'delivered') as delivered,
      count(*) filter (where k.outcome = 'refused') as refused,
      count(*) filter (where k.outcome = 'cancelled') as cancelled, count(*) filter (where k.outcome = 'open') as open,
      coalesce(
        (
          array_agg(k.order_number order by k.created_at desc, k.id desc) filter (
            where k.status <> 'cancelled'
              and k.created_at between s.created_at - interval '24 hours' and s.created_at + interval '24 hours'
          )
        )[1:${MAX_NAMED}::integer],
        '{}'
      ) as same_day_orders,
      ${isBlockedPhone(db, sql`s.phone_key`)} as is_blocked
    from shown s
    left join known k on k.phone_key = s.phone_key and k.id <> s.id
    group by s.id, s.phone_key
  `,
  );
