import { Type } from "typebox";
import { MAX_QUANTITY } from "../cart/cart.ts";
import { hasScope, SEES_PEOPLE } from "../core/scopes.ts";
import { Code, Expected, Fields, Price, PriceOrNull, Ref, TextOrNull, terse, terseCode } from "../operations/inputs.ts";
import { defineOperation, type Need, type Operation, type OperationCall } from "../operations/operation.ts";
import type { AdminOrder } from "./admin/admin.ts";
import { UpdatedOrder } from "./admin/admin-answers.ts";
import { changeOrder, changesRegion, type OrderPatch } from "./admin/update.ts";
import { concise, reportChange, unknownWilayaHint } from "./order-answers.ts";
import { customerDetails, OrderRef, placed } from "./order-arguments.ts";
import { needsOfChange } from "./people-arguments.ts";

const optional = Type.Optional;

/** Why a change of lines cannot be undone. */
const CHANGED_AGAIN = "Lines or promotions of the order changed; orders_update changes them again.";

const Lines = Type.Array(
  Fields({
    line: optional(Ref("Line id or its SKU")),
    item: optional(Ref("Variant id or SKU to add; beside line: replaces it")),
    quantity: optional(Type.Integer({ minimum: 0, maximum: MAX_QUANTITY, description: "0 removes the line" })),
    price: optional(Price("Default: the line's, or today's")),
  }),
  { minItems: 1, maxItems: 100 },
);

/** Changing an order that is not shipped yet. */
export const updateOrderOperations: Operation[] = [
  defineOperation({
    name: "orders_update",
    title: "Change an order",
    description:
      "Lines, customer, address and delivery before it is shipped; carrier and tracking number at any time. The delivery cost follows, unless it is set.",
    area: "orders",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: {
      order: OrderRef,
      items: optional(Lines),
      customer_name: optional(terse(placed.customer_name)),
      customer_phone: optional(terseCode(placed.customer_phone)),
      ...customerDetails,
      delivery_method: optional(Type.Enum(["home", "desk"])),
      shipping_cost: optional(PriceOrNull("null: the store's rate")),
      carrier: optional(TextOrNull(100)),
      tracking_number: optional(Type.Unsafe<string | null>({ ...Code(), type: ["string", "null"] })),
      expected_updated_at: Expected,
    },
    needs: needsOfChange,
    answers: UpdatedOrder,
    refuses: [
      ...(["order_not_found", "illegal_order_move", "carrier_not_found", "variant_not_found"] as const),
      ...(["variant_required", "cart_full", "cart_empty", "insufficient_stock"] as const),
    ],
    example: { order: "ORD-2026-7KQ2M9XB", carrier: "Rapide Express", shipping_cost: 350 },
    run: async (call, { order: ref, expected_updated_at, ...patch }) => {
      if (patch.items?.some(({ price }) => price !== undefined)) call.requires(SETS_PRICES);
      const seesPeople = hasScope(call.merchant.scopes, SEES_PEOPLE);
      const by = { actor: call.merchant.actor, expected: expected_updated_at, seesPeople };
      const { before, after, rate, isFinal } = await changeOrder(call.db, ref, patch, by);
      if (isFinal) call.cannotBeUndone(CHANGED_AGAIN);
      reportChange(call, before, after);
      const text = `Changed ${after.order_number}.${totalHint(before, after)}${deliveryHint(call, patch, after, rate)}`;
      return { text, data: { ...concise(after), delivery_rate: rate } };
    },
  }),
];

const SETS_PRICES: Need = {
  scope: "catalog:write",
  what: "items: a price",
  instead: "Without it, added items have today's price.",
  argument: "items",
};

const totalHint = (before: AdminOrder | null, { total, currency, coupon_code }: AdminOrder): string => {
  const lost = before?.coupon_code && before.coupon_code !== coupon_code ? " A coupon applies no more." : "";
  return before && before.total !== total ? ` The total was ${before.total} and is ${total} ${currency}.${lost}` : lost;
};

/** What to know of the delivery after a change of the address. */
function deliveryHint(call: OperationCall, patch: OrderPatch, after: AdminOrder, rate: number): string {
  const hasNewAddress =
    changesRegion(patch) || patch.delivery_method !== undefined || patch.shipping_address !== undefined;
  const isFree = after.applied_discounts.some(({ discount_type }) => discount_type === "free_shipping");
  const differs = hasNewAddress && !isFree && rate !== after.shipping_cost;
  const unknown = changesRegion(patch) ? unknownWilayaHint(call, after) : "";
  return `${unknown}${differs ? ` Delivery costs ${after.shipping_cost}; the rate is ${rate}.` : ""}`;
}
