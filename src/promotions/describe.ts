import { toMajor } from "../core/money.ts";
import { type LocaleSettings, messageOf, percentOf } from "./messages/messages.ts";
import type { PromotionRow } from "./queries.ts";

/** The fields that promotions and applied discounts have in common. Pure. */
export function describe(promotion: PromotionRow, settings: LocaleSettings) {
  const { id, code, title, discount_type, target_type, target_ids } = promotion;
  return {
    id,
    code,
    title,
    message: messageOf(promotion, settings),
    promotion_type: code === null ? ("automatic" as const) : ("coupon" as const),
    discount_type,
    target_type,
    target_ids,
  };
}

/** Percent, or an amount in major units; null for free shipping. */
export function discountValue(
  { discount_type, discount_value }: Pick<PromotionRow, "discount_type" | "discount_value">,
  currency: string,
): number | null {
  if (discount_type === "free_shipping") return null;
  return discount_type === "fixed_amount" ? toMajor(discount_value, currency) : percentOf(discount_value);
}
