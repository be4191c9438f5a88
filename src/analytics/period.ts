import { invalidValue } from "../core/problem.ts";
import { readEnd, readTime } from "../core/time/dates.ts";
import { clockText, instantOf, requireZone, type Zone } from "../core/time/zone.ts";

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
const MAX_STEPS = 400;

/**
 * The period that is asked for. A date, or a time without an offset, is the one of `time_zone`, else of the shop's zone;
 * as the end, a date includes that day. By default the period ends with today and is 30 days long. Throws
 * `invalid_value` naming the field.
 */
export function readPeriod({ from, to, time_zone }: PeriodGiven, shopZone: Zone, now: string): Period {
  const zone = time_zone === undefined ? shopZone : requireZone(time_zone);
  const end = to === undefined ? startOfDay(Date.parse(now), 1, zone) : Date.parse(readEnd("to", to, zone));
  const start = from === undefined ? startOfDay(end, -DEFAULT_DAYS, zone) : Date.parse(readTime("from", from, zone));
  if (start >= end) {
    throw to === undefined
      ? invalidValue("from", "must not be after today")
      : invalidValue("to", "must be after from; a date includes that day, a time is excluded");
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
    if (steps.length === MAX_STEPS) {
      throw invalidValue("by", `must be longer than a ${by}: the period holds more than ${MAX_STEPS}`);
    }
    steps.push({ start: iso(next), date: localDate(next, zone) });
  }
  return steps;
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

const localDate = (instant: number, zone: Zone): string => clockText(instant, zone).slice(0, 10);

/** The period as people of its place say it, to the minute. */
export function spokenPeriod({ from, to, zone }: Period): string {
  return `${clockText(Date.parse(from), zone)} to ${clockText(Date.parse(to), zone)}, ${zone.name}`;
}

const iso = (instant: number): string => new Date(instant).toISOString();
