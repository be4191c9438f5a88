import { type Static, Type } from "typebox";
import type { Actor } from "../../core/actor.ts";
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

/** Changes the status of an order that is locked. `reason`: why it is cancelled; null for other moves. */
export const updateOrderStatus = (
  db: SiteDb,
  orderId: string,
  from: Status[],
  to: Status,
  reason: Reason | null,
  history: HistoryEntry,
) => updateOrder(db, orderId, sql`status = ${to}, reason = ${reason}`, sql`status = any(${from}::text[])`, history);

/** The same with its payment status. Amounts are minor units; those that are undefined stay. */
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

/** Sets what was collected for an order whose payment status stays. Minor units. */
export const updateCollectedAmount = (db: SiteDb, orderId: string, amount: number) =>
  db.send(sql`
    update orders
    set collected_amount = ${amount}, updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and id = ${orderId}
  `);

interface HistoryEntry {
  id: string;
  actor: Actor;
  /** What changed, as sentences, when no status did. */
  changes?: string[] | null;
}

/**
 * Changes an order that is locked, and adds it to the history, with nobody waiting. Were the condition not fulfilled, the entry
 * would get the number of the one before, which the constraint `order_history_in_sequence` refuses.
 */
function updateOrder(db: SiteDb, orderId: string, values: Sql, condition: Sql, { id, actor }: HistoryEntry): void {
  db.send(
    withFixedText(sql`
    update orders
    set ${values}, updated_at = ${bumpedUpdatedAt(db.now)}, entries = entries + 1
    where site_id = ${db.siteId} and id = ${orderId} and ${condition}
  `),
  );
  db.send(sql`
    insert into order_history (site_id, order_id, id, sequence, status, payment_status, actor, created_at)
    select o.site_id, o.id, ${id}, o.entries, o.status, o.payment_status, ${actor}, o.updated_at
    from orders o
    where o.site_id = ${db.siteId} and o.id = ${orderId}
  `);
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
