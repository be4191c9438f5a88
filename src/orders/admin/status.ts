import { findCancelledStock } from "../../catalog/catalog.ts";
import type { Actor } from "../../core/actor.ts";
import { readAmount } from "../../core/read-amount.ts";
import type { SiteDb } from "../../db/database.ts";
import type { Reason } from "../reasons.ts";
import { moveOrder, moveOrderPayment, recordCollected } from "../status/change-status.ts";
import { collectedAtDelivery } from "../status/payment.ts";
import type { PaymentStatus, Status } from "../status/transitions.ts";
import { type AdminOrder, type OrderChange, recordChange } from "./admin.ts";
import { changeLockedOrder } from "./update.ts";

/** Changes the status of the order of this id or number, as `moveOrder` does. Throws `order_not_found` and `illegal_order_move`. */
export const changeOrderStatus = (
  db: SiteDb,
  ref: string,
  to: Status,
  actor: Actor,
  reason: Reason | null = null,
): Promise<OrderChange> => recordChange(db, ref, (order) => moveOrder(db, order, to, actor, reason));

/** Ships an order; a confirmed one passes through processing. Throws `order_not_found` and `illegal_order_move`. */
export const shipOrder = (
  db: SiteDb,
  ref: string,
  shipment: { carrier?: string | undefined; tracking_number?: string | undefined },
  actor: Actor,
): Promise<OrderChange> =>
  recordChange(db, ref, async (order) => {
    const isConfirmed = order.status === "confirmed";
    if (isConfirmed) await moveOrder(db, order, "processing", actor);
    await moveOrder(db, isConfirmed ? { ...order, status: "processing" } : order, "shipped", actor);
    await changeLockedOrder(db, { ...order, status: "shipped" }, shipment, { actor });
  });

/**
 * Marks an order as delivered. When it is unpaid and cash on delivery, records the amount `collected` for it, in major units; the
 * default is what is due, which is the total without what came back. When the amount reaches that, the order becomes paid. Throws
 * `order_not_found`, `illegal_order_move`, `invalid_value`, and `amount_not_collectable` for an amount of another order.
 */
export function deliverOrder(
  db: SiteDb,
  ref: string,
  collected: number | undefined,
  actor: Actor,
): Promise<OrderChange> {
  return recordChange(db, ref, async (order) => {
    await moveOrder(db, order, "delivered", actor);
    const said = collected === undefined ? undefined : readAmount("collected_amount", collected, order.currency);
    const amount = collectedAtDelivery(order, said);
    if (amount !== undefined) recordCollected(db, order, amount, actor);
  });
}

/**
 * Sets the payment status of the order of this id or number, as `moveOrderPayment` does. `refunded`: major units, only for
 * `partially_refunded`. Throws `order_not_found`, `illegal_order_move` and `invalid_value`.
 */
export const setPaymentStatus = (
  db: SiteDb,
  ref: string,
  to: PaymentStatus,
  actor: Actor,
  refunded?: number,
): Promise<OrderChange> =>
  recordChange(db, ref, (order) =>
    moveOrderPayment(db, order, to, actor, refunded && readAmount("refunded_amount", refunded, order.currency)),
  );

/** The lines of a cancelled order that are in stock again, with the quantity of each. */
export async function findRestockedItems(db: SiteDb, { id: orderId, items }: AdminOrder) {
  const restocked = await findCancelledStock(db, orderId);
  return items.flatMap(({ id, product_name, variant_title, sku }) => {
    const quantity = restocked.find(({ order_item_id }) => order_item_id === id)?.quantity;
    return quantity === undefined ? [] : [{ product_name, variant_title, sku, quantity }];
  });
}
