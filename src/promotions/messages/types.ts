import type { Formats } from "../../core/text/locale.ts";

/**
 * Every text of promotions that the server writes itself, in one language: one file for each. Amounts, percentages and
 * times arrive as text; numbers of things as numbers, because words around them change with them. `code` and `title`
 * are the words of others.
 */
export interface Messages {
  percentOff(percent: string): string;
  amountOff(amount: string): string;
  freeDelivery: string;
  buyGetFree(buy: number, get: number): string;
  buyGetOff(buy: number, get: number, percent: string): string;
  /** What a promotion is called, and what it does. */
  titled(title: string, text: string): string;
  /** What applies to a cart, and what that saves. */
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
    nothing_left(code: string): string;
    outdone(code: string): string;
  };
}

/** The texts of a language, as it writes numbers in a country. */
export type MessagesIn = (formats: Formats) => Messages;
