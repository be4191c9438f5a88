import { formatMoney } from "@hanout/client/admin";
import type { Language } from "../messages/languages.ts";

/** Digits, spaces and DA look the same in all languages, as people in Algeria write them. */
const NUMBERS = "fr-DZ";
/** The locale of dates. */
export const DATES: Record<Language, string> = { ar: "ar-DZ-u-nu-latn", fr: "fr-DZ", en: "en-GB" };

/** No-break spaces, and the minus of the font. */
const inFont = (text: string): string => text.replaceAll(/\s/g, "\u00a0").replaceAll("-", "\u2212");

/** An amount in major units: `18 500 DA`. */
export const moneyText = (amount: number, currency: string): string => inFont(formatMoney(amount, currency, NUMBERS));

/** The same in the middle of a sentence: it reads from left to right in Arabic, too. */
export const moneyWithin = (amount: number, currency: string): string => `\u2066${moneyText(amount, currency)}\u2069`;

export const numberText = (number: number): string =>
  inFont(new Intl.NumberFormat(NUMBERS, { maximumFractionDigits: 6 }).format(number));

/** A date in the time zone of the store, with its time unless it is a date alone: `23 nov. 2026, 14:33`. */
export function dateText(iso: string, language: Language, timeZone: string): string {
  const time = iso.includes("T")
    ? ({ hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone } as const)
    : { timeZone: "UTC" };
  return new Intl.DateTimeFormat(DATES[language], {
    day: "numeric",
    month: language === "ar" ? "long" : "short", // short ones are numbers in Arabic
    year: "numeric",
    ...time,
  }).format(new Date(iso));
}

/** The time of day: `14:33`. */
export const timeText = (date: Date, timeZone?: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeStyle: "short", ...(timeZone && { timeZone }) }).format(date);

/** How the currency is written beside an amount: `DA`. */
export const currencySign = (currency: string): string => moneyText(0, currency).replaceAll(/[\d\s,.]/g, "");

/** A day without its year, as axes and rows have it: `23 nov.`, in Arabic `23/11`. */
export function shortDateText(day: string, language: Language): string {
  const [, month = "", date = ""] = day.split("-").map(Number).map(String);
  if (language === "ar") return `${date}/${month}`;
  return new Intl.DateTimeFormat(DATES[language], { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(day),
  );
}

/** A part of 1 in percent: `7,1 %`. */
export const percentText = (ratio: number): string => `${numberText(Math.round(ratio * 1000) / 10)}\u00a0%`;

/** A change in percent, with its sign: `+11 %`. */
export const changeText = (percent: number): string =>
  `${percent > 0 ? "+" : ""}${numberText(Math.round(percent * 10) / 10)}\u00a0%`;
