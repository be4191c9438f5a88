import { type Locale, TAGS } from "./locales";

/** A day with its hour, in the shop's time: "lundi 23 novembre à 14:20". */
export const momentText = (at: string, locale: Locale, timeZone: string): string =>
  new Intl.DateTimeFormat(TAGS[locale], {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  }).format(new Date(at));

/** A day, in the shop's time: "23 novembre". */
export const dayText = (at: string, locale: Locale, timeZone: string): string =>
  new Intl.DateTimeFormat(TAGS[locale], { day: "numeric", month: "long", timeZone }).format(new Date(at));
