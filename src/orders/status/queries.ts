import { Type } from "typebox";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import type { PaymentStatus, Status } from "./transitions.ts";

const OrderIdRow = Type.Object({ order_id: Type.String() });

/**
 * Sets the status of an order that has one of the statuses `from`, and adds it to the history. Returns undefined when it
 * has none of them.
 */
export const updateStatus = (
  db: SiteDb,
  orderId: string,
  from: Status[],
  to: Status,
  history: { id: string; actor: string },
) =>
  db.first(
    OrderIdRow,
    sql`
    with changed as (
      update orders
      set status = ${to}, updated_at = ${bumpedUpdatedAt(db.now)}, entries = entries + 1
      where site_id = ${db.siteId} and id = ${orderId} and status = any(${from}::text[])
      returning site_id, id, status, payment_status, updated_at, entries
    )
    insert into order_history (site_id, order_id, id, sequence, status, payment_status, actor, created_at)
    select site_id, id, ${history.id}, entries, status, payment_status, ${history.actor}, updated_at
    from changed
    returning order_id
  `,
  );

/** The same for the payment status. */
export const updatePaymentStatus = (
  db: SiteDb,
  orderId: string,
  from: PaymentStatus[],
  to: PaymentStatus,
  history: { id: string; actor: string },
) =>
  db.first(
    OrderIdRow,
    sql`
    with changed as (
      update orders
      set payment_status = ${to}, updated_at = ${bumpedUpdatedAt(db.now)}, entries = entries + 1
      where site_id = ${db.siteId} and id = ${orderId} and payment_status = any(${from}::text[])
      returning site_id, id, status, payment_status, updated_at, entries
    )
    insert into order_history (site_id, order_id, id, sequence, status, payment_status, actor, created_at)
    select site_id, id, ${history.id}, entries, status, payment_status, ${history.actor}, updated_at
    from changed
    returning order_id
  `,
  );
