import { type Static, Type } from "typebox";
import {
  component,
  Money,
  NullableMoney,
  NullableNumber,
  NullableText,
  NullableTimestamp,
  Uuid,
} from "../core/shapes.ts";

const PromotionType = Type.Enum(["automatic", "coupon"], {
  description: "`automatic`: applies without a code; `coupon`: needs its code.",
});
const DiscountType = Type.Enum(["percentage", "fixed_amount", "free_shipping", "buy_x_get_y"], {
  description: "Kind of discount.",
});
const DiscountValue = NullableNumber(
  "A percentage, or an amount in the currency's major unit; null for `free_shipping`. For `buy_x_get_y`: the percentage off the discounted units; 100 means free.",
);
const Target = Type.Enum(["store", "products", "collections", "categories"], {
  description: "What the promotion applies to.",
});
const TargetIds = Type.Array(Uuid("Id of a product, collection or category."), {
  description: "The products, collections or categories that the promotion applies to; empty for the whole store.",
});

export const AppliedDiscount = component(
  "AppliedDiscount",
  Type.Object({
    id: Uuid("The promotion's id."),
    code: NullableText("The code that was used; null for an automatic promotion."),
    title: Type.String(),
    promotion_type: PromotionType,
    discount_type: DiscountType,
    discount_value: DiscountValue,
    discount_amount: Money(
      "Discount on the lines (0 for `free_shipping`; the amounts of all promotions add up to `discount`)",
    ),
    shipping_discount_amount: NullableMoney(
      "Amount that `free_shipping` saves (`shipping_cost` is already lowered by it; 0 for other promotions; null while it depends on the address)",
    ),
    target_type: Target,
    target_ids: TargetIds,
    message: Type.String({
      description:
        "Text for the shopper: the merchant's own, or else what the promotion does, in the language of the request.",
    }),
  }),
  {
    id: "019aa2c0-6a53-7c11-8d2e-7f1b3c5a9e02",
    code: "BIENVENUE10",
    title: "10 % de bienvenue",
    promotion_type: "coupon",
    discount_type: "percentage",
    discount_value: 10,
    discount_amount: 1250,
    shipping_discount_amount: 0,
    target_type: "store",
    target_ids: [],
    message: "10\u00a0% de remise",
  },
);
export type AppliedDiscount = Static<typeof AppliedDiscount>;

export const PromotionInfo = component(
  "PromotionInfo",
  Type.Object({
    id: Uuid("The promotion's id."),
    code: NullableText("The code to enter; null for an automatic promotion."),
    title: Type.String(),
    message: Type.String({
      description:
        "Text for the shopper: the merchant's own, or else what the promotion does, in the language of the request.",
    }),
    promotion_type: PromotionType,
    discount_type: DiscountType,
    discount_value: DiscountValue,
    min_order_amount: NullableMoney("Lowest subtotal that the promotion applies to"),
    max_discount_amount: NullableMoney("Highest amount that the promotion takes off one order"),
    starts_at: NullableTimestamp("When the promotion started."),
    expires_at: NullableTimestamp("When the promotion ends; from then on it does not apply."),
    target_type: Target,
    target_ids: TargetIds,
  }),
  {
    id: "019aa2c0-6a54-7d07-9a41-2b6c8e0f1d33",
    code: null,
    title: "Livraison offerte dès 10 000 DA",
    message: "Livraison gratuite",
    promotion_type: "automatic",
    discount_type: "free_shipping",
    discount_value: null,
    min_order_amount: 10000,
    max_discount_amount: null,
    starts_at: null,
    expires_at: null,
    target_type: "store",
    target_ids: [],
  },
);
export type PromotionInfo = Static<typeof PromotionInfo>;
