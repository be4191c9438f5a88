import { type Static, Type } from "typebox";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import type { PaymentStatus, Status } from "./transitions.ts";

const ChangedOrder = Type.Object({
  id: Type.String(),
  status: Type.String(),
  payment_status: Type.String(),
  updated_at: Type.String(),
  /** How many moves and notes the order has with this one. */
  entries: Type.Integer(),
});
type ChangedOrder = Static<typeof ChangedOrder>;

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
async function updateColumn(
  db: SiteDb,
  orderId: string,
  column: Sql,
  from: string[],
  to: string,
  history: HistoryEntry,
): Promise<ChangedOrder | undefined> {
  const changed = await db.first(
    ChangedOrder,
    sql`
    update orders
    set ${column} = ${to}, updated_at = ${bumpedUpdatedAt(db.now)}, entries = entries + 1
    where site_id = ${db.siteId} and id = ${orderId} and ${column} = any(${from}::text[])
    returning id, status, payment_status, updated_at, entries
  `,
  );
  if (changed) insertHistory(db, changed, history);
  return changed;
}

const insertHistory = (db: SiteDb, order: ChangedOrder, { id, actor }: HistoryEntry): void =>
  db.send(sql`
    insert into order_history (site_id, order_id, id, sequence, status, payment_status, actor, created_at)
    values (
      ${db.siteId}, ${order.id}, ${id}, ${order.entries}, ${order.status}, ${order.payment_status}, ${actor},
      ${order.updated_at}
    )
  `);
