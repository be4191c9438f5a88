import type { Language } from "../../messages/languages.ts";
import { DATES, shortDateText, timeText } from "../numbers.ts";
import { daysAfter, localDay } from "./dates.ts";

/** A time to come, as one says it: `18:00`, `tomorrow 10:00`, `23 Nov 10:00`. */
export function whenText(iso: string, language: Language, timeZone: string, now = new Date()): string {
  const then = new Date(iso);
  const [day, today] = [localDay(then, timeZone), localDay(now, timeZone)];
  const time = timeText(then, timeZone);
  if (day === today) return time;
  const tomorrow = new Intl.RelativeTimeFormat(DATES[language], { numeric: "auto" }).format(1, "day");
  return `${day === daysAfter(today, 1) ? tomorrow : shortDateText(day, language)} ${time}`;
}
