import { type Static, Type } from "typebox";
import { component, exampleOf, Money, Nullable, NullableText } from "../core/shapes.ts";
import { AppliedDiscount, PromotionInfo } from "../promotions/promotions.ts";

export const CouponRequest = Type.Object({
  code: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 500,
        description:
          "The code that the shopper entered, or several codes separated by commas. Without a code the answer has the automatic promotions.",
        examples: ["BIENVENUE10"],
      }),
    ),
  ),
  customer_phone: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 50,
        description:
          "The phone number that the order will have. Earlier orders with it count for limits per customer. A number that cannot be read is ignored.",
        examples: ["0550 12 34 56"],
      }),
    ),
  ),
  customer_email: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 300,
        description:
          "The e-mail that the order will have. Earlier orders with it count for limits per customer. An e-mail that cannot be read is ignored.",
      }),
    ),
  ),
  cart_total: Type.Optional(
    Nullable(
      Type.Number({
        minimum: 0,
        maximum: 900_000_000_000, // in a currency of four digits, what minor units can count
        description: "Subtotal of the cart, in the currency's major unit. It is used when no items are sent.",
      }),
    ),
  ),
  items: Type.Optional(
    Nullable(
      Type.Array(
        Type.Object({
          product_id: Type.String({ description: "The product's id." }),
          variant_id: Type.Optional(Nullable(Type.String({ description: "The variant's id." }))),
          quantity: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 9999, default: 1, description: "Number of units." }),
          ),
        }),
        { maxItems: 200, description: "Items of the cart. Their prices are read from the catalogue." },
      ),
    ),
  ),
});
export type CouponRequest = Static<typeof CouponRequest>;

export const CouponAnswer = component(
  "CouponAnswer",
  Type.Object({
    valid: Type.Boolean({
      description:
        "Whether the code applies; with several codes, whether all of them apply; without a code, whether any promotion applies.",
    }),
    code: NullableText("The codes that were sent, without spaces around them."),
    message: Type.String({
      description: "Text for the shopper, in the language of the request: what applies, or which condition is not met.",
    }),
    discount_amount: Money("Total discount on the lines: the sum of the `discount_amount` of all applied discounts"),
    applied_discounts: Type.Array(AppliedDiscount, { description: "The promotions that apply now." }),
    available_promotions: Type.Array(PromotionInfo, { description: "Promotions that may be shown to shoppers." }),
  }),
  {
    valid: true,
    code: "BIENVENUE10",
    message: "10\u00a0% de bienvenue\u00a0: 10\u00a0% de remise — vous économisez 1\u202f250\u00a0DA",
    discount_amount: 1250,
    applied_discounts: [exampleOf(AppliedDiscount)],
    available_promotions: [exampleOf(PromotionInfo)],
  },
);
export type CouponAnswer = Static<typeof CouponAnswer>;
