import { isCashOnDelivery } from "../amounts.ts";
import type { OrderRow } from "../queries.ts";
import { amountNotCollectable } from "./refusals.ts";
import type { PaymentStatus } from "./transitions.ts";

/**
 * What is to be paid, was collected and was paid back of an order. Minor units. Pure. The payment status says how they stand to
 * each other, and the constraints `payment_status_agrees` and `not_more_remitted_than_collected` hold them to it:
 *
 * - unpaid: nothing was collected, or less than is due; nothing was refunded
 * - paid: what is due was collected, or more; nothing was refunded
 * - partially_refunded: less was refunded than was collected
 * - refunded: all that was collected
 *
 * A carrier remits at most what was collected.
 */

type Paid = Pick<OrderRow, "payment_status" | "total" | "collected_amount" | "returned_amount" | "refunded_amount">;

/** What is to be paid for what did not come back. */
export const dueOf = ({ total, returned_amount }: Pick<Paid, "total" | "returned_amount">): number =>
  Math.max(0, total - returned_amount);

/** What was collected so far. */
export const collectedOf = ({ collected_amount }: Pick<Paid, "collected_amount">): number => collected_amount ?? 0;

/** Whether an order is to be paid in cash at its delivery. */
export const isCollectable = (order: { payment_method: string; payment_status: string }): boolean =>
  order.payment_status === "unpaid" && isCashOnDelivery(order.payment_method);

/**
 * What the delivery of an order collects: the amount `said`, or what is due when none is said; undefined when nothing is to be
 * collected. Throws `amount_not_collectable` when an amount is said of such an order.
 */
export function collectedAtDelivery(order: OrderRow, said: number | undefined): number | undefined {
  if (isCollectable(order)) return said ?? dueOf(order);
  if (said === undefined) return undefined;
  throw amountNotCollectable(order);
}

/** What can still be refunded. */
export const refundableOf = (order: Omit<Paid, "payment_status">): number => collectedOf(order) - order.refunded_amount;

/**
 * The refund that is proposed for units worth `worth` that come back: what was paid for them. What was not paid of the order
 * was not paid for these units.
 */
export function proposedRefund(order: Paid, worth: number): number {
  const unpaid = Math.max(0, dueOf(order) - collectedOf(order));
  return Math.max(0, Math.min(worth - unpaid, refundableOf(order)));
}

/**
 * The payment statuses that an order passes through after units came back or money was paid back; none when it stays. The last
 * one agrees with the amounts.
 */
export function paymentMoves(order: Paid): PaymentStatus[] {
  const [collected, is] = [collectedOf(order), order.payment_status];
  if (order.refunded_amount === 0) {
    const isPaid = is === "unpaid" && collected > 0 && collected >= dueOf(order);
    return isPaid ? ["paid"] : [];
  }
  const to = order.refunded_amount === collected ? "refunded" : "partially_refunded";
  if (to === is) return [];
  return is === "unpaid" ? ["paid", to] : [to];
}
