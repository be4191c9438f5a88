import { findCancelledStock } from "../../catalog/catalog.ts";
import { readAmount, toMajor } from "../../core/money.ts";
import { invalidValue } from "../../core/problem.ts";
import type { SiteDb } from "../../db/database.ts";
import { isCashOnDelivery } from "../amounts.ts";
import type { OrderRow } from "../queries.ts";
import type { Reason } from "../reasons.ts";
import { changeOrderStatus, setPaymentStatus } from "../status/change-status.ts";
import { dueOf } from "../status/payment.ts";
import type { PaymentStatus, Status } from "../status/transitions.ts";
import {
  type AdminOrder,
  type OrderChange,
  recordChange,
  requireOrderRef,
  requireOrderRow,
  withActivity,
} from "./admin.ts";
import { updateCollectedAmount } from "./queries.ts";
import { changeOrder } from "./update.ts";

/** Changes the status of the order of this id or number, as `changeOrderStatus` does. */
export const changeStatusByRef = (
  db: SiteDb,
  ref: string,
  to: Status,
  actor: string,
  reason: Reason | null = null,
): Promise<OrderChange> => recordChange(db, ref, ({ id }) => changeOrderStatus(db, id, to, actor, reason));

/** Ships an order; a confirmed one passes through processing. Throws `order_not_found` and `illegal_order_move`. */
export const shipOrder = (
  db: SiteDb,
  ref: string,
  shipment: { carrier?: string | undefined; tracking_number?: string | undefined },
  actor: string,
): Promise<OrderChange> =>
  recordChange(db, ref, async ({ id, status }) => {
    if (status === "confirmed") await changeOrderStatus(db, id, "processing", actor);
    await changeOrderStatus(db, id, "shipped", actor);
    await changeOrder(db, id, shipment, { actor });
  });

/**
 * Marks an order as delivered and records the amount `collected` for it, in major units. The default is what is due, which is
 * the total without what came back, when the order is unpaid and cash on delivery; otherwise none. When the amount reaches what
 * is due, the order becomes paid. Throws `order_not_found`, `illegal_order_move` and `invalid_value`.
 */
export async function deliverOrder(
  db: SiteDb,
  ref: string,
  collected: number | undefined,
  actor: string,
): Promise<OrderChange> {
  const order = await requireOrderRow(db, ref, { forUpdate: true });
  const { id, payment_status, payment_method, currency } = order;
  const before = await withActivity(db, order);
  await changeOrderStatus(db, id, "delivered", actor);
  const isDue = payment_status === "unpaid";
  const byDefault = isDue && isCashOnDelivery(payment_method) ? dueOf(order) : undefined;
  const amount = collected === undefined ? byDefault : readAmount("collected_amount", collected, currency);
  if (amount !== undefined) {
    requireRefunded(order, amount);
    await updateCollectedAmount(db, id, amount);
    if (isDue && amount >= dueOf(order)) await setPaymentStatus(db, id, "paid", actor);
  }
  return { before, after: await requireOrderRef(db, id) };
}

function requireRefunded({ refunded_amount, currency }: OrderRow, collected: number): void {
  if (collected >= refunded_amount) return;
  throw invalidValue("collected_amount", `must be at least ${toMajor(refunded_amount, currency)}, which was refunded`);
}

/**
 * Sets the payment status of the order of this id or number, as `setPaymentStatus` does. `refunded`: major units, only for
 * `partially_refunded`.
 */
export const setPaymentStatusByRef = (
  db: SiteDb,
  ref: string,
  to: PaymentStatus,
  actor: string,
  refunded?: number,
): Promise<OrderChange> =>
  recordChange(db, ref, ({ id, currency }) =>
    setPaymentStatus(db, id, to, actor, refunded && readAmount("refunded_amount", refunded, currency)),
  );

/** The lines of a cancelled order that are in stock again, with the quantity of each. */
export async function findRestockedItems(db: SiteDb, { id: orderId, items }: AdminOrder) {
  const restocked = await findCancelledStock(db, orderId);
  return items.flatMap(({ id, product_name, variant_title, sku }) => {
    const quantity = restocked.find(({ order_item_id }) => order_item_id === id)?.quantity;
    return quantity === undefined ? [] : [{ product_name, variant_title, sku, quantity }];
  });
}
