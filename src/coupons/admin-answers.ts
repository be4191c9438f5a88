import { Type } from "typebox";
import { Currency, component, Money, Nullable, NullableMoney, NullableText } from "../core/shapes.ts";
import { PromotionFacts } from "../promotions/promotions.ts";

/** Why a code works or not. */
export const ExplainedCoupon = component(
  "ExplainedCoupon",
  Type.Object({
    code: Type.String(),
    valid: Type.Boolean(),
    reason: NullableText("Why it does not work."),
    explanation: Type.String({ description: "For the merchant." }),
    message_for_shopper: Type.String({ description: "As the checkout says it, in the store's language." }),
    missing_amount: Type.Optional(Money("What the cart lacks for it")),
    missing_units: Type.Optional(Type.Integer({ description: "What the cart lacks for it." })),
    would_take_off: Type.Optional(Money("What it would take off alone, when a better offer excludes it")),
    discount: Money("What all promotions take off the cart"),
    shipping_discount: NullableMoney("What they take off delivery; null: it depends on the address"),
    applied: Type.Array(
      Type.Object({
        code: NullableText("Null: it applies automatically."),
        title: Type.String(),
        discount_amount: Money("Off the cart"),
        shipping_discount_amount: NullableMoney("Off delivery"),
      }),
    ),
    hint: NullableText("What the cart lacks for more units of an offer."),
    promotion: Nullable(PromotionFacts),
    used_by_customer: Nullable(
      Type.Object({
        uses: Type.Integer(),
        orders: Type.Array(
          Type.Object({ order_number: Type.String(), status: Type.String(), created_at: Type.String() }),
        ),
      }),
    ),
    close_codes: Type.Array(Type.String(), { description: "Codes like it, when there is none of that name." }),
    tried_on: Type.Enum(["items", "open_cart", "nothing"]),
    unpublished: Type.Array(Type.String(), { description: "Items that nobody can order." }),
    units: Type.Integer(),
    subtotal: Money("What the items cost"),
    currency: Currency,
  }),
  {
    code: "BIENVENU",
    valid: false,
    reason: "unknown_code",
    explanation: "There is no such code.",
    message_for_shopper: "Ce code n'existe pas.",
    discount: 0,
    shipping_discount: 0,
    applied: [],
    hint: null,
    promotion: null,
    used_by_customer: null,
    close_codes: ["BIENVENUE10"],
    tried_on: "items",
    unpublished: [],
    units: 1,
    subtotal: 3400,
    currency: "DZD",
  },
);
