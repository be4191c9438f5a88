import { Type } from "typebox";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import type { PaymentStatus, Status } from "./transitions.ts";

const OrderIdRow = Type.Object({ order_id: Type.String() });

export const updateOrderStatus = (db: SiteDb, orderId: string, from: Status[], to: Status, history: HistoryEntry) =>
  updateColumn(db, orderId, sql`status`, from, to, history);

export const updatePaymentStatus = (
  db: SiteDb,
  orderId: string,
  from: PaymentStatus[],
  to: PaymentStatus,
  history: HistoryEntry,
) => updateColumn(db, orderId, sql`payment_status`, from, to, history);

interface HistoryEntry {
  id: string;
  actor: string;
}

/**
 * Sets a status of an order that has one of the statuses `from`, and adds it to the history. Returns undefined when it
 * has none of them.
 */
const updateColumn = (db: SiteDb, orderId: string, column: Sql, from: string[], to: string, history: HistoryEntry) =>
  db.first(
    OrderIdRow,
    sql`
    with changed as (
      update orders
      set ${column} = ${to}, updated_at = ${bumpedUpdatedAt(db.now)}, entries = entries + 1
      where site_id = ${db.siteId} and id = ${orderId} and ${column} = any(${from}::text[])
      returning site_id, id, status, payment_status, updated_at, entries
    )
    insert into order_history (site_id, order_id, id, sequence, status, payment_status, actor, created_at)
    select site_id, id, ${history.id}, entries, status, payment_status, ${history.actor}, updated_at
    from changed
    returning order_id
  `,
  );
