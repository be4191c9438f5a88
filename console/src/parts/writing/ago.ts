import type { Language } from "../../messages/languages.ts";
import { DATES, shortDateText, timeText } from "../numbers.ts";
import { daysAfter, localDay } from "./dates.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Hours for which it is said how long ago something was; then, when it was. */
const HOURS_AGO = 12;
const DAYS_OF_WEEK = 6;

/** When something was, as lists say it: `25 min ago`, `yesterday 18:20`, `Sun 21:36`, `23 Nov`. */
export function agoText(iso: string, language: Language, timeZone: string, now = new Date()): string {
  const then = new Date(iso);
  const passed = Math.max(0, now.getTime() - then.getTime());
  const ago = new Intl.RelativeTimeFormat(DATES[language], { style: "short", numeric: "auto" });
  if (passed < HOUR) return ago.format(-Math.floor(passed / MINUTE), "minute");
  if (passed < HOURS_AGO * HOUR) return ago.format(-Math.floor(passed / HOUR), "hour");
  const [day, today] = [localDay(then, timeZone), localDay(now, timeZone)];
  const time = timeText(then, timeZone);
  if (day === today) return time;
  if (day === daysAfter(today, -1)) return `${ago.format(-1, "day")} ${time}`;
  return day >= daysAfter(today, -DAYS_OF_WEEK)
    ? `${weekdayText(day, language, "short")} ${time}`
    : shortDateText(day, language);
}

/** The day of the week: `Monday`. */
export const weekdayText = (day: string, language: Language, weekday: "long" | "short" = "long"): string =>
  new Intl.DateTimeFormat(DATES[language], { weekday, timeZone: "UTC" }).format(new Date(day));

/** How long something has lasted, in its two largest units: `3 h 10 min`. */
export function lastedText(since: string, language: Language, now = new Date()): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / MINUTE));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  const parts: [number, string][] =
    days > 0
      ? [
          [days, "day"],
          [hours, "hour"],
        ]
      : [
          [hours, "hour"],
          [minutes % 60, "minute"],
        ];
  const shown = parts.filter(([number]) => number > 0);
  return (shown.length > 0 ? shown : parts.slice(1))
    .map(([number, unit]) => unitText(number, unit, language))
    .join(language === "ar" ? " و" : "\u00a0");
}

const unitText = (number: number, unit: string, language: Language): string =>
  new Intl.NumberFormat(DATES[language], {
    style: "unit",
    unit,
    unitDisplay: language === "ar" ? "long" : "short",
  }).format(number);
