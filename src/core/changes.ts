import { isDeepStrictEqual } from "node:util";
import { invalidValue, Problem } from "./problem.ts";

/** A thing before and after a change; null where it did not exist. */
export interface Changed<T> {
  before: T | null;
  after: T | null;
}

/** Throws `stale` when the thing has changed since the caller saw it; `expected` is the `updated_at` they saw. */
export function requireFresh(updatedAt: string, expected: string | undefined, what: string): void {
  if (expected === undefined || Date.parse(expected) === Date.parse(updatedAt)) return;
  if (Number.isNaN(Date.parse(expected)))
    throw invalidValue("expected_updated_at", "must be an updated_at as you saw it");
  throw new Problem("stale", `The ${what} was changed at ${updatedAt}, after what you saw (${expected}).`, {
    errors: [{ path: "expected_updated_at", message: "is not the current updated_at" }],
    extra: { updated_at: updatedAt },
  });
}

/** The members that were said: those that are not undefined. */
export const definedOf = <T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;

/** What was not said stays as it was: `current` with the members that `wanted` defines. */
export function patched<T extends object>(current: T, wanted: { [K in keyof T]?: T[K] | undefined }): T {
  const given = Object.fromEntries(
    Object.keys(current).flatMap((name) => {
      const value = wanted[name as keyof T];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return { ...current, ...given };
}

/** `after` with the `updated_at` of a change, or `before` itself when nothing differs: what anybody saw of it holds. */
export function withUpdatedAt<T extends { updated_at: string }>(
  now: string,
  before: T | null | undefined,
  after: T,
): T {
  if (before && isDeepStrictEqual({ ...after, updated_at: before.updated_at }, before)) return before;
  return { ...after, updated_at: updatedAtAfter(now, before?.updated_at) };
}

/** The `updated_at` of a change made now: later than the one before, though both come in the same millisecond. */
const updatedAtAfter = (now: string, before: string | undefined): string =>
  before !== undefined && Date.parse(before) >= Date.parse(now) ? new Date(Date.parse(before) + 1).toISOString() : now;
