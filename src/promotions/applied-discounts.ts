import { toMajor } from "../core/money.ts";
import { describe, discountValue } from "./describe.ts";
import type { LocaleSettings } from "./messages/messages.ts";
import type { PromotionRow } from "./queries.ts";
import type { AppliedDiscount } from "./schema.ts";
import type { Discount } from "./types.ts";

/** A discount as an order stores it: later changes of the promotion do not change it. */
export type DiscountSnapshot = ReturnType<typeof snapshotDiscount>;

/**
 * The snapshot of a discount; amounts are minor units. `discount_amount` is the whole saving: off the delivery for free
 * shipping, off the lines for all other types.
 */
export const snapshotDiscount = (
  { promotion, amount, shipping }: Discount<PromotionRow>,
  settings: LocaleSettings,
) => ({
  ...describe(promotion, settings),
  discount_value: promotion.discount_value,
  discount_amount: amount + shipping,
});

/**
 * A discount as shoppers see it, in major units. The saving on delivery is a field of its own, so that the
 * `discount_amount`s add up to the order's `discount`. `isDeliveryKnown` is false while the cost of delivery depends on
 * an address that is not known yet: then the saving is null.
 */
export function renderDiscount(
  snapshot: DiscountSnapshot,
  currency: string,
  { isDeliveryKnown } = { isDeliveryKnown: true },
): AppliedDiscount {
  const isDelivery = snapshot.discount_type === "free_shipping";
  const saved = toMajor(snapshot.discount_amount, currency);
  const offDelivery = isDeliveryKnown ? saved : null;
  return {
    ...snapshot,
    discount_value: discountValue(snapshot, currency),
    discount_amount: isDelivery ? 0 : saved,
    shipping_discount_amount: isDelivery ? offDelivery : 0,
  };
}

/**
 * Adds `shipping_discount_amount` to a discount of an answer that an earlier release stored for idempotent replays. That
 * release counted free shipping in `discount_amount`.
 */
export function upgradeDiscount(shown: AppliedDiscount): AppliedDiscount {
  if (shown.shipping_discount_amount !== undefined) return shown;
  const isDelivery = shown.discount_type === "free_shipping";
  return {
    ...shown,
    discount_amount: isDelivery ? 0 : shown.discount_amount,
    shipping_discount_amount: isDelivery ? shown.discount_amount : 0,
  };
}
