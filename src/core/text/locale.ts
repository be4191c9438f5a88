import { LRUCache } from "lru-cache";
import { minorDigits, toMajor } from "../money.ts";

/** The languages that the server itself speaks to shoppers. */
export type Language = "ar" | "fr" | "en";

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
  /** An ISO 8601 time, as the clocks of an IANA time zone show it. */
  moment(time: string, timeZone: string): string;
  /** The text for a number of things: Arabic has up to six, French and English two. */
  plural(number: number, texts: Plurals): string;
}

/** The texts of a plural by the categories of CLDR; what is not said is as `other`. */
export type Plurals = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Formats are slow to make. */
const known = new LRUCache<string, Formats>({ max: 200 });

/**
 * The formats of a language in the locale's own country, else in `country` (ISO 3166-1): the country decides the digits
 * of Arabic, Latin ones in Algeria. They are those of CLDR, by `Intl`; only how many decimals a currency has is of ISO
 * 4217.
 */
export function formatsOf(locale: string, country: string): Formats {
  const own = locale.split("-").find((part, i) => i > 0 && /^[a-z]{2}$/i.test(part));
  const tag = `${languageOf(locale)}-${(own ?? country).toUpperCase()}`;
  const formats = known.get(tag) ?? makeFormats(tag);
  known.set(tag, formats);
  return formats;
}

function makeFormats(tag: string): Formats {
  const numbers = new Intl.NumberFormat(tag);
  const percents = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 });
  const plurals = new Intl.PluralRules(tag);
  const amounts = new LRUCache<string, Intl.NumberFormat>({ max: 10 });
  const moments = new LRUCache<string, Intl.DateTimeFormat>({ max: 10 });
  return {
    count: (number) => numbers.format(number),
    percent: (percent) => percents.format(percent / 100),
    amount: (minor, currency) => {
      const format = amounts.get(currency) ?? amountFormat(tag, currency);
      amounts.set(currency, format);
      return format.format(toMajor(minor, currency));
    },
    moment: (time, timeZone) => {
      const format = moments.get(timeZone) ?? momentFormat(tag, timeZone);
      moments.set(timeZone, format);
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

/** The first day of a month is an ordinal in French, which `Intl` does not write. */
const dayOfMonth = (day: string, tag: string): string => (day === "1" && languageOf(tag) === "fr" ? "1er" : day);

/** With the hours from 0 to 23 everywhere: the one way that nobody misreads. */
const momentFormat = (tag: string, timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(tag, {
    dateStyle: "long",
    timeStyle: "short",
    hourCycle: "h23",
    calendar: "gregory",
    timeZone,
  });
