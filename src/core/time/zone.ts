import { LRUCache } from "lru-cache";
import { Problem } from "../problem.ts";
import { closestZoneNames, zoneName, zoneNameOf } from "./zone-names.ts";

/** A time zone. */
export interface Zone {
  /** Its IANA name. */
  name: string;
  /** The offset from UTC in milliseconds at an instant (Unix time in milliseconds). */
  offsetAt(instant: number): number;
}

const DAY_MS = 86_400_000;

/** Creating the format of a zone is slow, and every call may need one. */
const zonesByName = new LRUCache<string, Zone>({ max: 100 });

/** The time zone of a country (ISO 3166-1 alpha-2); the zone of its capital when it has several. */
export const zoneOf = (country: string): Zone => zoneNamed(zoneNameOf(country)) ?? UTC;

/** The zone with an IANA name. Throws `invalid_value` for `time_zone`, with the most similar names. */
export function requireZone(text: string): Zone {
  const zone = zoneNamed(text);
  if (zone) return zone;
  const closest = closestZoneNames(text);
  const message = `must be an IANA time zone, like ${closest.length > 0 ? closest.join(" or ") : "Africa/Algiers"}`;
  throw new Problem("invalid_value", `time_zone ${message}.`, {
    errors: [{ path: "time_zone", message }],
    extra: closest.length > 0 ? { allowed: closest } : {},
  });
}

/** The zone with an IANA name, in any letter case; undefined for an unknown name, or a zone that this runtime lacks. */
export function zoneNamed(text: string): Zone | undefined {
  const name = zoneName(text);
  if (name === undefined) return undefined;
  const known = zonesByName.get(name);
  if (known) return known;
  const format = clockFormat(name);
  if (!format) return undefined;
  const zone = { name, offsetAt: (instant: number) => wallTime(format, instant) - instant };
  zonesByName.set(name, zone);
  return zone;
}

const UTC: Zone = { name: "UTC", offsetAt: () => 0 };

function clockFormat(timeZone: string): Intl.DateTimeFormat | undefined {
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

/** The local time at an instant, as if it were UTC. */
function wallTime(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
  const seconds = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return seconds + new Date(instant).getUTCMilliseconds();
}

/** The instant of a local time. A repeated local time gives the first instant; a skipped one, the instant of the change. */
export function instantOf(wall: number, { offsetAt }: Zone): number {
  const [before, after] = [offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)];
  const candidates = [wall - before, wall - after].sort((one, other) => one - other);
  return candidates.find((instant) => instant + offsetAt(instant) === wall) ?? wall - before;
}

/** The local time at an instant, to the minute: "2026-11-27 00:00". */
export const clockText = (instant: number, { offsetAt }: Zone): string =>
  new Date(instant + offsetAt(instant)).toISOString().slice(0, 16).replace("T", " ");
