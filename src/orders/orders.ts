import { forAnybody } from "../core/columns/masking.ts";
import { Problem } from "../core/problem.ts";
import { type List, listAnswer, offsetPageOf } from "../core/shapes.ts";
import { type Claim, currentCustomer, requireCustomer } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { readOrderNumber } from "./placing/order-number.ts";
import { countOrdersOfCustomer, findOrderByNumber, findOrdersOfCustomer } from "./queries.ts";
import { renderOrder } from "./render.ts";
import type { Order, OrderQuery } from "./schema.ts";

export { isSale, netTotal, orderTotals } from "./admin/customer-totals-queries.ts";
export { type ErasedOrders, eraseOrdersOf } from "./admin/erase.ts";
export { findOrdersTracked } from "./admin/queries.ts";
export { changeOrderStatus, setPaymentStatus } from "./admin/status.ts";
export { recomputeCalls } from "./calls/calls.ts";
export { collectedCash, isCashOfCarrier } from "./cash/owed-queries.ts";
export {
  mayChangeCarrier,
  mayChangeDetails,
  maySetShippingCost,
  SHIPMENT_FIELDS,
} from "./editing/changeable.ts";
export { addToHistory } from "./editing/history.ts";
export { ORDER_MAILS, orderMail, planOrderMails } from "./mails/mails.ts";
export { placeOrder } from "./placing/place-order.ts";
export type { Reason } from "./reasons.ts";
export { unitsSold } from "./sold-queries.ts";
export {
  hasReleasedUses,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  type PaymentStatus,
  type Status,
} from "./status/transitions.ts";

/** The signed-in customer's orders, newest first. Throws `invalid_token`. */
export async function listOrders(db: SiteDb, claim: Claim | null, query: OrderQuery): Promise<List<Order>> {
  const customer = await requireCustomer(db, claim);
  const page = offsetPageOf(query);
  const orders = await findOrdersOfCustomer(db, customer.id, query.status, page);
  const total = await countOrdersOfCustomer(db, customer.id, query.status);
  return listAnswer(
    orders.map((order) => renderOrder(db, order)),
    total,
    page,
  );
}

/**
 * An order by its number: complete for the customer who placed it; everybody else sees of its person what the columns allow.
 * Throws `order_not_found` and `invalid_token`.
 */
export async function trackOrder(db: SiteDb, claim: Claim | null, orderNumber: string): Promise<Order> {
  const customer = await currentCustomer(db, claim);
  const row = await findOrderByNumber(db, readOrderNumber(orderNumber));
  if (!row) throw new Problem("order_not_found", (say) => say.order.none);
  const order = renderOrder(db, row);
  const isOwn = customer && customer.id === row.customer_id;
  return isOwn ? order : forAnybody("orders", order);
}
