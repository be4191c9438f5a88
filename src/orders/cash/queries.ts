import { type Static, Type } from "typebox";
import { Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import { ORDER_STATUSES } from "../status/transitions.ts";
import { SAME_TRACKING } from "../tracking-number.ts";
import { isPrepaid } from "./owed-queries.ts";

/** What of an order decides whether a carrier owes cash for it; amounts are minor units. */
const CashOrder = Type.Object({
  id: Type.String(),
  order_number: Type.String(),
  status: Type.Enum([...ORDER_STATUSES]),
  payment_method: Type.String(),
  /** Whether it was paid before it was delivered, so not to the carrier. */
  is_prepaid: Type.Boolean(),
  total: Type.Integer(),
  returned_amount: Type.Integer(),
  collected_amount: Nullable(Type.Integer()),
  remitted_amount: Nullable(Type.Integer()),
  carrier: Nullable(Type.String()),
  tracking_number: Nullable(Type.String()),
});
export type CashOrder = Static<typeof CashOrder>;

/** The ids of the orders with these order numbers or tracking numbers, in order. */
export const findIdsByRefs = (db: SiteDb, numbers: string[]) =>
  db.ids(sql`
    select o.id
    from orders o
    where o.site_id = ${db.siteId} and o.order_number = any(${numbers}::text[])
    union
    select t.id
    from unnest(${numbers}::text[]) as r (number)
    cross join lateral (
      select o.id
      from orders o
      where o.site_id = ${db.siteId} and o.tracking_number = r.number
      order by o.id desc
      limit ${SAME_TRACKING}
    ) t
    order by id
  `);

export const findCashOrders = (db: SiteDb, ids: string[]) =>
  db.many(
    CashOrder,
    sql`
    select o.id, o.order_number, o.status, o.payment_method, o.total, o.returned_amount, o.collected_amount,
      o.remitted_amount, o.carrier, o.tracking_number,
      ${isPrepaid(db)} as is_prepaid
    from orders o
    where o.site_id = ${db.siteId} and o.id = any(${ids}::uuid[])
  `,
  );

/** Sets what the carrier has paid for these orders, and when; null: nothing. Amounts are minor units. */
export const updateRemitted = (
  db: SiteDb,
  orders: { id: string; amount: number | null }[],
  remittedAt: string | null,
): Promise<void> =>
  db.run(sql`
    update orders o
    set remitted_amount = r.amount, remitted_at = ${remittedAt}::timestamptz, updated_at = ${bumpedUpdatedAt(db.now)}
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as r (id uuid, amount bigint)
    where o.site_id = ${db.siteId} and o.id = any(${orders.map(({ id }) => id)}::uuid[]) and o.id = r.id
  `);
