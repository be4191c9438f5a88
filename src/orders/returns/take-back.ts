import { returnStock } from "../../catalog/catalog.ts";
import type { Actor } from "../../core/actor.ts";
import { newId } from "../../core/ids.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import { cashRounding } from "../../store/store.ts";
import { amountsOf } from "../amounts.ts";
import type { OrderItemRow, OrderRow } from "../queries.ts";
import type { Reason } from "../reasons.ts";
import { paymentMoves } from "../status/payment.ts";
import { insertHistory } from "../status/queries.ts";
import { illegalMove } from "../status/refusals.ts";
import { STATUS_TRANSITIONS, statusesBefore } from "../status/transitions.ts";
import { type LineReturn, leftOf, returnedTotals, withReturned } from "./lines.ts";
import { addReturnedQuantities, insertReturn, updateReturnedOrder } from "./queries.ts";

export interface NewReturn {
  units: LineReturn[];
  reason: Reason;
  /** What is paid back, in minor units. */
  refunded: number;
  actor: Actor;
}

/** Throws `illegal_order_move` for an order of which nothing can come back. */
export function requireReturnable({ status }: OrderRow): void {
  if (!STATUS_TRANSITIONS[status].includes("returned")) throw illegalMove(status, "returned");
}

/**
 * Takes units of an order back: writes the return, stock and ledger, sales, and what was refunded. The order becomes `returned`
 * when nothing is left of it. Lock the order first, and choose units that are left of it. Returns those that are in stock again.
 * Throws `illegal_order_move`.
 */
export async function takeBack(db: SiteDb, order: OrderRow, given: NewReturn): Promise<LineReturn[]> {
  requireReturnable(order);
  const { units, reason, refunded, actor } = given;
  const items = units.map(({ line, quantity, is_restocked }) => ({ order_item_id: line.id, quantity, is_restocked }));
  if ((await addReturnedQuantities(db, order.id, items)).length < items.length) {
    throw new LostRace("units came back meanwhile");
  }
  const lines = withReturned(order.items, units);
  const isWhole = lines.every((line) => leftOf(line) === 0);
  const returned = returnedTotals(lines);
  const rounding = isWhole ? order.rounding : await roundingAfter(db, order, returned.amount);
  const payments = paymentMoves({
    ...order,
    total: order.total - order.rounding + rounding,
    returned_amount: returned.amount,
    refunded_amount: order.refunded_amount + refunded,
  });
  const changed = await updateReturnedOrder(db, order.id, statusesBefore(STATUS_TRANSITIONS, "returned"), {
    status: isWhole ? "returned" : order.status,
    reason: isWhole ? reason : order.reason,
    returned,
    refunded,
    payment_status: payments.at(-1) ?? order.payment_status,
    rounding,
    newEntries: 2 + payments.length, // the return, its history, that of the payment
  });
  if (!changed) throw new LostRace("the order changed meanwhile");
  const back = { ...changed, entries: changed.entries - payments.length, payment_status: order.payment_status };
  await insertReturn(db, back, { id: newId(), reason, refunded, actor }, items);
  const changes = isWhole ? null : units.map((unit) => sentenceOf(unit, reason));
  insertHistory(db, back, { id: newId(), actor, changes });
  for (const [i, payment_status] of payments.entries()) {
    insertHistory(db, { ...back, entries: back.entries + i + 1, payment_status }, { id: newId(), actor });
  }
  return putBack(db, order.id, units);
}

/** The rounding with which what is still to be paid in cash can be paid; it stays once something was collected. */
async function roundingAfter(db: SiteDb, order: OrderRow, returnedAmount: number): Promise<number> {
  if (order.payment_status !== "unpaid" || order.collected_amount !== null) return order.rounding;
  const { subtotal, discount, shipping_cost, payment_method } = order;
  const due = { subtotal, discount: discount + returnedAmount, shipping_cost };
  return amountsOf(due, { cashRounding: await cashRounding(db), payment_method }).rounding;
}

async function putBack(db: SiteDb, orderId: string, units: LineReturn[]): Promise<LineReturn[]> {
  const sold = units.map(({ line: { id, product_id, variant_id }, quantity, is_restocked }) => ({
    id,
    product_id,
    variant_id,
    quantity,
    is_restocked,
  }));
  const inStock = await returnStock(db, orderId, sold, "return");
  return units.filter(({ line, is_restocked }) => is_restocked && inStock.has(line.variant_id));
}

const sentenceOf = ({ line, quantity }: LineReturn, reason: Reason): string =>
  `${quantity} x ${nameOf(line)} came back (${reason})`;

const nameOf = ({ sku, product_slug, variant_title, variant_options }: OrderItemRow): string =>
  sku ?? [product_slug, ...(variant_options.length > 0 ? [variant_title] : [])].join(" / ");
