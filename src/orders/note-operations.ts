import { Type } from "typebox";
import { invalidValue } from "../core/problem.ts";
import { readTime } from "../core/time/dates.ts";
import { Day, Text } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { storeZone } from "../store/store.ts";
import { OrderState } from "./admin/admin-answers.ts";
import { addNote } from "./admin/notes.ts";
import { changeResult } from "./order-answers.ts";
import { AT_THE_DESK, OrderRef } from "./order-arguments.ts";

const optional = Type.Optional;

/** Calls and notes. */
export const orderNoteOperations: Operation[] = [
  defineOperation({
    name: "orders_log_call",
    title: "Log a call",
    description: "Outcome of a call to the shopper.",
    area: "orders",
    scopes: AT_THE_DESK,
    effect: "write",
    takes: ["idempotency_key"],
    input: {
      order: OrderRef,
      outcome: Type.Enum(["answered", "no_answer", "busy", "postponed", "wrong_number"]),
      text: optional(Text(2000)),
      call_again_at: optional(Day("ISO time, or a date: its start")),
    },
    answers: OrderState,
    refuses: ["order_not_found"],
    example: { order: "ORD-2026-7KQ2M9XB", outcome: "no_answer" },
    run: async (call, { order, outcome, text = "", call_again_at }) => {
      const again = readTime("call_again_at", call_again_at, storeZone(call.db)) ?? null;
      const note = { outcome, text: text.trim() || null, call_again_at: again };
      const change = await addNote(call.db, order, note, call.merchant.actor);
      return changeResult(call, change, `Call ${change.after.calls} of ${change.after.order_number}: ${outcome}.`);
    },
  }),
  defineOperation({
    name: "orders_add_note",
    title: "Add a note",
    description: "Shoppers do not see it.",
    area: "orders",
    scopes: AT_THE_DESK,
    effect: "write",
    takes: ["idempotency_key"],
    input: { order: OrderRef, text: Type.String({ minLength: 1, maxLength: 2000 }) },
    answers: OrderState,
    refuses: ["order_not_found"],
    example: { order: "ORD-2026-7KQ2M9XB", text: "Emballage cadeau." },
    run: async (call, { order, text }) => {
      if (!text.trim()) throw invalidValue("text", "must not be empty");
      const change = await addNote(call.db, order, { text: text.trim() }, call.merchant.actor);
      return changeResult(call, change, `Added the note to ${change.after.order_number}.`);
    },
  }),
];
