import { minorDigits, toMajor } from "../core/money.ts";
import { clockText, type Zone } from "../core/zone.ts";
import type { Unmet } from "./apply-promotions.ts";
import type { PromotionRow } from "./queries.ts";

/** An amount as a sentence has it: "1,500 DZD". */
export function amountText(minor: number, currency: string): string {
  const digits = Number.isInteger(toMajor(minor, currency)) ? 0 : minorDigits(currency);
  const format = new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${format.format(toMajor(minor, currency))} ${currency}`;
}

/** What a promotion does, in a few words: the merchant's own, or "10% off". */
export function messageOf(promotion: PromotionRow, currency: string): string {
  const { message, discount_type, discount_value, buy_quantity, get_quantity } = promotion;
  if (message) return message;
  switch (discount_type) {
    case "percentage":
      return `${percentOf(discount_value)}% off`;
    case "fixed_amount":
      return `${amountText(discount_value, currency)} off`;
    case "free_shipping":
      return "Free delivery";
    case "buy_x_get_y": {
      const reduced = percentOf(discount_value) === 100 ? "free" : `${percentOf(discount_value)}% off`;
      return `Buy ${buy_quantity}, get ${get_quantity} ${reduced}`;
    }
  }
}

/** Hundredths of a percent as a percentage. */
export const percentOf = (value: number): number => value / 100;

/** Why a code does not apply, whether the cart, the code or other promotions are the reason. */
export type Refusal =
  | Unmet
  | { reason: "unknown" | "inactive" | "expired" | "used_up" | "used_by_customer" | "nothing_left" | "outdone" }
  | { reason: "not_started"; starts_at: string };

/** A sentence for the shopper that says what is missing; times as clocks of `zone` show them. */
export function sentenceOf(refusal: Refusal, code: string, currency: string, zone: Zone): string {
  switch (refusal.reason) {
    case "unknown":
      return `There is no code "${code}".`;
    case "inactive":
      return `The code "${code}" is not active at the moment.`;
    case "not_started":
      return `The code "${code}" is valid from ${clockText(Date.parse(refusal.starts_at), zone)} (${zone.name}).`;
    case "expired":
      return `The code "${code}" has expired.`;
    case "used_up":
      return `The code "${code}" has been used up.`;
    case "used_by_customer":
      return `You have used the code "${code}" as often as one customer may.`;
    case "no_match":
      return `The code "${code}" is for other products than those in the cart.`;
    case "empty":
      return `Put something into the cart to use the code "${code}".`;
    case "min_order_amount":
      return `Add ${amountText(refusal.missing, currency)} more to use the code "${code}".`;
    case "min_quantity":
      return `Add ${refusal.missing} more of the products the code "${code}" is for.`;
    case "nothing_left":
      return `There is nothing for the code "${code}" to take off.`;
    case "outdone":
      return `The code "${code}" cannot be combined with the offer that saves you more.`;
  }
}

/** What an automatic promotion still asks of the cart; null when nothing added to it would help. */
export function hintText(unmet: Unmet | null, title: string, currency: string): string | null {
  if (unmet?.reason === "min_order_amount") return `Add ${amountText(unmet.missing, currency)} more to get "${title}".`;
  if (unmet?.reason === "min_quantity") return `Add ${unmet.missing} more to get "${title}".`;
  return null;
}
