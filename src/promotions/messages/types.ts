import type { Formats } from "../../core/text/locale.ts";

/**
 * All texts that the server writes for promotions, in one language; each language has a file. Amounts, percentages and
 * times are passed as formatted text, quantities as numbers, because the words around them depend on the number. `code`
 * and `title` are the merchant's or the shopper's text, in any language.
 */
export interface Messages {
  percentOff(percent: string): string;
  amountOff(amount: string): string;
  freeDelivery: string;
  buyGetFree(buy: number, get: number): string;
  buyGetOff(buy: number, get: number, percent: string): string;
  /** The title of a promotion, and what it does. */
  titled(title: string, text: string): string;
  /** The promotions that apply to a cart, and what they save. */
  saved(what: string, amount: string): string;
  nothingApplies: string;
  hintAmount(amount: string, title: string): string;
  hintUnits(units: number, title: string): string;
  refusal: {
    unknown(code: string): string;
    inactive(code: string): string;
    not_started(code: string, from: string): string;
    expired(code: string): string;
    used_up(code: string): string;
    used_by_customer(code: string): string;
    no_match(code: string): string;
    empty(code: string): string;
    min_order_amount(code: string, amount: string): string;
    min_quantity(code: string, units: number): string;
    saves_nothing(code: string): string;
    better_offer(code: string): string;
  };
}

/** Makes the texts of a language, with the number formats of a country. */
export type MessagesFor = (formats: Formats) => Messages;
