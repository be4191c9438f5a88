import { LRUCache } from "lru-cache";
import { minorDigits, toMajor } from "../money.ts";

/** The languages of the texts that the server writes for shoppers. */
export const LANGUAGES = ["ar", "fr", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a store's locale, a BCP 47 tag: `ar-DZ` is Arabic. English for every other language. */
export function languageOf(locale: string): Language {
  const [language] = locale.toLowerCase().split("-");
  return language === "ar" || language === "fr" ? language : "en";
}

/** How a language writes numbers, amounts and times in a country. */
export interface Formats {
  count(number: number): string;
  /** Percent: 12.5 is "12,5 %" in French. */
  percent(percent: number): string;
  /** Minor units, with the currency as the language writes it, without decimals when they are zeros. */
  amount(minor: number, currency: string): string;
  /** An ISO 8601 time, as local time of an IANA time zone. */
  dateTime(time: string, timeZone: string): string;
  /** The plural form for a number: Arabic has up to six forms, French and English have two. */
  plural(number: number, texts: Plurals): string;
}

/** The plural forms by CLDR category; a missing category uses `other`. */
export type Plurals = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Creating `Intl` formats is slow. */
const formatsByTag = new LRUCache<string, Formats>({ max: 200 });

/**
 * The formats for a locale. The country is the locale's own, else `country` (ISO 3166-1), which may be empty; it decides, for example, which
 * digits Arabic uses (Latin digits in Algeria). `Intl` provides the formats from CLDR, except the number of decimals of a
 * currency, which follows ISO 4217.
 */
export function formatsOf(locale: string, country: string): Formats {
  const ownCountry = locale.split("-").find((part, i) => i > 0 && /^[a-z]{2}$/i.test(part));
  const tag = [languageOf(locale), (ownCountry ?? country).toUpperCase()].filter(Boolean).join("-");
  const formats = formatsByTag.get(tag) ?? makeFormats(tag);
  formatsByTag.set(tag, formats);
  return formats;
}

function makeFormats(tag: string): Formats {
  const numbers = new Intl.NumberFormat(tag);
  const percents = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 });
  const plurals = new Intl.PluralRules(tag);
  const amounts = new LRUCache<string, Intl.NumberFormat>({ max: 10 });
  const dateTimes = new LRUCache<string, Intl.DateTimeFormat>({ max: 10 });
  return {
    count: (number) => numbers.format(number),
    percent: (percent) => percents.format(percent / 100),
    amount: (minor, currency) => {
      const format = amounts.get(currency) ?? amountFormat(tag, currency);
      amounts.set(currency, format);
      return format.format(toMajor(minor, currency));
    },
    dateTime: (time, timeZone) => {
      const format = dateTimes.get(timeZone) ?? dateTimeFormat(tag, timeZone);
      dateTimes.set(timeZone, format);
      const parts = format.formatToParts(new Date(time));
      return parts.map(({ type, value }) => (type === "day" ? dayOfMonth(value, tag) : value)).join("");
    },
    plural: (number, texts) => texts[plurals.select(number)] ?? texts.other,
  };
}

function amountFormat(tag: string, currency: string): Intl.NumberFormat {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat(tag, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    trailingZeroDisplay: "stripIfInteger",
  });
}

/** French writes the first day of a month as an ordinal (`1er`); `Intl` does not. */
const dayOfMonth = (day: string, tag: string): string => (day === "1" && languageOf(tag) === "fr" ? "1er" : day);

/** Uses the 24-hour clock in every language, because it is unambiguous. */
const dateTimeFormat = (tag: string, timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(tag, {
    dateStyle: "long",
    timeStyle: "short",
    hourCycle: "h23",
    calendar: "gregory",
    timeZone,
  });
