/** An instant (ISO 8601) as local time of a zone: `2026-11-23T14:30`. Dates, and times without an offset, are returned as they are. */
export function localDateTime(iso: string, timeZone: string): string {
  if (!/(Z|[+-]\d{2}:?\d{2})$/.test(iso) || !iso.includes("T")) return iso;
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return "";
  // The Swedish write dates as ISO 8601 does.
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone })
    .format(instant)
    .replace(" ", "T");
}

/** The day of an instant in a zone: `2026-11-23`. */
export const localDay = (instant: Date, timeZone: string): string =>
  localDateTime(instant.toISOString(), timeZone).slice(0, 10);

/** A day so many days later: `2026-11-23` and 1 are `2026-11-24`. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
