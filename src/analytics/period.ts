import { invalidValue } from "../core/problem.ts";
import { readEnd, readTime } from "../core/time/dates.ts";
import { clockText, instantOf, requireZone, type Zone } from "../core/time/zone.ts";

/** The period of a report: `from` (inclusive) to `to` (exclusive), ISO 8601 in UTC. */
export interface Period {
  from: string;
  to: string;
  zone: Zone;
}

export interface PeriodInput {
  from?: string | undefined;
  to?: string | undefined;
  time_zone?: string | undefined;
}

export const STEPS = ["day", "week", "month"] as const;
export type Step = (typeof STEPS)[number];

export const isStep = (text: string | undefined): text is Step => STEPS.some((step) => step === text);

const DAY_MS = 86_400_000;
const MIN_START = Date.parse("0001-01-01T00:00:00Z");
const DEFAULT_DAYS = 30;
export const MAX_STEPS = 400;

/**
 * Reads a period. A date, or a time without an offset, is local time of `time_zone`, else of the shop's zone. A date as
 * the end includes that day. By default the period ends with today and has 30 days. Throws `invalid_value` naming the
 * field.
 */
export function readPeriod({ from, to, time_zone }: PeriodInput, shopZone: Zone, now: string): Period {
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
 * Divides a period into local days, weeks (from Monday) or months. Returns the start of each step, and its local date; the
 * first step starts with the period. Throws `invalid_value` for more than 400 steps.
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

/** The period of the same length just before a period; of one that is not over, the part that is as long as what has passed. */
export interface PeriodBefore extends Period {
  isPart: boolean;
  /** Moves an instant of the period (ISO 8601) to its place in the period before. */
  move(instant: string): string;
}

/**
 * The period of the same length just before: of as many local days when the period has whole local days, else of as much time.
 * When the period ends after `now`, the period before ends at the same place. Throws `invalid_value` when it would begin
 * before the year 1.
 */
export function periodBefore({ from, to, zone }: Period, now: string): PeriodBefore {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const passed = Math.max(start, Math.min(end, Date.parse(now)));
  const hasWholeDays = startOfDay(start, 0, zone) === start && startOfDay(end, 0, zone) === end;
  const days = dayOf(end, zone) - dayOf(start, zone);
  const move = (instant: number) => (hasWholeDays ? daysLater(instant, -days, zone) : instant - (end - start));
  if (move(start) < MIN_START) throw invalidValue("compare", "needs a later from: no dates come before the year 1");
  return {
    from: iso(move(start)),
    to: iso(passed < end ? Math.min(start, move(passed)) : start),
    zone,
    isPart: passed < end,
    move: (instant) => iso(move(Date.parse(instant))),
  };
}

/** The instant that is as long after the beginning of its local day, `days` days later. */
const daysLater = (instant: number, days: number, zone: Zone): number =>
  startOfDay(instant, days, zone) + instant - startOfDay(instant, 0, zone);

/** The beginning of the local day that is `days` days after the day of an instant. */
const startOfDay = (instant: number, days: number, zone: Zone): number =>
  instantOf((dayOf(instant, zone) + days) * DAY_MS, zone);

/** The number of the local day of an instant. */
const dayOf = (instant: number, zone: Zone): number => Math.floor((instant + zone.offsetAt(instant)) / DAY_MS);

function nextStep(instant: number, by: Step, zone: Zone): number {
  if (by === "day") return startOfDay(instant, 1, zone);
  const wall = new Date(instant + zone.offsetAt(instant));
  if (by === "week") return startOfDay(instant, 7 - ((wall.getUTCDay() + 6) % 7), zone);
  return instantOf(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1), zone);
}

/** The local date of an instant (Unix time in milliseconds): "2026-11-27". */
export const localDate = (instant: number, zone: Zone): string => clockText(instant, zone).slice(0, 10);

/** The period as text, in local time to the minute. */
export function periodText({ from, to, zone }: Period): string {
  return `${clockText(Date.parse(from), zone)} to ${clockText(Date.parse(to), zone)}, ${zone.name}`;
}

const iso = (instant: number): string => new Date(instant).toISOString();
