import fc from "fast-check";
import { test } from "vitest";

/**
 * Decides the seeds of all random tests. `npm test` always uses the same ones, so what passed passes again. `npm run test:long`
 * sets another first seed and many times as many runs; the same two variables repeat what it found.
 */
const FIRST_SEED = Number(process.env.RANDOM_SEED ?? 20_261_124);
const TIMES = Number(process.env.RANDOM_TIMES ?? 1);
const MAX_SEED = 2_147_483_647;
const TIMEOUT_MS = 600_000;

/** The seed of a run; the first run has number 0. */
export const seedOf = (run: number): number => (FIRST_SEED + run) % MAX_SEED;

export interface Runs {
  /** Runs in `npm test`, each with a seed of its own; one unless given. */
  runs?: number | undefined;
  /** Every seed that ever failed: it runs always. */
  failed?: number[] | undefined;
}

/** A test with random steps, once for each seed. `npm run test:long` finds it by its title. */
export function testRandomly(what: string, given: Runs, run: (seed: number) => Promise<void> | void): void {
  const drawn = Array.from({ length: (given.runs ?? 1) * TIMES }, (_, i) => seedOf(i));
  const seeds = new Set([...(given.failed ?? []), ...drawn]);
  for (const seed of seeds) test(`${what}, seed ${seed}`, { timeout: TIMEOUT_MS }, () => run(seed));
}

/** A random test whose cases fast-check draws, `numRuns` for each seed. */
export function testProperty<T>(
  what: string,
  property: fc.IAsyncProperty<T> | fc.IProperty<T>,
  { runs, failed, ...parameters }: Runs & fc.Parameters<T> = {},
): void {
  testRandomly(what, { runs, failed }, (seed) => fc.assert(property, { ...parameters, seed }));
}
