import { type Static, Type } from "typebox";
import { component, exampleOf, Money, Nullable, NullableText } from "../core/shapes.ts";
import { AppliedDiscount, PromotionInfo } from "../promotions/promotions.ts";

export const CouponRequest = Type.Object({
  code: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 500,
        description:
          "The code entered, or several separated by commas. Without a code only automatic promotions apply.",
        examples: ["BIENVENUE10"],
      }),
    ),
  ),
  customer_phone: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 50,
        description:
          "The phone number that the order will have: earlier uses with it count for limits per customer. One that is not valid is ignored.",
        examples: ["0550 12 34 56"],
      }),
    ),
  ),
  customer_email: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 300,
        description:
          "The e-mail that the order will have: earlier uses with it count for limits per customer. One that is not valid is ignored.",
      }),
    ),
  ),
  cart_total: Type.Optional(
    Nullable(
      Type.Number({
        minimum: 0,
        maximum: 900_000_000_000, // what minor units can represent in a currency of four digits
        description: "The cart's subtotal in the currency's major unit; used when there are no items.",
      }),
    ),
  ),
  items: Type.Optional(
    Nullable(
      Type.Array(
        Type.Object({
          product_id: Type.String({ description: "The product's id." }),
          variant_id: Type.Optional(Nullable(Type.String({ description: "The variant's id." }))),
          quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 9999, default: 1, description: "How many." })),
        }),
        { maxItems: 200, description: "The items of the cart; their prices are those of the catalogue." },
      ),
    ),
  ),
});
export type CouponRequest = Static<typeof CouponRequest>;

export const CouponAnswer = component(
  "CouponAnswer",
  Type.Object({
    valid: Type.Boolean({
      description: "Whether all codes that were sent apply; without a code, whether any promotion applies.",
    }),
    code: NullableText("The codes that were sent, without spaces around them."),
    message: Type.String({
      description: "For the shopper, in the store's language (ar, fr, otherwise en): what applies, or what is missing.",
    }),
    discount_amount: Money(
      "What the applied discounts take off the lines together: the sum of their `discount_amount`",
    ),
    applied_discounts: Type.Array(AppliedDiscount, { description: "The promotions that apply now." }),
    available_promotions: Type.Array(PromotionInfo, {
      description: "The promotions that the merchant lets storefronts show.",
    }),
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
