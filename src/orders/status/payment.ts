import type { OrderRow } from "../queries.ts";
import type { PaymentStatus } from "./transitions.ts";

/** What was to be paid, was paid and was paid back of an order. Minor units. Pure. */

type Paid = Pick<OrderRow, "payment_status" | "total" | "collected_amount" | "returned_amount" | "refunded_amount">;

/** What is to be paid for what did not come back. */
export const dueOf = ({ total, returned_amount }: Pick<Paid, "total" | "returned_amount">): number =>
  Math.max(0, total - returned_amount);

/** What was collected. Orders that earlier releases marked as paid have no amount: it is their total. */
export const collectedOf = ({ collected_amount, payment_status, total }: Omit<Paid, "refunded_amount">): number =>
  collected_amount ?? (payment_status === "unpaid" ? 0 : total);

/** What can still be refunded. A server of an earlier release records a refund in full without its amount. */
export const refundableOf = (order: Paid): number =>
  order.payment_status === "refunded" ? 0 : Math.max(0, collectedOf(order) - order.refunded_amount);

/**
 * The refund that is proposed for units worth `worth` that come back: what was paid for them. What was not paid of the order
 * was not paid for these units.
 */
export function proposedRefund(order: Paid, worth: number): number {
  const unpaid = Math.max(0, dueOf(order) - collectedOf(order));
  return Math.max(0, Math.min(worth - unpaid, refundableOf(order)));
}

/** The payment statuses that an order passes through after units came back or money was paid back; none when it stays. */
export function paymentMoves(order: Paid): PaymentStatus[] {
  const [collected, is] = [collectedOf(order), order.payment_status];
  if (order.refunded_amount === 0) {
    const isPaid = is === "unpaid" && collected > 0 && collected >= dueOf(order);
    return isPaid ? ["paid"] : [];
  }
  const to = order.refunded_amount >= collected ? "refunded" : "partially_refunded";
  if (to === is || is === "refunded") return [];
  return is === "unpaid" ? ["paid", to] : [to];
}
