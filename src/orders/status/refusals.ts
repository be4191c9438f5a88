import { Problem } from "../../core/problem.ts";
import type { OrderRow } from "../queries.ts";
import { PAYMENT_TRANSITIONS, type PaymentStatus, STATUS_TRANSITIONS, type Status } from "./transitions.ts";

/** The refusal of a change of status, with the statuses that may follow. */
export const illegalMove = (from: Status, to: Status): Problem =>
  illegalTransition("status", from, to, STATUS_TRANSITIONS[from]);

/** The same of a payment status. */
export const illegalPayment = (from: PaymentStatus, to: PaymentStatus): Problem =>
  illegalTransition("payment_status", from, to, PAYMENT_TRANSITIONS[from]);

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

/** The refusal of an amount that is said of an order whose delivery collects nothing. */
export function amountNotCollectable({ payment_status }: OrderRow): Problem {
  const is = payment_status === "unpaid" ? "not cash on delivery" : payment_status.replace("_", " ");
  return new Problem(
    "amount_not_collectable",
    `An amount is collected only for an unpaid order that is cash on delivery; this one is ${is}.`,
    { errors: [{ path: "collected_amount", message: "must be left out" }] },
  );
}
