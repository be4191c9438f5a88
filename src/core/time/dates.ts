import { Problem } from "../problem.ts";
import { instantOf, type Zone } from "./zone.ts";

const ISO = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Years of four digits, from 1: PostgreSQL has no year 0, and ISO 8601 writes later ones otherwise. */
const [FIRST, LAST] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

/** Beyond, clocks and calendars differ between databases; no shop lives there. */
const [EARLIEST, LATEST] = [Date.UTC(1971, 0), Date.UTC(9990, 0)];
const DAY_MS = 86_400_000;
const HAS_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/;

/**
 * A date (the beginning of that day) or a time as people and programs write it, as ISO 8601 in UTC. Without an offset it
 * is what the clocks of `zone` show. Throws `invalid_value` naming the field.
 */
export function readTime(path: string, text: string, zone: Zone): string;
export function readTime(path: string, text: string | undefined, zone: Zone): string | undefined;
export function readTime(path: string, text: string | undefined, zone: Zone): string | undefined {
  return text === undefined ? undefined : instantText(written(path, text), zone);
}

/**
 * When something ends, as ISO 8601 in UTC, itself excluded: a time as `readTime` has it, or a date, which includes that
 * day: the end is when the next one begins in `zone`. Throws `invalid_value` naming the field.
 */
export function readEnd(path: string, text: string, zone: Zone): string;
export function readEnd(path: string, text: string | undefined, zone: Zone): string | undefined;
export function readEnd(path: string, text: string | undefined, zone: Zone): string | undefined {
  if (text === undefined) return undefined;
  const { time, hasOffset, isDate } = written(path, text);
  return instantText({ time: isDate ? Math.min(time + DAY_MS, LAST) : time, hasOffset }, zone);
}

/** What is written, as if in UTC where it has no offset. */
function written(path: string, text: string): { time: number; hasOffset: boolean; isDate: boolean } {
  const trimmed = text.trim();
  const isDate = trimmed.length === 10;
  const hasOffset = HAS_OFFSET.test(trimmed) && !isDate;
  const time = Date.parse(hasOffset || isDate ? trimmed : `${trimmed}Z`);
  if (!ISO.test(trimmed) || !isOnCalendar(trimmed.slice(0, 10)) || !(time >= FIRST && time <= LAST)) throw noTime(path);
  return { time, hasOffset, isDate };
}

function instantText({ time, hasOffset }: { time: number; hasOffset: boolean }, zone: Zone): string {
  const isLocal = !hasOffset && time >= EARLIEST && time <= LATEST;
  return new Date(isLocal ? instantOf(time, zone) : time).toISOString();
}

/** `Date` takes 30 February for 2 March. */
const isOnCalendar = (date: string): boolean =>
  !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);

const noTime = (path: string) =>
  new Problem("invalid_value", `${path} must be a date or time, like 2026-11-21 or 2026-11-21T08:00:00Z.`, {
    errors: [{ path, message: "must be an ISO 8601 date or time" }],
  });
