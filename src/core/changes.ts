import { Problem } from "./problem.ts";

/** A thing before and after a change; null where it did not exist. */
export interface Changed<T> {
  before: T | null;
  after: T | null;
}

/** Throws `stale` when the thing has changed since the caller saw it; `expected` is the `updated_at` they saw. */
export function requireFresh(updatedAt: string, expected: string | undefined, what: string): void {
  if (expected === undefined || Date.parse(expected) === Date.parse(updatedAt)) return;
  throw new Problem("stale", `The ${what} was changed at ${updatedAt}, after what you saw (${expected}).`, {
    errors: [{ path: "expected_updated_at", message: "is not the current updated_at" }],
    extra: { updated_at: updatedAt },
  });
}

/** What was not said stays as it was: `current` with the members that `wanted` defines. */
export function patched<T extends object>(current: T, wanted: { [K in keyof T]?: T[K] | undefined }): T {
  const said = Object.fromEntries(
    Object.keys(current).flatMap((name) => {
      const value = wanted[name as keyof T];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return { ...current, ...said };
}
