import { foldedName } from "../../carriers/carriers.ts";
import { isCashOnDelivery } from "../amounts.ts";
import { dueOf } from "../status/payment.ts";
import type { CashOrder } from "./queries.ts";
import type { StatementRow } from "./statement.ts";

/** Why a row of a statement changes nothing, with what to do about it. */
export const MISMATCHES = {
  unreadable: "The row has no number or no amount; send it again, corrected.",
  unknown: "No order has this number: orders_search finds it, orders_update gives it its tracking_number.",
  ambiguous: "Several orders have this tracking number: send the order number.",
  same_order: "An earlier row is of the same order.",
  other_carrier:
    "The order goes with another carrier, see carrier: send its row with that name, or correct the order with orders_update.",
  not_shipped: "It was not shipped: orders_ship, then send the row again.",
  cancelled: "It was cancelled: ask the carrier what it is.",
  returned: "It came back: ask the carrier what it is.",
  paid_otherwise: "Nothing was to be collected: it was paid in another way.",
  different_amount:
    "Ask the carrier. If less was collected for a shipped order: orders_mark_delivered with that collected_amount; if more than was noted for a delivered one: orders_set_payment_status paid. Then send the row again.",
  already_remitted: "The carrier has paid it before.",
  not_remitted: "No payment of the carrier is recorded.",
} as const;

/** A row that changes nothing; amounts are minor units. */
export interface Mismatch {
  row: number;
  ref: string;
  reason: keyof typeof MISMATCHES;
  /** Null: it could not be read. */
  stated: number | null;
  /** What the carrier owes for the order, or has paid already. */
  expected?: number;
  order_number?: string;
  /** The carrier of the order; null: none is recorded. */
  carrier?: string | null;
  /** The numbers of the orders that the row could be of. */
  order_numbers?: string[];
}

/** A row and the order that it settles. */
export interface Match {
  order: CashOrder;
  /** Minor units. */
  amount: number;
}

/** Numbers are compared without letter case. */
const keyOf = (number: string): string => number.trim().toUpperCase();

/**
 * What a carrier collected for an order: what was recorded, else what was to be paid for what was kept, in minor units. Undefined
 * when nothing was to be collected.
 */
function cashOf(order: CashOrder): number | undefined {
  if (!isCashOnDelivery(order.payment_method) || order.is_prepaid) return undefined;
  return order.collected_amount ?? dueOf(order);
}

/**
 * Finds the order of each row, and says which rows match: those whose amount is what the carrier `carrier` owes for an order, or
 * with `takesBack` what it has paid. Pure.
 */
export function matchStatement(
  rows: readonly StatementRow[],
  orders: readonly CashOrder[],
  { carrier, takesBack }: { carrier: string; takesBack: boolean },
): { matches: Match[]; mismatches: Mismatch[] } {
  const byNumber = ordersByNumber(orders);
  const isOfCarrier = (order: CashOrder) => order.carrier !== null && foldedName(order.carrier) === foldedName(carrier);
  const seen = new Set<string>();
  const judge = ({ row, ref, amount }: StatementRow): Match | Mismatch => {
    const fault = (reason: Mismatch["reason"], more: Partial<Mismatch> = {}) => ({
      row,
      ref,
      reason,
      stated: amount,
      ...more,
    });
    if (ref === "" || amount === null) return fault("unreadable");
    const found = byNumber.get(keyOf(ref)) ?? [];
    const own = found.filter(isOfCarrier);
    const [order, ...others] = own.length > 0 ? own : found;
    if (!order) return fault("unknown");
    if (others.length > 0) return fault("ambiguous", { order_numbers: found.map((one) => one.order_number) });
    const { id, order_number } = order;
    if (seen.has(id)) return fault("same_order", { order_number });
    seen.add(id);
    if (own.length === 0) return fault("other_carrier", { order_number, carrier: order.carrier });
    const wrong = faultOf(order, amount, takesBack);
    return wrong ? fault(wrong.reason, { order_number, ...wrong }) : { order, amount };
  };
  const judged = rows.map(judge);
  return {
    matches: judged.filter((one) => "order" in one),
    mismatches: judged.filter((one) => "reason" in one),
  };
}

function ordersByNumber(orders: readonly CashOrder[]): Map<string, CashOrder[]> {
  const byNumber = new Map<string, CashOrder[]>();
  for (const order of orders) {
    for (const number of new Set([order.order_number, order.tracking_number ?? order.order_number].map(keyOf))) {
      byNumber.set(number, [...(byNumber.get(number) ?? []), order]);
    }
  }
  return byNumber;
}

/** Why this amount does not settle the order of the carrier; undefined: it does. */
function faultOf(
  order: CashOrder,
  amount: number,
  takesBack: boolean,
): Pick<Mismatch, "reason" | "expected"> | undefined {
  const { status, remitted_amount } = order;
  if (takesBack) {
    if (remitted_amount === null) return { reason: "not_remitted" };
    return remitted_amount === amount ? undefined : { reason: "different_amount", expected: remitted_amount };
  }
  if (remitted_amount !== null) return { reason: "already_remitted", expected: remitted_amount };
  if (status === "cancelled") return { reason: "cancelled" };
  if (status === "returned" && order.collected_amount === null) return { reason: "returned" };
  if (status === "pending" || status === "confirmed" || status === "processing") return { reason: "not_shipped" };
  const expected = cashOf(order);
  if (expected === undefined) return { reason: "paid_otherwise" };
  return expected === amount ? undefined : { reason: "different_amount", expected };
}
