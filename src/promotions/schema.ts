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
  description: "`automatic` applies by itself, `coupon` by its code.",
});
const DiscountType = Type.Enum(["percentage", "fixed_amount", "free_shipping", "buy_x_get_y"], {
  description: "How it discounts.",
});
const DiscountValue = NullableNumber(
  "Percent, or an amount in the currency's major unit; null for free shipping. For `buy_x_get_y` the percentage off the discounted units: 100 is free.",
);
const Target = Type.Enum(["store", "products", "collections", "categories"], { description: "What it applies to." });
const TargetIds = Type.Array(Uuid("Id of a product, collection or category."), {
  description: "The products, collections or categories; empty for the whole store.",
});

export const AppliedDiscount = component(
  "AppliedDiscount",
  Type.Object({
    id: Uuid("The promotion's id."),
    code: NullableText("The code it was applied by; null for an automatic one."),
    title: Type.String(),
    promotion_type: PromotionType,
    discount_type: DiscountType,
    discount_value: DiscountValue,
    discount_amount: Money("What it takes off the lines; the amounts add up to `discount`. 0 for `free_shipping`"),
    shipping_discount_amount: NullableMoney(
      "What `free_shipping` saves; `shipping_cost` is already reduced by it. 0 for the other types; null while it depends on the address",
    ),
    target_type: Target,
    target_ids: TargetIds,
    message: Type.String({
      description:
        "For the shopper: the merchant's message, otherwise what the promotion does, in the store's language.",
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
    code: NullableText("The code to enter; null for one that applies by itself."),
    title: Type.String(),
    message: Type.String({
      description:
        "For the shopper: the merchant's message, otherwise what the promotion does, in the store's language.",
    }),
    promotion_type: PromotionType,
    discount_type: DiscountType,
    discount_value: DiscountValue,
    min_order_amount: NullableMoney("The minimum subtotal that it applies to"),
    max_discount_amount: NullableMoney("The maximum that it takes off one order"),
    starts_at: NullableTimestamp("When it started."),
    expires_at: NullableTimestamp("When it ends."),
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
