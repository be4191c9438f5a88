import { returnStock } from "../../catalog/catalog.ts";
import type { Actor } from "../../core/actor.ts";
import { newId } from "../../core/ids.ts";
import { invalidValue } from "../../core/problem.ts";
import type { SiteDb } from "../../db/database.ts";
import { releaseUses } from "../../promotions/promotions.ts";
import type { OrderRow } from "../queries.ts";
import type { Reason } from "../reasons.ts";
import { everything, isRestockedFor } from "../returns/lines.ts";
import { takeBack } from "../returns/take-back.ts";
import { collectedOf, dueOf } from "./payment.ts";
import { updateCollectedAmount, updateOrderStatus, updatePaymentStatus } from "./queries.ts";
import { illegalMove, illegalPayment } from "./refusals.ts";
import {
  hasReleasedUses,
  PAYMENT_TRANSITIONS,
  type PaymentStatus,
  STATUS_TRANSITIONS,
  type Status,
  statusesBefore,
} from "./transitions.ts";

/**
 * Changes the status of an order that is locked. Cancelling and returning put its stock back; cancelling also releases its uses of
 * promotions. Returning takes all back that did not come back yet, and refunds nothing. `actor` is recorded in the history.
 * Throws `illegal_order_move` with the statuses that are allowed.
 */
export async function moveOrder(
  db: SiteDb,
  order: OrderRow,
  to: Status,
  actor: Actor,
  reason: Reason | null = null,
): Promise<void> {
  if (to === "returned") return returnWhole(db, order, actor, reason ?? "other");
  const from = statusesBefore(STATUS_TRANSITIONS, to);
  if (!from.includes(order.status)) throw illegalMove(order.status, to);
  updateOrderStatus(db, order.id, from, to, reason, { id: newId(), actor });
  if (to === "cancelled") {
    const units = order.items.map((line) => ({ ...line, is_restocked: true }));
    await returnStock(db, order.id, units, "cancellation");
  }
  if (hasReleasedUses(to)) await releaseUses(db, order.id);
}

async function returnWhole(db: SiteDb, order: OrderRow, actor: Actor, reason: Reason): Promise<void> {
  const units = everything(order.items, isRestockedFor(reason));
  await takeBack(db, order, { units, reason, refunded: 0, actor });
}

/**
 * Records what was collected for an order that is unpaid, in minor units. When that is all that is due, the order becomes paid.
 * Lock the order first.
 */
export function recordCollected(db: SiteDb, order: OrderRow, collected: number, actor: Actor): void {
  if (collected < dueOf(order)) updateCollectedAmount(db, order.id, collected);
  else updatePaymentStatus(db, order.id, ["unpaid"], "paid", { collected }, { id: newId(), actor });
}

/**
 * Records that an order was paid or refunded; moves no money. `refunded` is what was refunded so far, in minor units: less than
 * was collected, and only for `partially_refunded`, which may be set again with more. Lock the order first. Throws
 * `illegal_order_move` and `invalid_value`.
 */
export function moveOrderPayment(
  db: SiteDb,
  order: OrderRow,
  to: PaymentStatus,
  actor: Actor,
  refunded?: number,
): void {
  const from = order.payment_status;
  const refundsMore = from === to && refunded !== undefined && refunded > order.refunded_amount;
  if (!PAYMENT_TRANSITIONS[from].includes(to) && !refundsMore) throw illegalPayment(from, to);
  updatePaymentStatus(db, order.id, [from], to, amountsAfter(order, to, refunded), { id: newId(), actor });
}

function amountsAfter(order: OrderRow, to: PaymentStatus, refunded: number | undefined) {
  if (to === "partially_refunded") return { refunded: readPart(order, refunded) };
  if (refunded !== undefined) throw invalidValue("refunded_amount", "is only for partially_refunded: leave it out");
  if (to === "refunded") return { refunded: collectedOf(order) };
  return { collected: Math.max(collectedOf(order), dueOf(order)) }; // an amount that was noted too low is corrected
}

function readPart(order: OrderRow, refunded: number | undefined): number {
  if (refunded === undefined) throw invalidValue("refunded_amount", "is needed: all that was refunded so far");
  if (refunded > 0 && refunded < collectedOf(order)) return refunded;
  throw invalidValue("refunded_amount", "must be more than 0 and less than was collected; for all of it send refunded");
}
