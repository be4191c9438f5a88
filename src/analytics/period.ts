import { Problem } from "../core/problem.ts";
import { readTime } from "../core/time.ts";

/** A time zone by its IANA name, and how far its clocks are ahead of UTC at an instant, in milliseconds. */
interface Zone {
  name: string;
  offsetAt(instant: number): number;
}

/** What a report is about: from an instant (included) to another (excluded), ISO 8601 in UTC. */
export interface Period {
  from: string;
  to: string;
  zone: Zone;
}

export interface PeriodGiven {
  from?: string | undefined;
  to?: string | undefined;
  time_zone?: string | undefined;
}

export type Step = "day" | "week" | "month";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MOST_STEPS = 400;
/** Times beyond, which no order has, are not the same to every calendar and database. */
const [EARLIEST, LATEST] = [Date.UTC(1971, 0), Date.UTC(9990, 0)];
const HAS_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/;

/** Where a country's shops live; a country of several zones has no one answer. */
const ZONES: Record<string, string> = { DZ: "Africa/Algiers", TN: "Africa/Tunis", MA: "Africa/Casablanca" };

/**
 * The period that is asked for. A date, or a time without an offset, is the shop's local one. By default it ends with
 * today and is 30 days long. Throws `invalid_value` naming the field.
 */
export function readPeriod({ from, to, time_zone }: PeriodGiven, country: string, now: string): Period {
  const zone = requireZone(time_zone ?? ZONES[country] ?? "UTC");
  const end = to === undefined ? startOfDay(Date.parse(now), 1, zone) : localInstant("to", to, zone);
  const start = from === undefined ? startOfDay(end, -DEFAULT_DAYS, zone) : localInstant("from", from, zone);
  if (start >= end) {
    throw to === undefined
      ? unacceptable("from", "must not be after today")
      : unacceptable("to", "must be after from: it is exclusive");
  }
  return { from: iso(start), to: iso(end), zone };
}

/**
 * The period's local days, weeks (from Monday) or months: where each begins, the first where the period does, with the
 * local date. Throws `invalid_value` when there are too many.
 */
export function stepsOf({ from, to, zone }: Period, by: Step): { start: string; date: string }[] {
  const [first, end] = [Date.parse(from), Date.parse(to)];
  const steps = [{ start: from, date: localDate(first, zone) }];
  for (let next = nextStep(first, by, zone); next < end; next = nextStep(next, by, zone)) {
    if (steps.length === MOST_STEPS) {
      throw unacceptable("by", `must be longer than a ${by}: the period holds more than ${MOST_STEPS}`);
    }
    steps.push({ start: iso(next), date: localDate(next, zone) });
  }
  return steps;
}

function requireZone(name: string): Zone {
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
function instantOf(wall: number, { offsetAt }: Zone): number {
  const [before, after] = [offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)];
  const candidates = [wall - before, wall - after].sort((one, other) => one - other);
  return candidates.find((instant) => instant + offsetAt(instant) === wall) ?? wall - before;
}

/** When the local day begins that is so many days after the one of this instant. */
const startOfDay = (instant: number, days: number, zone: Zone): number => {
  const wall = instant + zone.offsetAt(instant);
  return instantOf((Math.floor(wall / DAY_MS) + days) * DAY_MS, zone);
};

function nextStep(instant: number, by: Step, zone: Zone): number {
  if (by === "day") return startOfDay(instant, 1, zone);
  const wall = new Date(instant + zone.offsetAt(instant));
  if (by === "week") return startOfDay(instant, 7 - ((wall.getUTCDay() + 6) % 7), zone);
  return instantOf(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1), zone);
}

function localInstant(path: string, text: string, zone: Zone): number {
  const instant = Math.min(Math.max(Date.parse(readTime(path, text)), EARLIEST), LATEST);
  return HAS_OFFSET.test(text.trim()) ? instant : instantOf(instant, zone);
}

const localTime = (instant: number, { offsetAt }: Zone): string => iso(instant + offsetAt(instant));
const localDate = (instant: number, zone: Zone): string => localTime(instant, zone).slice(0, 10);

/** The period as people of its place say it, to the minute. */
export function spokenPeriod({ from, to, zone }: Period): string {
  const [start, end] = [from, to].map((time) => localTime(Date.parse(time), zone).slice(0, 16).replace("T", " "));
  return `${start} to ${end}, ${zone.name}`;
}

const iso = (instant: number): string => new Date(instant).toISOString();

const unacceptable = (path: string, message: string) =>
  new Problem("invalid_value", `${path} ${message}.`, { errors: [{ path, message }] });
