import { Type } from "typebox";
import { Fields, Price, Ref } from "../../operations/inputs.ts";
import { defineOperation, type Need, type Operation } from "../../operations/operation.ts";
import { ReturnedOrder, ReturnGivesBack } from "../admin/admin-answers.ts";
import { withNote } from "../admin/notes.ts";
import { changeResult } from "../order-answers.ts";
import { Note, OrderRef, ReasonOf } from "../order-arguments.ts";
import { returnItems } from "./returns.ts";

const optional = Type.Optional;

/** Taking units of an order back. */
export const returnOperations: Operation[] = [
  defineOperation({
    name: "orders_return",
    title: "Take goods back",
    description:
      "All or some items of a shipped or delivered order. Units go back into stock unless damaged or lost. When nothing is left, the order is returned.",
    area: "orders",
    effect: "destroy",
    notUndoable: "What came back stays returned; orders_create places a new order.",
    takes: ["dry_run", "idempotency_key"],
    input: {
      order: OrderRef,
      items: optional(
        Type.Array(
          Fields({
            item: Ref("SKU or line id"),
            quantity: optional(Type.Integer({ minimum: 1 })),
            restock: optional(Type.Boolean()),
          }),
          { minItems: 1, maxItems: 100, description: "Default: all" },
        ),
      ),
      restock: optional(Type.Boolean()),
      reason: ReasonOf,
      note: Note,
      refunded_amount: optional(Price("Default: what was paid for the units")),
    },
    answers: ReturnedOrder,
    inDryRun: ReturnGivesBack,
    refuses: ["order_not_found", "illegal_order_move", "quantity_out_of_range"],
    example: { order: "ORD-2026-7KQ2M9XB", reason: "refused", dry_run: true },
    run: async (call, { order, note, ...given }) => {
      const { refunded_amount, stock_back, ...returned } = await returnItems(
        call.db,
        order,
        given,
        call.merchant.actor,
      );
      if (refunded_amount > 0) call.requires(needOfRefund(refunded_amount, call.db.currency));
      const change = await withNote(call.db, returned, note, call.merchant.actor);
      const { order_number, status, currency, items } = change.after;
      const left = items.reduce((sum, { quantity, returned_quantity }) => sum + quantity - returned_quantity, 0);
      const what = status === "returned" ? "is returned" : `is ${status}, with ${left} units left`;
      const text = `${order_number} ${what}; refunded: ${refunded_amount} ${currency}.`;
      const back = { refunded_amount, stock_back };
      return { text, data: { ...changeResult(call, change, text).data, ...back }, inDryRun: back };
    },
  }),
];

const needOfRefund = (refund: number, currency: string): Need => ({
  scope: "orders:money",
  what: `A refund (here ${refund} ${currency}) by orders_return`,
  instead: "Send refunded_amount: 0 to take the goods back without a refund.",
  argument: "refunded_amount",
});
