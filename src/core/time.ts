import { Problem } from "./problem.ts";
import { instantOf, type Zone } from "./zone.ts";

const ISO = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Years of four digits, from 1: PostgreSQL has no year 0, and ISO 8601 writes later ones otherwise. */
const [FIRST, LAST] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

/** Beyond, clocks and calendars differ between databases; no shop lives there. */
const [EARLIEST, LATEST] = [Date.UTC(1971, 0), Date.UTC(9990, 0)];
const HAS_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/;

/**
 * A date (its beginning) or a time as people and programs write it, as ISO 8601 in UTC. Without an offset it is what the
 * clocks of `zone` show. Throws `invalid_value` naming the field.
 */
export function readTime(path: string, text: string, zone: Zone): string;
export function readTime(path: string, text: string | undefined, zone: Zone): string | undefined;
export function readTime(path: string, text: string | undefined, zone: Zone): string | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  const hasOffset = HAS_OFFSET.test(trimmed) && trimmed.length > 10;
  const time = Date.parse(hasOffset || trimmed.length === 10 ? trimmed : `${trimmed}Z`);
  if (!ISO.test(trimmed) || !isOnCalendar(trimmed.slice(0, 10)) || !(time >= FIRST && time <= LAST)) throw noTime(path);
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
