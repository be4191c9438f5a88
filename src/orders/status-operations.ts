import { Type } from "typebox";
import { Code, Price, Text } from "../operations/inputs.ts";
import { defineOperation, type Operation, type OperationCall, type OperationResult } from "../operations/operation.ts";
import type { Resource } from "../operations/resource.ts";
import { sanitize } from "../operations/sanitize.ts";
import {
  deliverOrder,
  moveOrderRef,
  noteOnOrder,
  type OrderChange,
  requireOrderRef,
  restocked,
  setPaymentStatusRef,
  shipOrder,
} from "./admin/admin.ts";
import { lifeOfAnOrder, told, Which } from "./operations.ts";

const Reason = Type.Optional(Text(500));
const number = "ORD-2026-7KQ2M9XB";

/** A move and, when a reason is given, a note of it. */
async function moveBecause(
  call: OperationCall,
  ref: string,
  to: "confirmed" | "cancelled" | "returned",
  reason: string | undefined,
): Promise<OrderChange> {
  const moved = await moveOrderRef(call.db, ref, to, call.actor);
  if (!reason?.trim()) return moved;
  const { after } = await noteOnOrder(call.db, moved.after.id, { text: reason.trim() }, call.actor);
  return { before: moved.before, after };
}

/** The same, with what is in stock again. */
async function toldBack(call: OperationCall, change: OrderChange, text: string): Promise<OperationResult> {
  const stock_back = await restocked(call.db, change.after);
  const { data } = told(call, change, text);
  return { text, data: { ...data, stock_back }, inDryRun: { stock_back } };
}

const refundHint = ({ before }: OrderChange): string =>
  before?.payment_status === "paid" ? " It was paid: orders_set_payment_status notes a refund." : "";

/** Operations that move an order on in its life, and money with it. */
export const orderStatusOperations: Operation[] = [
  defineOperation({
    name: "orders_confirm",
    title: "Confirm an order",
    description: "The shopper wants it.",
    area: "orders",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: { order: Which, note: Reason },
    example: { order: number },
    run: async (call, { order, note }) => {
      const change = await moveBecause(call, order, "confirmed", note);
      return told(call, change, `Confirmed ${change.after.order_number}.`);
    },
  }),
  defineOperation({
    name: "orders_ship",
    title: "Ship an order",
    description: "One that is confirmed or in processing.",
    area: "orders",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: { order: Which, carrier: Type.Optional(Text(100)), tracking_number: Type.Optional(Code()) },
    example: { order: number, carrier: "Yalidine", tracking_number: "YAL-8F3K2" },
    run: async (call, { order, carrier, tracking_number }) => {
      const change = await shipOrder(call.db, order, { carrier, tracking_number }, call.actor);
      return told(call, change, `Shipped ${change.after.order_number}.`);
    },
  }),
  defineOperation({
    name: "orders_mark_delivered",
    title: "Mark an order delivered",
    description:
      "With what was collected: default the total, for cash on delivery. Once that is the total, it is paid.",
    area: "orders",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: { order: Which, collected_amount: Type.Optional(Price()) },
    example: { order: number, collected_amount: 2300 },
    run: async (call, { order, collected_amount }) => {
      const change = await deliverOrder(call.db, order, collected_amount, call.actor);
      const { order_number, payment_status } = change.after;
      return told(call, change, `Delivered ${order_number}; it is ${payment_status}.`);
    },
  }),
  defineOperation({
    name: "orders_cancel",
    title: "Cancel an order",
    description: "Until it is shipped; stock and coupon uses go back.",
    area: "orders",
    effect: "destroy",
    takes: ["dry_run", "idempotency_key"],
    input: { order: Which, reason: Reason },
    example: { order: number, reason: "Le client ne répond pas.", dry_run: true },
    run: async (call, { order, reason }) => {
      const change = await moveBecause(call, order, "cancelled", reason);
      return toldBack(call, change, `Cancelled ${change.after.order_number}.${refundHint(change)}`);
    },
  }),
  defineOperation({
    name: "orders_return",
    title: "Take an order back",
    description: "One that was shipped or delivered; its stock goes back.",
    area: "orders",
    effect: "destroy",
    takes: ["dry_run", "idempotency_key"],
    input: { order: Which, reason: Reason },
    example: { order: number, reason: "Taille trop petite.", dry_run: true },
    run: async (call, { order, reason }) => {
      const change = await moveBecause(call, order, "returned", reason);
      return toldBack(call, change, `${change.after.order_number} came back.${refundHint(change)}`);
    },
  }),
  defineOperation({
    name: "orders_set_payment_status",
    title: "Note a payment or refund",
    description: "Moves no money.",
    area: "orders",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: { order: Which, payment_status: Type.Enum(["paid", "partially_refunded", "refunded"]) },
    example: { order: number, payment_status: "paid" },
    run: async (call, { order, payment_status }) => {
      const change = await setPaymentStatusRef(call.db, order, payment_status, call.actor);
      return told(call, change, `${change.after.order_number} is ${payment_status}.`);
    },
  }),
];

export const orderResources: Resource[] = [
  {
    uri: "hanout://order-states",
    name: "order_states",
    title: "Order states",
    description: "Where an order and its payment can go from where they are.",
    area: "orders",
    read: async () => lifeOfAnOrder,
  },
  {
    uri: "hanout://orders/{order_number}",
    name: "order",
    title: "Order",
    description: "An order with its lines, calls, notes and history.",
    area: "orders",
    read: async (db, orderNumber) => sanitize(await requireOrderRef(db, orderNumber)),
  },
];
