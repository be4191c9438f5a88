import { Type } from "typebox";
import { invalidValue } from "../../core/problem.ts";
import { IDENTIFIER, Price, Text } from "../../operations/inputs.ts";
import { defineOperation, type Need, type Operation, type OperationCall } from "../../operations/operation.ts";
import type { OrderChange } from "../admin/admin.ts";
import { MovedOrders } from "../admin/admin-answers.ts";
import { carrierHint, reportChange } from "../order-answers.ts";
import { REASONS } from "../reasons.ts";
import { MOVES, type Move, type MoveOutcome, moveOrders } from "./move-orders.ts";
import { MAX_ORDERS, type MoveInput, type MoveRequest, readRequests } from "./requests.ts";

const optional = Type.Optional;
const Code = { type: "string", maxLength: 255, [IDENTIFIER]: true } as const;

/** An order, or its number alone. */
const Order = Type.Unsafe<NonNullable<MoveInput["orders"]>[number]>({
  type: ["object", "string"],
  minLength: 1,
  maxLength: 255,
  properties: {
    order: { ...Code, minLength: 1, description: "Number, id or tracking number" },
    tracking_number: Code,
    carrier: Text(100),
    collected_amount: Price(),
  },
  required: ["order"],
  additionalProperties: false,
});

/** Why moves cannot be undone, where a sentence of their own says more. */
const FINAL: Partial<Record<Move["to"], string>> = {
  shipped: "Orders move on: orders_move, orders_return. orders_update corrects carrier and tracking number.",
  delivered: "Delivered orders stay so; orders_return takes goods back.",
  cancelled: "Cancelled orders stay cancelled; orders_create places new ones.",
};

const OWN_AMOUNT: Need = {
  scope: "orders:money",
  what: "collected_amount of orders_move",
  instead: "Leave it out: what is due counts as collected.",
  argument: "orders",
};

/** Moving several orders in one call. */
export const bulkOrderOperations: Operation[] = [
  defineOperation({
    name: "orders_move",
    title: "Move several orders",
    description:
      "Each as by orders_confirm, orders_ship (carrier, tracking_number), orders_mark_delivered (collected_amount) or orders_cancel (reason); one that fails stops no other. Shipped orders get a tracking number. Above 20 orders: dry_run first.",
    area: "orders",
    effect: "destroy",
    notUndoable: "Orders move on or are cancelled: orders_move.",
    takes: ["dry_run", "idempotency_key", "confirm_token"],
    input: {
      to: Type.Enum([...MOVES]),
      orders: optional(Type.Array(Order, { minItems: 1, maxItems: MAX_ORDERS, description: "Objects, or numbers" })),
      csv: optional(
        Type.String({
          minLength: 1,
          maxLength: 200_000,
          description: "Instead of orders: a carrier's sheet with its header",
        }),
      ),
      carrier: optional(Text(100)),
      reason: optional(Type.Enum([...REASONS])),
      note: optional(Text(500)),
    },
    answers: MovedOrders,
    inDryRun: MovedOrders,
    example: { to: "confirmed", orders: ["ORD-2026-7KQ2M9XB", "ORD-2026-4T8WZC1D"], dry_run: true },
    run: async (call, { orders, csv, note, ...move }) => {
      const requests = readRequests({ orders, csv });
      requireFitting(requests, move);
      if (requests.some((request) => given(request, "collected_amount"))) call.requires(OWN_AMOUNT);
      const outcomes = await moveOrders(call.db, requests, { ...move, note: note?.trim() }, call.merchant.actor);
      for (const { before, after } of changesOf(outcomes)) reportChange(call, before, after);
      const final = FINAL[move.to];
      if (final) call.cannotBeUndone(final);
      const results = outcomes.map(shown);
      const failed = results.filter(({ ok }) => !ok).length;
      const data = { moved: results.length - failed, failed, results };
      const text = await textOf(call, outcomes, move);
      return { text, textWhenIdle: text, data, inDryRun: data };
    },
  }),
];

const USED_BY: Partial<Record<keyof MoveRequest | keyof Move, Move["to"]>> = {
  tracking_number: "shipped",
  carrier: "shipped",
  collected_amount: "delivered",
  reason: "cancelled",
};

/** Throws `invalid_value` for what the move would ignore; a sheet may have columns that are not needed. */
function requireFitting(requests: MoveRequest[], move: Move): void {
  for (const [name, to] of Object.entries(USED_BY)) {
    if (to === move.to) continue;
    const place = requests.findIndex((request) => request.row === undefined && given(request, name));
    const path = given(move, name) ? name : `orders.${place}.${name}`;
    if (path === name || place >= 0) throw invalidValue(path, `is only for to: "${to}"`);
  }
}

const given = (object: object, name: string): boolean => (object as Record<string, unknown>)[name] !== undefined;

function shown({ request, number, done }: MoveOutcome) {
  const named = { order: number ?? request.ref, ...(request.row !== undefined && { row: request.row }) };
  if ("change" in done) return { ...named, ok: true, status: done.change.after.status };
  const { problem, status } = done;
  const { code, detail } = problem;
  return { ...named, ok: false, ...(status !== undefined && { status }), problem: { code, detail } };
}

const changesOf = (outcomes: MoveOutcome[]): OrderChange[] =>
  outcomes.flatMap(({ done }) => ("change" in done ? done.change : []));

async function textOf(call: OperationCall, outcomes: MoveOutcome[], { to }: Move): Promise<string> {
  const moved = changesOf(outcomes);
  const failed = outcomes.length - moved.length;
  const failures = failed > 0 ? ` ${failed} failed; results says why.` : "";
  const hint =
    to === "shipped"
      ? await carrierHint(
          call,
          moved.map(({ after }) => after),
        )
      : "";
  const paid = to === "cancelled" ? moved.filter(({ after }) => after.payment_status === "paid").length : 0;
  const refunds = paid > 0 ? ` ${paid} of them were paid: record refunds with orders_set_payment_status.` : "";
  return `${moved.length} of ${outcomes.length} orders are ${to}.${failures}${refunds}${hint}`;
}
