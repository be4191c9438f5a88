import { returnStock } from "../catalog/catalog.ts";
import { isId, newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { type List, offsetPageOf, pageOf } from "../core/shapes.ts";
import { type Claim, currentCustomer, requireCustomer } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { releaseUses } from "../promotions/promotions.ts";
import { masked } from "./mask.ts";
import { readOrderNumber } from "./placing/order-number.ts";
import {
  countOrdersOf,
  findById,
  findByNumber,
  movePaymentStatus,
  moveStatus,
  type OrderRow,
  ordersOf,
} from "./queries.ts";
import { renderOrder } from "./render.ts";
import type { Order, OrderQuery } from "./schema.ts";
import { MOVES, PAYMENT_MOVES, type PaymentStatus, type Status, statesBefore } from "./status/status.ts";

export { type ErasedOrders, eraseOrdersOf, orderTotals } from "./admin/erase.ts";
export { placeOrder } from "./placing/place-order.ts";
export { type PaymentStatus, STATUSES, type Status } from "./status/status.ts";

/** A customer's orders, newest first (spec section 4.5). */
export async function listOrders(db: SiteDb, claim: Claim | null, query: OrderQuery): Promise<List<Order>> {
  const customer = await requireCustomer(db, claim);
  const span = offsetPageOf(query);
  const orders = await ordersOf(db, customer.id, query.status, span);
  const total = await countOrdersOf(db, customer.id, query.status);
  return pageOf(
    orders.map((order) => renderOrder(db, order)),
    total,
    span,
  );
}

/** An order by its number: whole for the customer who placed it, masked for anybody else. Throws `order_not_found`. */
export async function trackOrder(db: SiteDb, claim: Claim | null, orderNumber: string): Promise<Order> {
  const customer = await currentCustomer(db, claim);
  const row = await findByNumber(db, readOrderNumber(orderNumber));
  if (!row) throw new Problem("order_not_found", "This store has no order of this number.");
  const order = renderOrder(db, row);
  return customer && customer.id === row.customer_id ? order : masked(order);
}

/**
 * Moves an order on in its life; cancelling and returning put its stock back, cancelling its promotions too. `actor`
 * is who does it, for the history. Throws `order_not_found`, and `illegal_order_move` naming the moves there are.
 */
export async function moveOrder(db: SiteDb, orderId: string, to: Status, actor: string): Promise<Order> {
  if (!isId(orderId)) throw noOrder();
  const moved = await moveStatus(db, orderId, statesBefore(MOVES, to), to, { id: newId(), actor });
  const order = await requireOrder(db, orderId);
  if (!moved) throw illegal("status", order.status, to, MOVES[order.status]);
  if (to === "cancelled" || to === "returned") {
    await returnStock(db, orderId, order.items, to === "cancelled" ? "cancellation" : "return");
  }
  if (to === "cancelled") await releaseUses(db, orderId);
  return renderOrder(db, order);
}

/** Notes that an order was paid or refunded. Throws `order_not_found` and `illegal_order_move`. */
export async function setPaymentStatus(db: SiteDb, orderId: string, to: PaymentStatus, actor: string): Promise<Order> {
  if (!isId(orderId)) throw noOrder();
  const moved = await movePaymentStatus(db, orderId, statesBefore(PAYMENT_MOVES, to), to, { id: newId(), actor });
  const order = await requireOrder(db, orderId);
  if (!moved) throw illegal("payment_status", order.payment_status, to, PAYMENT_MOVES[order.payment_status]);
  return renderOrder(db, order);
}

async function requireOrder(db: SiteDb, orderId: string): Promise<OrderRow> {
  const order = await findById(db, orderId);
  if (!order) throw noOrder();
  return order;
}

const noOrder = () => new Problem("order_not_found", "This store has no such order.");

function illegal(path: string, from: string, to: string, legal: string[]): Problem {
  const where = legal.length > 0 ? `only to: ${legal.join(", ")}` : "nowhere";
  return new Problem("illegal_order_move", `An order that is ${from} cannot become ${to}; it can go ${where}.`, {
    errors: [{ path, message: `cannot go from ${from} to ${to}` }],
    extra: { allowed: legal },
  });
}
