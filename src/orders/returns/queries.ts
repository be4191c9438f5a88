import { Type } from "typebox";
import type { Actor } from "../../core/actor.ts";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import type { Reason } from "../reasons.ts";
import { ChangedOrder } from "../status/queries.ts";
import type { PaymentStatus, Status } from "../status/transitions.ts";

/** Units of a line that come back. */
export interface ReturnItem {
  order_item_id: string;
  quantity: number;
  is_restocked: boolean;
}

/** Counts units of lines as returned, and answers those lines: those that have so many left. */
export const addReturnedQuantities = (db: SiteDb, orderId: string, items: ReturnItem[]) =>
  db.many(
    Type.Object({ id: Type.String() }),
    sql`
    update order_items i
    set returned_quantity = i.returned_quantity + r.quantity
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r (order_item_id uuid, quantity integer)
    where i.site_id = ${db.siteId} and i.order_id = ${orderId}
      and i.id = any(${items.map((item) => item.order_item_id)}::uuid[]) and i.id = r.order_item_id
      and i.returned_quantity + r.quantity <= i.quantity
    returning i.id
  `,
  );

/** What a return changes of its order; amounts are minor units. */
export interface ReturnedOrder {
  status: Status;
  /** Null while units are left. */
  reason: Reason | null;
  /** Of all units that came back so far: their number, their price, and what was to be paid for them. */
  returned: { count: number; subtotal: number; amount: number };
  /** Of this return alone. */
  refunded: number;
  payment_status: PaymentStatus;
  /** That of the total from now on. */
  rounding: number;
  /** How many entries follow. */
  newEntries: number;
}

/** Changes an order of which units came back; undefined when its status is none of `from`. */
export const updateReturnedOrder = (
  db: SiteDb,
  orderId: string,
  from: Status[],
  { status, reason, returned, refunded, payment_status, rounding, newEntries }: ReturnedOrder,
) =>
  db.first(
    ChangedOrder,
    sql`
    update orders
    set status = ${status}, reason = ${reason}, returned_count = ${returned.count},
      returned_subtotal = ${returned.subtotal}, returned_amount = ${returned.amount},
      refunded_amount = refunded_amount + ${refunded}, payment_status = ${payment_status}, rounding = ${rounding},
      total = subtotal - discount + shipping_cost + ${rounding}, updated_at = ${bumpedUpdatedAt(db.now)},
      entries = entries + ${newEntries}
    where site_id = ${db.siteId} and id = ${orderId} and status = any(${from}::text[])
    returning id, status, payment_status, updated_at, entries
  `,
  );

interface NewReturn {
  id: string;
  reason: Reason;
  /** Minor units. */
  refunded: number;
  actor: Actor;
}

/** Adds a return to an order that `updateReturnedOrder` has just changed. It comes before the entry `entries`. */
export async function insertReturn(
  db: SiteDb,
  order: ChangedOrder,
  { id, reason, refunded, actor }: NewReturn,
  items: ReturnItem[],
): Promise<void> {
  await Promise.all([
    db.run(sql`
    insert into order_returns (site_id, order_id, id, reason, refunded_amount, actor, created_at, sequence)
    values (
      ${db.siteId}, ${order.id}, ${id}, ${reason}, ${refunded}, ${actor}, ${order.updated_at}, ${order.entries - 1}
    )
  `),
    db.run(sql`
    insert into order_return_items (site_id, order_id, return_id, order_item_id, quantity, is_restocked)
    select r.site_id, r.order_id, r.id, i.order_item_id, i.quantity, i.is_restocked
    from order_returns r
    cross join jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as i (order_item_id uuid, quantity integer, is_restocked boolean)
    where r.site_id = ${db.siteId} and r.order_id = ${order.id} and r.id = ${id}
  `),
  ]);
}
