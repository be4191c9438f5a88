import { type Static, Type } from "typebox";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql, withFixedText } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import type { Reason } from "../reasons.ts";
import type { PaymentStatus, Status } from "./transitions.ts";

export const ChangedOrder = Type.Object({
  id: Type.String(),
  status: Type.String(),
  payment_status: Type.String(),
  updated_at: Type.String(),
  /** How many moves, returns and notes the order has with this one. */
  entries: Type.Integer(),
});
export type ChangedOrder = Static<typeof ChangedOrder>;

/** `reason`: why it is cancelled; null for other moves. */
export const updateOrderStatus = (
  db: SiteDb,
  orderId: string,
  from: Status[],
  to: Status,
  reason: Reason | null,
  history: HistoryEntry,
) => updateOrder(db, orderId, sql`status = ${to}, reason = ${reason}`, sql`status = any(${from}::text[])`, history);

/** Amounts are minor units; those that are undefined stay. */
export const updatePaymentStatus = (
  db: SiteDb,
  orderId: string,
  from: PaymentStatus[],
  to: PaymentStatus,
  { collected, refunded }: { collected?: number | undefined; refunded?: number | undefined },
  history: HistoryEntry,
) =>
  updateOrder(
    db,
    orderId,
    sql`
      payment_status = ${to}, collected_amount = coalesce(${collected ?? null}::bigint, collected_amount),
      refunded_amount = coalesce(${refunded ?? null}::bigint, refunded_amount)`,
    sql`payment_status = any(${from}::text[])`,
    history,
  );

interface HistoryEntry {
  id: string;
  actor: string;
  /** What changed, as sentences, when no status did. */
  changes?: string[] | null;
}

/** Changes an order that fulfils a condition, and adds it to the history. Returns undefined when it does not. */
async function updateOrder(
  db: SiteDb,
  orderId: string,
  values: Sql,
  condition: Sql,
  history: HistoryEntry,
): Promise<ChangedOrder | undefined> {
  const changed = await db.first(
    ChangedOrder,
    withFixedText(sql`
    update orders
    set ${values}, updated_at = ${bumpedUpdatedAt(db.now)}, entries = entries + 1
    where site_id = ${db.siteId} and id = ${orderId} and ${condition}
    returning id, status, payment_status, updated_at, entries
  `),
  );
  if (changed) insertHistory(db, changed, history);
  return changed;
}

/** Adds an entry to the history of an order that was just changed; it gets the number `entries`. */
export const insertHistory = (db: SiteDb, order: ChangedOrder, { id, actor, changes = null }: HistoryEntry): void =>
  db.send(sql`
    insert into order_history (site_id, order_id, id, sequence, status, payment_status, actor, changes, created_at)
    values (
      ${db.siteId}, ${order.id}, ${id}, ${order.entries}, ${order.status}, ${order.payment_status}, ${actor},
      ${changes}::text[], ${order.updated_at}
    )
  `);
