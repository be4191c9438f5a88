import { Type } from "typebox";
import { Currency, Money, NullableMoney, NullableText } from "../../core/shapes.ts";
import { MISMATCHES, type Mismatch } from "./matching.ts";

const MISMATCH_REASONS = Object.keys(MISMATCHES) as Mismatch["reason"][];

/** How a carrier's statement matches the orders. */
export const Reconciled = Type.Object({
  currency: Currency,
  rows: Type.Integer(),
  matched: Type.Integer(),
  not_matched: Type.Integer(),
  delivered: Type.Integer({ description: "Orders that became delivered." }),
  amount_stated: Money("What the statement says"),
  amount_matched: Money("What of it matches"),
  amount_not_matched: Money("What does not"),
  next: Type.Record(Type.String(), Type.String(), { description: "What to do, by the reason of a mismatch." }),
  mismatches: Type.Array(
    Type.Object({
      row: Type.Integer(),
      ref: Type.String(),
      reason: Type.Enum(MISMATCH_REASONS),
      stated: NullableMoney("What the row says; null: it could not be read"),
      expected: Type.Optional(Money("What the carrier owes for the order, or has paid already")),
      order_number: Type.Optional(Type.String()),
      carrier: Type.Optional(NullableText("The carrier of the order.")),
      order_numbers: Type.Optional(Type.Array(Type.String(), { description: "The orders that it could be of." })),
    }),
  ),
});
