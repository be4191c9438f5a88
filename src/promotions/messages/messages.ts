import { excerpts } from "../../core/text/excerpt.ts";
import { formatsOf, type Language, languageOf } from "../../core/text/locale.ts";
import type { Zone } from "../../core/time/zone.ts";
import type { SiteDb } from "../../db/database.ts";
import type { Missing, UnmetCondition } from "../apply-promotions.ts";
import type { PromotionRow } from "../queries.ts";
import { arabic } from "./ar.ts";
import { english } from "./en.ts";
import { french } from "./fr.ts";
import type { Messages } from "./types.ts";

/** The settings of a store that its texts depend on: language (`locale`), number and time formats (`country`), currency. */
export type LocaleSettings = Pick<SiteDb, "locale" | "country" | "currency">;

const LANGUAGES = { ar: arabic, fr: french, en: english };

function textsFor({ locale, country, currency }: LocaleSettings) {
  const formats = formatsOf(locale, country);
  const messages: Messages = LANGUAGES[languageOf(locale)](formats);
  const amount = (minor: number) => formats.amount(minor, currency);
  return { ...formats, amount, messages };
}

/** What a promotion does, in a few words: the merchant's message, or a text like "10% off". */
export function messageOf(promotion: PromotionRow, settings: LocaleSettings): string {
  const { message, discount_type, discount_value, buy_quantity, get_quantity } = promotion;
  if (message) return message;
  const { messages, amount, percent } = textsFor(settings);
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
 * What a promotion does, in each language, for orders that are shown in several; null for the merchant's message, of which there
 * is one.
 */
export function messagesOf(promotion: PromotionRow, settings: LocaleSettings): Record<Language, string> | null {
  if (promotion.message) return null;
  const inLanguage = (language: Language) =>
    messageOf(promotion, languageOf(settings.locale) === language ? settings : { ...settings, locale: language });
  return { ar: inLanguage("ar"), fr: inLanguage("fr"), en: inLanguage("en") };
}

/** The promotions of an offer: of each the merchant's message, or its title and what it does. */
export const offerText = (promotions: PromotionRow[], settings: LocaleSettings): string =>
  promotions
    .map((promotion) => {
      const text = messageOf(promotion, settings);
      return promotion.message ? text : textsFor(settings).messages.titled(promotion.title, text);
    })
    .join(" + ");

/** The promotions of an offer and what they save; `saved` is in minor units, 0 when it is not known. */
export function savingText(promotions: PromotionRow[], saved: number, settings: LocaleSettings): string {
  const { messages, amount } = textsFor(settings);
  const what = offerText(promotions, settings);
  return saved > 0 ? messages.saved(what, amount(saved)) : what;
}

/** Converts hundredths of a percent to percent. */
export const percentOf = (value: number): number => value / 100;

/** A code that does not apply, as entered. */
export interface RefusedCode {
  code: string;
  refusal: Refusal;
}

/** Why a code does not apply: because of the cart, the promotion or a better offer. */
export type Refusal =
  | UnmetCondition
  | { reason: "unknown" | "inactive" | "expired" | "used_up" | "used_by_customer" | "saves_nothing" | "better_offer" }
  | { reason: "not_started"; starts_at: string };

/** Why codes do not apply: a sentence for each, which repeats no more of a long code than problems may. */
export function refusalTexts(refused: RefusedCode[], settings: LocaleSettings, zone: Zone): string[] {
  const shown = excerpts(refused.map(({ code }) => code));
  return refused.map(({ refusal }, i) => refusalText(refusal, shown[i] ?? "", settings, zone));
}

/** Why a code does not apply, in a sentence for the shopper; times are shown in `zone`. */
export function refusalText(refusal: Refusal, code: string, settings: LocaleSettings, zone: Zone): string {
  const { messages, amount, dateTime } = textsFor(settings);
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

/** The same in English, for merchants. */
export const refusalInEnglish = (refusal: Refusal, code: string, settings: LocaleSettings, zone: Zone): string =>
  refusalText(refusal, code, { ...settings, locale: "en" }, zone);

/** What the cart lacks for an automatic promotion. */
export interface Hint {
  title: string;
  missing: Missing;
}

/** The text for a cart to which no promotion applies: what to add to it, when a promotion would apply then. */
export function noOfferText(hint: Hint | null, settings: LocaleSettings): string {
  const { messages, amount } = textsFor(settings);
  if (!hint) return messages.nothingApplies;
  const { title, missing } = hint;
  return missing.reason === "min_order_amount"
    ? messages.hintAmount(amount(missing.missing), title)
    : messages.hintUnits(missing.missing, title);
}
