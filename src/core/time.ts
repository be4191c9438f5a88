import { Problem } from "./problem.ts";

const ISO = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Years of four digits, from 1: PostgreSQL has no year 0, and ISO 8601 writes later ones otherwise. */
const [FIRST, LAST] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

/**
 * A date (its beginning in UTC) or a time as people and programs write it, as ISO 8601 in UTC. Without an offset it is
 * UTC. Throws `invalid_value` naming the field.
 */
export function readTime(path: string, text: string): string;
export function readTime(path: string, text: string | undefined): string | undefined;
export function readTime(path: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const trimmed = text.trim();
  const hasOffset = /(Z|[+-]\d{2}:?\d{2})$/.test(trimmed) || trimmed.length === 10;
  const time = new Date(hasOffset ? trimmed : `${trimmed}Z`);
  if (ISO.test(trimmed) && time.getTime() >= FIRST && time.getTime() <= LAST) return time.toISOString();
  throw new Problem("invalid_value", `${path} must be a date or time, like 2026-11-21 or 2026-11-21T08:00:00Z.`, {
    errors: [{ path, message: "must be an ISO 8601 date or time" }],
  });
}
