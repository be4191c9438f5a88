import { toMajor } from "../core/money.ts";
import { languageOf } from "../core/text/locale.ts";
import { describe, discountValue } from "./describe.ts";
import { type LocaleSettings, messagesOf } from "./messages/messages.ts";
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
  messages: messagesOf(promotion, settings),
  discount_value: promotion.discount_value,
  discount_amount: amount + shipping,
});

/**
 * A discount as shoppers see it, in major units and in the language of `locale`. The saving on delivery is a field of its
 * own, so that the `discount_amount`s add up to the order's `discount`. `isDeliveryKnown` is false while the cost of
 * delivery depends on an address that is not known yet: then the saving is null.
 */
export function renderDiscount(
  { messages, ...snapshot }: DiscountSnapshot,
  { currency, locale }: Pick<LocaleSettings, "currency" | "locale">,
  { isDeliveryKnown } = { isDeliveryKnown: true },
): AppliedDiscount {
  const isDelivery = snapshot.discount_type === "free_shipping";
  const saved = toMajor(snapshot.discount_amount, currency);
  const offDelivery = isDeliveryKnown ? saved : null;
  return {
    ...snapshot,
    message: messageIn(locale, { messages, message: snapshot.message }),
    discount_value: discountValue(snapshot, currency),
    discount_amount: isDelivery ? 0 : saved,
    shipping_discount_amount: isDelivery ? offDelivery : 0,
  };
}

/** The message of a discount in the language of a locale. */
const messageIn = (locale: string, { messages, message }: Pick<DiscountSnapshot, "messages" | "message">): string =>
  messages?.[languageOf(locale)] ?? message;

/** A discount of an answer that is stored for idempotent replays: it is shown in the language of each of them. */
export type StoredDiscount = AppliedDiscount & Pick<DiscountSnapshot, "messages">;

/** A discount of an answer that was stored, in the language of `locale`. */
export const renderStoredDiscount = ({ messages, ...stored }: StoredDiscount, locale: string): AppliedDiscount => ({
  ...stored,
  message: messageIn(locale, { messages, message: stored.message }),
});
