import { Type } from "typebox";
import { Code, Expected, Price, TextOrNull, terse, terseCode } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { changeOrder, changesRegion } from "./admin/update.ts";
import { concise, reportChange, unknownWilayaHint } from "./order-answers.ts";
import { customerDetails, OrderRef, placed } from "./order-arguments.ts";
import { needsOfChange } from "./people-arguments.ts";

const optional = Type.Optional;

/** Changing an order that is not shipped yet. */
export const updateOrderOperations: Operation[] = [
  defineOperation({
    name: "orders_update",
    title: "Change an order",
    description:
      "Changes customer, address and delivery before it is shipped; carrier and tracking number at any time. The delivery cost changes only when sent.",
    area: "orders",
    effect: "write",
    takes: ["dry_run", "idempotency_key"],
    input: {
      order: OrderRef,
      customer_name: optional(terse(placed.customer_name)),
      customer_phone: optional(terseCode(placed.customer_phone)),
      ...customerDetails,
      delivery_method: optional(Type.Enum(["home", "desk"])),
      shipping_cost: optional(Price()),
      carrier: optional(TextOrNull(100)),
      tracking_number: optional(Type.Unsafe<string | null>({ ...Code(), type: ["string", "null"] })),
      expected_updated_at: Expected,
    },
    needs: needsOfChange,
    example: { order: "ORD-2026-7KQ2M9XB", carrier: "Yalidine", shipping_cost: 350 },
    run: async (call, { order: ref, expected_updated_at, ...patch }) => {
      const { before, after, rate } = await changeOrder(call.db, ref, patch, expected_updated_at);
      reportChange(call, before, after);
      const hasNewAddress =
        changesRegion(patch) || patch.delivery_method !== undefined || patch.shipping_address !== undefined;
      const isFree = after.applied_discounts.some(({ discount_type }) => discount_type === "free_shipping");
      const differsFromRate = hasNewAddress && !isFree && rate !== after.shipping_cost;
      const hint = `${changesRegion(patch) ? unknownWilayaHint(call, after) : ""}${differsFromRate ? ` Delivery costs ${after.shipping_cost}; the rate is ${rate}.` : ""}`;
      return { text: `Changed ${after.order_number}.${hint}`, data: { ...concise(after), delivery_rate: rate } };
    },
  }),
];
