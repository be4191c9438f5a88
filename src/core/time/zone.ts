import { LRUCache } from "lru-cache";
import { Problem } from "../problem.ts";
import { closestZoneNames, zoneName, zoneNameOf } from "./zone-names.ts";

/** A time zone by its IANA name, and how far its clocks are ahead of UTC at an instant, in milliseconds. */
export interface Zone {
  name: string;
  offsetAt(instant: number): number;
}

const DAY_MS = 86_400_000;

/** Every call may ask for one, and they are dear to make. */
const made = new LRUCache<string, Zone>({ max: 100 });

/** The zone of a country's shops (ISO 3166-1 alpha-2), of its capital where there are several. */
export const zoneOf = (country: string): Zone => zoneNamed(zoneNameOf(country)) ?? UTC;

/** The zone of an IANA name. Throws `invalid_value` for `time_zone`, with the closest names. */
export function requireZone(text: string): Zone {
  const zone = zoneNamed(text);
  if (zone) return zone;
  const close = closestZoneNames(text);
  const message = `must be an IANA time zone, like ${close.length > 0 ? close.join(" or ") : "Africa/Algiers"}`;
  throw new Problem("invalid_value", `time_zone ${message}.`, {
    errors: [{ path: "time_zone", message }],
    extra: close.length > 0 ? { allowed: close } : {},
  });
}

/** The zone of an IANA name in any case; undefined when there is none, or this runtime does not know it. */
export function zoneNamed(text: string): Zone | undefined {
  const name = zoneName(text);
  if (name === undefined) return undefined;
  const known = made.get(name);
  if (known) return known;
  const format = clockOf(name);
  if (!format) return undefined;
  const zone = { name, offsetAt: (instant: number) => wallTime(format, instant) - instant };
  made.set(name, zone);
  return zone;
}

const UTC: Zone = { name: "UTC", offsetAt: () => 0 };

function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en", {
      timeZone,
      calendar: "gregory",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    return undefined;
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

/** What the zone's clocks show at an instant, to the minute: "2026-11-27 00:00". */
export const clockText = (instant: number, { offsetAt }: Zone): string =>
  new Date(instant + offsetAt(instant)).toISOString().slice(0, 16).replace("T", " ");
