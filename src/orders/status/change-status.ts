import { returnStock } from "../../catalog/catalog.ts";
import { isId, newId } from "../../core/ids.ts";
import { invalidValue } from "../../core/problem.ts";
import type { SiteDb } from "../../db/database.ts";
import { releaseUses } from "../../promotions/promotions.ts";
import { findOrderId } from "../admin/queries.ts";
import { findOrderById, type OrderRow } from "../queries.ts";
import type { Reason } from "../reasons.ts";
import { renderOrder } from "../render.ts";
import { everything, isRestockedFor } from "../returns/lines.ts";
import { takeBack } from "../returns/take-back.ts";
import type { Order } from "../schema.ts";
import { collectedOf, dueOf } from "./payment.ts";
import { updateOrderStatus, updatePaymentStatus } from "./queries.ts";
import { illegalMove, illegalPayment, orderNotFound } from "./refusals.ts";
import {
  PAYMENT_TRANSITIONS,
  type PaymentStatus,
  STATUS_TRANSITIONS,
  type Status,
  statusesBefore,
} from "./transitions.ts";

/**
 * Changes the status of an order. Cancelling and returning put its stock back; cancelling also releases its uses of
 * promotions. Returning takes all back that did not come back yet, and refunds nothing. `actor` is recorded in the history.
 * Throws `order_not_found`, and `illegal_order_move` with the statuses that are allowed.
 */
export async function changeOrderStatus(
  db: SiteDb,
  orderId: string,
  to: Status,
  actor: string,
  reason: Reason | null = null,
): Promise<Order> {
  if (!isId(orderId)) throw orderNotFound();
  if (to === "returned") return returnWhole(db, orderId, actor, reason ?? "other");
  const from = statusesBefore(STATUS_TRANSITIONS, to);
  const changed = await updateOrderStatus(db, orderId, from, to, reason, { id: newId(), actor });
  const order = await requireOrder(db, orderId);
  if (!changed) throw illegalMove(order.status, to);
  if (to === "cancelled") {
    const units = order.items.map((line) => ({ ...line, is_restocked: true }));
    await returnStock(db, orderId, units, "cancellation");
    await releaseUses(db, orderId);
  }
  return renderOrder(db, order);
}

async function returnWhole(db: SiteDb, orderId: string, actor: string, reason: Reason): Promise<Order> {
  const order = await lockOrder(db, orderId);
  const units = everything(order.items, isRestockedFor(reason));
  await takeBack(db, order, { units, reason, refunded: 0, actor });
  return renderOrder(db, await requireOrder(db, orderId));
}

/**
 * Records that an order was paid or refunded; moves no money. `refunded` is what was refunded so far, in minor units: less than
 * was collected, and only for `partially_refunded`, which may be set again with more. Throws `order_not_found`, `illegal_order_move` and `invalid_value`.
 */
export async function setPaymentStatus(
  db: SiteDb,
  orderId: string,
  to: PaymentStatus,
  actor: string,
  refunded?: number,
): Promise<Order> {
  if (!isId(orderId)) throw orderNotFound();
  const order = await lockOrder(db, orderId);
  const from = order.payment_status;
  const refundsMore = from === to && refunded !== undefined && refunded > order.refunded_amount;
  if (!PAYMENT_TRANSITIONS[from].includes(to) && !refundsMore) throw illegalPayment(from, to);
  const amounts = amountsAfter(order, to, refunded);
  await updatePaymentStatus(db, orderId, [from], to, amounts, { id: newId(), actor });
  return renderOrder(db, await requireOrder(db, orderId));
}

function amountsAfter(order: OrderRow, to: PaymentStatus, refunded: number | undefined) {
  if (to === "partially_refunded") return { refunded: readPart(order, refunded) };
  if (refunded !== undefined) throw invalidValue("refunded_amount", "is only for partially_refunded: leave it out");
  if (to === "refunded") return { refunded: collectedOf(order) };
  return { collected: Math.max(order.collected_amount ?? 0, dueOf(order)) }; // an amount that was noted too low is corrected
}

function readPart(order: OrderRow, refunded: number | undefined): number {
  if (refunded === undefined) throw invalidValue("refunded_amount", "is needed: all that was refunded so far");
  if (refunded > 0 && refunded < collectedOf(order)) return refunded;
  throw invalidValue("refunded_amount", "must be more than 0 and less than was collected; for all of it send refunded");
}

/** Locks an order until the transaction ends. */
async function lockOrder(db: SiteDb, orderId: string): Promise<OrderRow> {
  await findOrderId(db, orderId, { forUpdate: true });
  return requireOrder(db, orderId);
}

async function requireOrder(db: SiteDb, orderId: string): Promise<OrderRow> {
  const order = await findOrderById(db, orderId);
  if (!order) throw orderNotFound();
  return order;
}
