import { Problem } from "../problem.ts";
import { instantOf, type Zone } from "./zone.ts";

const ISO = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Years 1 to 9999: PostgreSQL has no year 0, and ISO 8601 writes years of five digits differently. */
const [MIN_TIME, MAX_TIME] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

/** Outside this range local times are taken as UTC: time zone data differ there. */
const [MIN_LOCAL_TIME, MAX_LOCAL_TIME] = [Date.UTC(1971, 0), Date.UTC(9990, 0)];
const DAY_MS = 86_400_000;
const HAS_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/;

/**
 * Reads a date (the beginning of that day) or a time. Returns ISO 8601 in UTC. A text without an offset is local time in
 * `zone`. Throws `invalid_value` naming the field.
 */
export function readTime(path: string, text: string, zone: Zone): string;
export function readTime(path: string, text: string | undefined, zone: Zone): string | undefined;
export function readTime(path: string, text: string | undefined, zone: Zone): string | undefined {
  return text === undefined ? undefined : instantText(parseDateOrTime(path, text), zone);
}

/**
 * Reads an exclusive end. Returns ISO 8601 in UTC. A time is read as by `readTime`. A date includes that day: the end is
 * the beginning of the next day in `zone`. Throws `invalid_value` naming the field.
 */
export function readEnd(path: string, text: string, zone: Zone): string;
export function readEnd(path: string, text: string | undefined, zone: Zone): string | undefined;
export function readEnd(path: string, text: string | undefined, zone: Zone): string | undefined {
  if (text === undefined) return undefined;
  const { time, hasOffset, isDate } = parseDateOrTime(path, text);
  return instantText({ time: isDate ? Math.min(time + DAY_MS, MAX_TIME) : time, hasOffset }, zone);
}

/** Parses a text; without an offset, `time` is the local time as if it were UTC. */
function parseDateOrTime(path: string, text: string): { time: number; hasOffset: boolean; isDate: boolean } {
  const trimmed = text.trim();
  const isDate = trimmed.length === 10;
  const hasOffset = HAS_OFFSET.test(trimmed) && !isDate;
  const time = Date.parse(hasOffset || isDate ? trimmed : `${trimmed}Z`);
  if (!ISO.test(trimmed) || !isOnCalendar(trimmed.slice(0, 10)) || !(time >= MIN_TIME && time <= MAX_TIME))
    throw invalidDateOrTime(path);
  return { time, hasOffset, isDate };
}

function instantText({ time, hasOffset }: { time: number; hasOffset: boolean }, zone: Zone): string {
  const isLocal = !hasOffset && time >= MIN_LOCAL_TIME && time <= MAX_LOCAL_TIME;
  return new Date(isLocal ? instantOf(time, zone) : time).toISOString();
}

/** Excludes days such as 30 February, which `Date` takes for 2 March. */
const isOnCalendar = (date: string): boolean =>
  !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);

const invalidDateOrTime = (path: string) =>
  new Problem("invalid_value", `${path} must be a date or time, like 2026-11-21 or 2026-11-21T08:00:00Z.`, {
    errors: [{ path, message: "must be an ISO 8601 date or time" }],
  });
