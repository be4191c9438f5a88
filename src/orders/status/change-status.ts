import { returnStock } from "../../catalog/catalog.ts";
import { isId, newId } from "../../core/ids.ts";
import { Problem } from "../../core/problem.ts";
import type { SiteDb } from "../../db/database.ts";
import { releaseUses } from "../../promotions/promotions.ts";
import { findOrderById, type OrderRow } from "../queries.ts";
import { renderOrder } from "../render.ts";
import type { Order } from "../schema.ts";
import { updateOrderStatus, updatePaymentStatus } from "./queries.ts";
import {
  PAYMENT_TRANSITIONS,
  type PaymentStatus,
  STATUS_TRANSITIONS,
  type Status,
  statusesBefore,
} from "./transitions.ts";

/**
 * Changes the status of an order. Cancelling and returning put its stock back; cancelling also releases its uses of
 * promotions. `actor` is recorded in the history. Throws `order_not_found`, and `illegal_order_move` with the statuses
 * that are allowed.
 */
export async function changeOrderStatus(
  db: SiteDb,
  orderId: string,
  to: Status,
  actor: string,
  _reason?: string,
): Promise<Order> {
  if (!isId(orderId)) throw orderNotFound();
  const changed = await updateOrderStatus(db, orderId, statusesBefore(STATUS_TRANSITIONS, to), to, {
    id: newId(),
    actor,
  });
  const order = await requireOrder(db, orderId);
  if (!changed) throw illegalTransition("status", order.status, to, STATUS_TRANSITIONS[order.status]);
  if (to === "cancelled" || to === "returned") {
    await returnStock(db, orderId, order.items, to === "cancelled" ? "cancellation" : "return");
  }
  if (to === "cancelled") await releaseUses(db, orderId);
  return renderOrder(db, order);
}

/** Records that an order was paid or refunded; moves no money. Throws `order_not_found` and `illegal_order_move`. */
export async function setPaymentStatus(db: SiteDb, orderId: string, to: PaymentStatus, actor: string): Promise<Order> {
  if (!isId(orderId)) throw orderNotFound();
  const changed = await updatePaymentStatus(db, orderId, statusesBefore(PAYMENT_TRANSITIONS, to), to, {
    id: newId(),
    actor,
  });
  const order = await requireOrder(db, orderId);
  if (!changed)
    throw illegalTransition("payment_status", order.payment_status, to, PAYMENT_TRANSITIONS[order.payment_status]);
  return renderOrder(db, order);
}

async function requireOrder(db: SiteDb, orderId: string): Promise<OrderRow> {
  const order = await findOrderById(db, orderId);
  if (!order) throw orderNotFound();
  return order;
}

const orderNotFound = () => new Problem("order_not_found", "This store has no such order.");

function illegalTransition(path: string, from: string, to: string, allowed: string[]): Problem {
  const rule =
    allowed.length > 0
      ? `it can only become: ${allowed.join(", ")}`
      : `its ${path.replace("_", " ")} can no longer change`;
  return new Problem("illegal_order_move", `An order that is ${from} cannot become ${to}; ${rule}.`, {
    errors: [{ path, message: `cannot change from ${from} to ${to}` }],
    extra: { allowed },
  });
}
