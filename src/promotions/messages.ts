import { formatsOf, languageOf } from "../core/text/locale.ts";
import type { Zone } from "../core/time/zone.ts";
import type { SiteDb } from "../db/database.ts";
import type { Missing, Unmet } from "./apply-promotions.ts";
import { arabic } from "./messages/ar.ts";
import { english } from "./messages/en.ts";
import { french } from "./messages/fr.ts";
import type { Messages } from "./messages/messages.ts";
import type { PromotionRow } from "./queries.ts";

/** What texts depend on: the store's language (`locale`), its currency, and its country's way with numbers and times. */
export type Speaker = Pick<SiteDb, "locale" | "country" | "currency">;

const LANGUAGES = { ar: arabic, fr: french, en: english };

function wordsOf({ locale, country, currency }: Speaker) {
  const formats = formatsOf(locale, country);
  const messages: Messages = LANGUAGES[languageOf(locale)](formats);
  const amount = (minor: number) => formats.amount(minor, currency);
  return { ...formats, amount, messages };
}

/** What a promotion does, in a few words: the merchant's own, or "10% off". */
export function messageOf(promotion: PromotionRow, speaker: Speaker): string {
  const { message, discount_type, discount_value, buy_quantity, get_quantity } = promotion;
  if (message) return message;
  const { messages, amount, percent } = wordsOf(speaker);
  switch (discount_type) {
    case "percentage":
      return messages.percentOff(percent(percentOf(discount_value)));
    case "fixed_amount":
      return messages.amountOff(amount(discount_value));
    case "free_shipping":
      return messages.freeDelivery;
    case "buy_x_get_y": {
      const off = percentOf(discount_value);
      if (off === 100) return messages.buyGetFree(buy_quantity, get_quantity);
      return messages.buyGetOff(buy_quantity, get_quantity, percent(off));
    }
  }
}

/**
 * What promotions are and do, where no title stands beside it: each by the merchant's message, or its title and what it
 * does.
 */
export const offerText = (promotions: PromotionRow[], speaker: Speaker): string =>
  promotions
    .map((promotion) => {
      const text = messageOf(promotion, speaker);
      return promotion.message ? text : wordsOf(speaker).messages.titled(promotion.title, text);
    })
    .join(" + ");

/** What applies to a cart and what it saves; `saved` is in minor units, 0 for what is not known. */
export function savingText(promotions: PromotionRow[], saved: number, speaker: Speaker): string {
  const { messages, amount } = wordsOf(speaker);
  const what = offerText(promotions, speaker);
  return saved > 0 ? messages.saved(what, amount(saved)) : what;
}

/** Hundredths of a percent as a percentage. */
export const percentOf = (value: number): number => value / 100;

/** Why a code does not apply, whether the cart, the code or other promotions are the reason. */
export type Refusal =
  | Unmet
  | { reason: "unknown" | "inactive" | "expired" | "used_up" | "used_by_customer" | "nothing_left" | "outdone" }
  | { reason: "not_started"; starts_at: string };

/** Why a code does not apply, in a sentence for the shopper that says what is missing; times as clocks of `zone` show them. */
export function refusalText(refusal: Refusal, code: string, speaker: Speaker, zone: Zone): string {
  const { messages, amount, dateTime } = wordsOf(speaker);
  const texts = messages.refusal;
  switch (refusal.reason) {
    case "not_started":
      return texts.not_started(code, dateTime(refusal.starts_at, zone.name));
    case "min_order_amount":
      return texts.min_order_amount(code, amount(refusal.missing));
    case "min_quantity":
      return texts.min_quantity(code, refusal.missing);
    default:
      return texts[refusal.reason](code);
  }
}

/** The same in English, for problems: they are read by developers. */
export const refusalInEnglish = (refusal: Refusal, code: string, speaker: Speaker, zone: Zone): string =>
  refusalText(refusal, code, { ...speaker, locale: "en" }, zone);

/** What an automatic promotion still asks of the cart. */
export interface Hint {
  title: string;
  missing: Missing;
}

/** What a cart is told to which nothing applies: what to add to it, when that would help. */
export function nothingText(hint: Hint | null, speaker: Speaker): string {
  const { messages, amount } = wordsOf(speaker);
  if (!hint) return messages.nothingApplies;
  const { title, missing } = hint;
  return missing.reason === "min_order_amount"
    ? messages.hintAmount(amount(missing.missing), title)
    : messages.hintUnits(missing.missing, title);
}
