import type { Locale } from "./locales";

const NO_BREAK = "\u00a0";

/** Symbols that people write; those of other currencies come from `Intl`. */
const SYMBOLS: Record<string, Record<Locale, string>> = { DZD: { ar: "دج", fr: "DA", en: "DA" } };

/** Numbers as in this language, whose symbols it has; written by hand: a format of `Intl` takes a cheap phone long to make. */
const GROUPED: Record<Locale, { as: string; thousands: string; decimals: string }> = {
  ar: { as: "fr", thousands: NO_BREAK, decimals: "," },
  fr: { as: "fr", thousands: NO_BREAK, decimals: "," },
  en: { as: "en", thousands: ",", decimals: "." },
};

/** An amount in two parts, to be set apart: its number, with decimals only where there are some, and its currency. */
export function moneyParts(amount: number, currency: string, locale: Locale): { number: string; symbol: string } {
  const { thousands, decimals } = GROUPED[locale];
  const [whole = "", rest] = (Number.isInteger(amount) ? String(amount) : amount.toFixed(2)).split(".");
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, thousands);
  return {
    number: rest === undefined ? grouped : `${grouped}${decimals}${rest}`,
    symbol: SYMBOLS[currency]?.[locale] ?? symbolOf(currency, GROUPED[locale].as),
  };
}

/** Symbols that `Intl` knows; each is asked for once. */
const symbols = new Map<string, string>();

function symbolOf(currency: string, language: string): string {
  const key = `${language} ${currency}`;
  const known = symbols.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  const symbol = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? currency;
  symbols.set(key, symbol);
  return symbol;
}

/** An amount in a text: "8 900 DA". The component `Money` writes it into a page. */
export function moneyText(amount: number, currency: string, locale: Locale): string {
  const { number, symbol } = moneyParts(amount, currency, locale);
  const isolated = locale === "ar" ? `\u2066${number}\u2069` : number;
  return `${isolated}${NO_BREAK}${symbol}`;
}
