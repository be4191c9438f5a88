import { Type } from "typebox";
import { MAX_QUANTITY } from "../cart/cart.ts";
import { hasScope, SEES_PEOPLE } from "../core/scopes.ts";
import { Fields, Ref, terse, terseCode } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { CreatedInDryRun, CreatedOrder } from "./admin/admin-answers.ts";
import { placePhoneOrder } from "./admin/create.ts";
import { concise, reportChange, unknownWilayaHint } from "./order-answers.ts";
import { customerDetails, placed } from "./order-arguments.ts";
import { needsOfCreation } from "./people-arguments.ts";
import { riskIn, risksOf } from "./risk/risk.ts";

const optional = Type.Optional;

/** Taking an order on the phone. */
export const createOrderOperations: Operation[] = [
  defineOperation({
    name: "orders_create",
    title: "Create an order",
    description:
      "For phone orders. Prices, stock, promotions and delivery are as in the shop. customer: an account, whose name, phone and e-mail it gets.",
    area: "orders",
    effect: "write",
    notUndoable: "An order cannot be taken back; orders_cancel cancels it.",
    takes: ["dry_run", "idempotency_key"],
    input: {
      items: Type.Array(
        Fields({
          item: Ref("Variant id or SKU, or a product without options"),
          quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }),
        }),
        { minItems: 1, maxItems: 100 },
      ),
      customer: optional(Ref("Account: id, e-mail or phone")),
      customer_name: optional(terse(placed.customer_name)),
      customer_phone: optional(terseCode(placed.customer_phone)),
      ...customerDetails,
      delivery_method: optional(Type.Enum(["home", "desk"])),
      payment_method: optional(terse(placed.payment_method)),
      coupon_code: optional(terse(placed.coupon_code)),
    },
    needs: needsOfCreation,
    answers: CreatedOrder,
    inDryRun: CreatedInDryRun,
    refuses: [
      ...(["customer_not_found", "variant_not_found", "variant_required", "quantity_out_of_range"] as const),
      ...(["insufficient_stock", "order_refused", "cart_empty", "coupon_not_applicable"] as const),
    ],
    example: {
      items: [{ item: "TAP-PRI-1", quantity: 1 }],
      customer_name: "Karim Benali",
      customer_phone: "0550 12 34 56",
      customer_wilaya: "Oran",
    },
    run: async (call, { delivery_method, shipping_address, ...given }) => {
      const address = delivery_method ? { ...shipping_address, method: delivery_method } : shipping_address;
      const request = address === undefined ? given : { ...given, shipping_address: address };
      const seesPeople = hasScope(call.merchant.scopes, SEES_PEOPLE);
      const order = await placePhoneOrder(call.db, request, { actor: call.merchant.actor, seesPeople });
      reportChange(call, null, order);
      const { is_blocked } = riskIn(await risksOf(call.db, [order.id]), order.id);
      const created = concise(order);
      const { applied, wilaya_code } = created;
      const beside = { applied, wilaya_code, is_blocked }; // what the changes of a dry run do not say
      const costs = `${order.total} ${order.currency}.${unknownWilayaHint(call, order)}${seesPeople ? blockedHint(is_blocked) : ""}`;
      const text = `Placed ${order.order_number}: ${costs}`;
      return { text, textInDryRun: `The order: ${costs}`, data: { ...created, ...beside }, inDryRun: beside };
    },
  }),
];

/** A warning for an order of a blocked number; an empty text for others. */
const blockedHint = (isBlocked: boolean): string => (isBlocked ? " The store has blocked this phone number." : "");
