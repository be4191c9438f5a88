import { isDeepStrictEqual } from "node:util";
import { invalidValue, Problem } from "./problem.ts";

/** An entity before and after a change; null where it did not exist. */
export interface Changed<T> {
  before: T | null;
  after: T | null;
}

/** Throws `stale` when the entity has changed since the caller read it. `expected`: the `updated_at` that the caller read. */
export function requireFresh(updatedAt: string, expected: string | undefined, what: string): void {
  if (expected === undefined || Date.parse(expected) === Date.parse(updatedAt)) return;
  if (Number.isNaN(Date.parse(expected)))
    throw invalidValue("expected_updated_at", "must be the updated_at that you read");
  throw new Problem(
    "stale",
    `The ${what} was changed at ${updatedAt}, after the version that you read (${expected}).`,
    {
      errors: [{ path: "expected_updated_at", message: "is not the current updated_at" }],
      extra: { updated_at: updatedAt },
    },
  );
}

/** A copy of an object without its undefined members. */
export const definedOf = <T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;

/** `current` with the values that `patch` defines; undefined members of `patch` change nothing. */
export function patched<T extends object>(current: T, patch: { [K in keyof T]?: T[K] | undefined }): T {
  const given = Object.fromEntries(
    Object.keys(current).flatMap((name) => {
      const value = patch[name as keyof T];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return { ...current, ...given };
}

/** `after` with a new `updated_at`; or `before` itself when nothing changed, so that its `updated_at` stays valid. */
export function withUpdatedAt<T extends { updated_at: string }>(
  now: string,
  before: T | null | undefined,
  after: T,
): T {
  if (before && isDeepStrictEqual({ ...after, updated_at: before.updated_at }, before)) return before;
  return { ...after, updated_at: updatedAtAfter(now, before?.updated_at) };
}

/** The `updated_at` of a change made now: always later than the previous one, even within the same millisecond. */
const updatedAtAfter = (now: string, before: string | undefined): string =>
  before !== undefined && Date.parse(before) >= Date.parse(now) ? new Date(Date.parse(before) + 1).toISOString() : now;
