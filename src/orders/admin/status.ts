import { findReturnedStock } from "../../catalog/catalog.ts";
import { readAmount } from "../../core/money.ts";
import type { SiteDb } from "../../db/database.ts";
import type { Reason } from "../reasons.ts";
import { changeOrderStatus, setPaymentStatus } from "../status/change-status.ts";
import type { PaymentStatus, Status } from "../status/transitions.ts";
import { type AdminOrder, type OrderChange, recordChange } from "./admin.ts";
import { updateCollectedAmount } from "./queries.ts";
import { changeOrder } from "./update.ts";

/** Changes the status of the order of this id or number, as `changeOrderStatus` does. */
export const changeStatusByRef = (
  db: SiteDb,
  ref: string,
  to: Status,
  actor: string,
  _reason?: Reason,
): Promise<OrderChange> => recordChange(db, ref, ({ id }) => changeOrderStatus(db, id, to, actor));

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
    await changeOrder(db, id, shipment, undefined, actor);
  });

/**
 * Marks an order as delivered and records the amount `collected` for it, in major units. The default is the total when
 * the order is unpaid and cash on delivery, otherwise none. When the amount reaches the total, the order becomes paid.
 * Throws `order_not_found`, `illegal_order_move` and `invalid_value`.
 */
export const deliverOrder = (
  db: SiteDb,
  ref: string,
  collected: number | undefined,
  actor: string,
): Promise<OrderChange> =>
  recordChange(db, ref, async ({ id, payment_status, payment_method, total, currency }) => {
    await changeOrderStatus(db, id, "delivered", actor);
    const isDue = payment_status === "unpaid";
    const amount = collected ?? (isDue && payment_method.toLowerCase() === "cod" ? total : undefined);
    if (amount === undefined) return;
    await updateCollectedAmount(db, id, readAmount("collected_amount", amount, currency));
    if (isDue && amount >= total) await setPaymentStatus(db, id, "paid", actor);
  });

/** Sets the payment status of the order of this id or number, as `setPaymentStatus` does. */
export const setPaymentStatusByRef = (
  db: SiteDb,
  ref: string,
  to: PaymentStatus,
  actor: string,
): Promise<OrderChange> => recordChange(db, ref, ({ id }) => setPaymentStatus(db, id, to, actor));

/** The lines of a cancelled or returned order that are in stock again, with the quantity of each. */
export async function findRestockedItems(db: SiteDb, { id: orderId, items }: AdminOrder) {
  const restocked = await findReturnedStock(db, orderId);
  return items.flatMap(({ id, product_name, variant_title, sku }) => {
    const quantity = restocked.find(({ order_item_id }) => order_item_id === id)?.quantity;
    return quantity === undefined ? [] : [{ product_name, variant_title, sku, quantity }];
  });
}
