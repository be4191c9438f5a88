import { Type } from "typebox";
import { Code, Price, Text } from "../operations/inputs.ts";
import { defineOperation, type Operation, type OperationCall } from "../operations/operation.ts";
import type { Resource } from "../operations/resource.ts";
import { type OrderChange, requireOrderRef } from "./admin/admin.ts";
import { CancelledOrder, GivenBack, OrderState } from "./admin/admin-answers.ts";
import { withNote } from "./admin/notes.ts";
import { changeOrderStatus, deliverOrder, findRestockedItems, setPaymentStatus, shipOrder } from "./admin/status.ts";
import { carrierHint, changeResult, orderTransitions, wholeOrder } from "./order-answers.ts";
import { AT_THE_DESK, HANDLES_MONEY, Note, OrderRef, ReasonOf, SHOWS_ONE } from "./order-arguments.ts";
import { isPhoneReason, PHONE_REASONS, type Reason } from "./reasons.ts";

const EXAMPLE_NUMBER = "ORD-2026-7KQ2M9XB";
const MOVES_ORDERS = ["order_not_found", "illegal_order_move"] as const;

/** Changes the status and, when a note is given, adds it. */
async function changeStatus(
  call: OperationCall,
  ref: string,
  to: "confirmed" | "cancelled",
  { note, reason }: { note: string | undefined; reason?: Reason | undefined },
): Promise<OrderChange> {
  const changed = await changeOrderStatus(call.db, ref, to, call.merchant.actor, reason);
  return withNote(call.db, changed, note, call.merchant.actor);
}

/** Like `changeResult`, with the items of a cancelled order that are in stock again. */
async function cancelResult(call: OperationCall, change: OrderChange) {
  const stock_back = await findRestockedItems(call.db, change.after);
  const wasPaid = change.before?.payment_status === "paid";
  const text = `Cancelled ${change.after.order_number}.${wasPaid ? " It was paid: record a refund with orders_set_payment_status." : ""}`;
  const { data } = changeResult(call, change, text);
  return { text, data: { ...data, stock_back }, inDryRun: { stock_back } };
}

/** The tools that change the status and the payment status of an order. */
export const orderStatusOperations: Operation[] = [
  defineOperation({
    name: "orders_confirm",
    title: "Confirm an order",
    description: "The shopper confirmed the order.",
    area: "orders",
    scopes: AT_THE_DESK,
    effect: "write",
    notUndoable: "An order moves on or is cancelled: orders_cancel.",
    takes: ["dry_run", "idempotency_key"],
    input: { order: OrderRef, note: Note },
    answers: OrderState,
    refuses: MOVES_ORDERS,
    example: { order: EXAMPLE_NUMBER },
    run: async (call, { order, note }) => {
      const change = await changeStatus(call, order, "confirmed", { note });
      return changeResult(call, change, `Confirmed ${change.after.order_number}.`);
    },
  }),
  defineOperation({
    name: "orders_ship",
    title: "Ship an order",
    description: "The order must be confirmed or processing.",
    area: "orders",
    effect: "write",
    notUndoable:
      "An order moves on: orders_mark_delivered or orders_return. orders_update corrects carrier and tracking number.",
    takes: ["dry_run", "idempotency_key"],
    input: { order: OrderRef, carrier: Type.Optional(Text(100)), tracking_number: Type.Optional(Code()) },
    answers: OrderState,
    refuses: [...MOVES_ORDERS, "carrier_not_found"],
    example: { order: EXAMPLE_NUMBER, carrier: "Rapide Express", tracking_number: "RE-8F3K2" },
    run: async (call, { order, carrier, tracking_number }) => {
      const change = await shipOrder(call.db, order, { carrier, tracking_number }, call.merchant.actor);
      const hint = await carrierHint(call, [change.after]);
      return changeResult(call, change, `Shipped ${change.after.order_number}.${hint}`);
    },
  }),
  defineOperation({
    name: "orders_mark_delivered",
    title: "Mark an order delivered",
    description:
      "Records the cash collected of an unpaid order; default: what is due. Once all is collected, it is paid.",
    area: "orders",
    effect: "write",
    notUndoable: "An order moves on: orders_return.",
    takes: ["dry_run", "idempotency_key"],
    input: { order: OrderRef, collected_amount: Type.Optional(Price()) },
    needs: { collected_amount: { scope: "orders:money", instead: "Leave it out: what is due counts as collected." } },
    answers: OrderState,
    refuses: [...MOVES_ORDERS, "amount_not_collectable"],
    example: { order: EXAMPLE_NUMBER, collected_amount: 2300 },
    run: async (call, { order, collected_amount }) => {
      const change = await deliverOrder(call.db, order, collected_amount, call.merchant.actor);
      const { order_number, payment_status } = change.after;
      return changeResult(call, change, `Delivered ${order_number}; it is ${payment_status}.`);
    },
  }),
  defineOperation({
    name: "orders_cancel",
    title: "Cancel an order",
    description: "Only before it is shipped. Releases stock and coupon uses.",
    area: "orders",
    scopes: AT_THE_DESK,
    effect: "destroy",
    notUndoable: "A cancelled order stays cancelled; orders_create places a new one.",
    takes: ["dry_run", "idempotency_key"],
    input: { order: OrderRef, reason: Type.Optional(ReasonOf), note: Note },
    needs: {
      reason: {
        scope: "orders:write",
        orMissing: true,
        unless: { is: `one of ${PHONE_REASONS.join(", ")}`, test: (reason) => isPhoneReason(reason) },
        instead: "Send what the shopper said on the phone as reason.",
      },
    },
    answers: CancelledOrder,
    inDryRun: GivenBack,
    refuses: MOVES_ORDERS,
    example: { order: EXAMPLE_NUMBER, reason: "unreachable", note: "Quatre appels.", dry_run: true },
    run: async (call, { order, reason, note }) =>
      cancelResult(call, await changeStatus(call, order, "cancelled", { reason, note })),
  }),
  defineOperation({
    name: "orders_set_payment_status",
    title: "Record a payment or refund",
    description: "No money moves. For goods that come back, orders_return records the refund.",
    area: "orders",
    scopes: HANDLES_MONEY,
    effect: "write",
    notUndoable: "A payment goes no step back; after paid, orders_set_payment_status records a refund.",
    takes: ["dry_run", "idempotency_key"],
    input: {
      order: OrderRef,
      payment_status: Type.Enum(["paid", "partially_refunded", "refunded"]),
      refunded_amount: Type.Optional(Price("In all; only for partially_refunded, which needs it")),
    },
    answers: OrderState,
    refuses: MOVES_ORDERS,
    example: { order: EXAMPLE_NUMBER, payment_status: "paid" },
    run: async (call, { order, payment_status, refunded_amount }) => {
      const change = await setPaymentStatus(call.db, order, payment_status, call.merchant.actor, refunded_amount);
      return changeResult(call, change, `${change.after.order_number} is ${payment_status}.`);
    },
  }),
];

export const orderResources: Resource[] = [
  {
    uri: "hanout://order-states",
    name: "order_states",
    title: "Order states",
    description: "Which statuses and payment statuses may follow each one.",
    area: "orders",
    scopes: SHOWS_ONE,
    read: async () => orderTransitions,
  },
  {
    uri: "hanout://orders/{order_number}",
    name: "order",
    title: "Order",
    description: "An order with its lines, calls, notes and history.",
    area: "orders",
    scopes: SHOWS_ONE,
    read: async (db, orderNumber) => wholeOrder(db, await requireOrderRef(db, orderNumber)),
  },
];
