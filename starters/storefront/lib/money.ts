import type { Locale } from "./locales";

const NO_BREAK = "\u00a0";

/** Symbols that people write; those of other currencies come from `Intl`. */
const SYMBOLS: Record<string, Record<Locale, string>> = { DZD: { ar: "دج", fr: "DA", en: "DA" } };

/** Numbers of money: Western digits, with decimals only where there are some. */
const GROUPED: Record<Locale, string> = { ar: "fr-FR", fr: "fr-FR", en: "en-GB" };

/** An amount in two parts, to be set apart: its number, and its currency. */
export function moneyParts(amount: number, currency: string, locale: Locale): { number: string; symbol: string } {
  const decimals = Number.isInteger(amount) ? 0 : 2;
  const number = new Intl.NumberFormat(GROUPED[locale], {
    minimumFractionDigits: decimals,
    maximumFractionDigits: Math.max(decimals, 2),
  }).format(amount);
  const named = new Intl.NumberFormat(GROUPED[locale], {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  });
  const symbol = SYMBOLS[currency]?.[locale] ?? named.formatToParts(0).find(({ type }) => type === "currency")?.value;
  return { number: number.replaceAll(/\s/g, NO_BREAK), symbol: symbol ?? currency };
}

/** An amount in a text: "8 900 DA". The component `Money` writes it into a page. */
export function moneyText(amount: number, currency: string, locale: Locale): string {
  const { number, symbol } = moneyParts(amount, currency, locale);
  const isolated = locale === "ar" ? `\u2066${number}\u2069` : number;
  return `${isolated}${NO_BREAK}${symbol}`;
}
