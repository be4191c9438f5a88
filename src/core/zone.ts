import { unacceptable } from "./problem.ts";

/** A time zone by its IANA name, and how far its clocks are ahead of UTC at an instant, in milliseconds. */
export interface Zone {
  name: string;
  offsetAt(instant: number): number;
}

const DAY_MS = 86_400_000;

/** Where a country's shops live; a country of several zones has no one answer. */
const ZONES: Record<string, string> = { DZ: "Africa/Algiers", TN: "Africa/Tunis", MA: "Africa/Casablanca" };

/** Those of countries, which every call may ask for: zones are dear to make. */
const known = new Map<string, Zone>();

/** The zone of a country's shops, UTC where there is no one answer. */
export function zoneOf(country: string): Zone {
  const name = ZONES[country] ?? "UTC";
  const zone = known.get(name) ?? requireZone(name);
  known.set(name, zone);
  return zone;
}

/** The zone of an IANA name. Throws `invalid_value` for `time_zone`. */
export function requireZone(name: string): Zone {
  try {
    const format = new Intl.DateTimeFormat("en", {
      timeZone: name,
      calendar: "gregory",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    return { name: format.resolvedOptions().timeZone, offsetAt: (instant) => wallTime(format, instant) - instant };
  } catch {
    throw unacceptable("time_zone", "must be an IANA time zone, like Africa/Algiers");
  }
}

/** What the clocks show, as if they showed UTC. */
function wallTime(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
  const seconds = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return seconds + new Date(instant).getUTCMilliseconds();
}

/** When the clocks show this: the first time, or where they skip it the moment they do. */
export function instantOf(wall: number, { offsetAt }: Zone): number {
  const [before, after] = [offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)];
  const candidates = [wall - before, wall - after].sort((one, other) => one - other);
  return candidates.find((instant) => instant + offsetAt(instant) === wall) ?? wall - before;
}
