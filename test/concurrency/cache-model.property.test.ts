import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, test, vi } from "vitest";
import { buildTestApp, driver, onPostgres, openShop } from "../support/app.ts";
import { operationsOfKeys } from "../support/operations.ts";
import { seedOf, testRandomly } from "../support/random-tests.ts";
import { HeldReads } from "./cache-model/held-reads.ts";
import { CacheModel, WRITES } from "./cache-model/model.ts";
import { NOT_CALLED, operationArguments } from "./cache-model/operation-writes.ts";

/** Random writes and reads: what is answered from memory must equal what is answered from the database, at once. */

/** Steps on one store. */
const STEPS = 250;
const RUNS = 2;
/** More runs while a kind of write has not succeeded, as chance has it. They draw the kinds that are missing. */
const MORE_RUNS = 8;

afterEach(async () => {
  if (!onPostgres) await driver.exec("select pg_stat_force_next_flush()");
  vi.useRealTimers();
});

const done = new Set<string>();
const held = new HeldReads();
const reference: FastifyInstance = await buildTestApp({ CACHE_BYTES: 0 });
await reference.ready();

test("every operation that writes has arguments here, or a reason why not", () => {
  const writing = operationsOfKeys.filter(({ effect }) => effect !== "read");
  const known = [...Object.keys(operationArguments), ...Object.keys(NOT_CALLED)];
  expect(writing.map(({ name }) => name).sort()).toEqual(known.sort());
});

describe("an application with a cache and one without", () => {
  testRandomly(`answer the same in ${STEPS} random steps`, { runs: RUNS }, async (seed) => {
    // Every other memory is so small that it is always full.
    const cacheBytes = seed % 2 === 0 ? 64 * 2 ** 20 : 200_000;
    const { hits, misses, evictions, invalidations } = await runModel(seed, cacheBytes);
    expect(hits / (hits + misses), "hits").toBeGreaterThan(0.15);
    expect(invalidations).toBeGreaterThan(0);
    if (cacheBytes < 2 ** 20) expect(evictions).toBeGreaterThan(0);
  });

  test("were compared after every kind of write", { timeout: 600_000 }, async () => {
    const missing = () => WRITES.filter((kind) => !done.has(kind));
    for (let more = 0; more < MORE_RUNS && missing().length > 0; more++)
      await runModel(seedOf(RUNS + more), 64 * 2 ** 20, missing());
    expect(missing()).toEqual([]);
  });
});

/** Runs until the kinds that are drawn have succeeded, when they are given. Answers what its cache reports. */
async function runModel(seed: number, cacheBytes: number, drawn?: string[]) {
  const subject = await buildTestApp({ CACHE_BYTES: cacheBytes }, held.over(driver));
  await subject.ready();
  const shop = await openShop({ via: reference });
  const model = new CacheModel({ seed, shop, subject, held, reference, maxAgeMs: 0, ...(drawn && { drawn }) });
  await model.run(STEPS, () => drawn?.every((kind) => model.succeeded.has(kind)) ?? false);
  for (const name of model.succeeded) done.add(name);
  await subject.close();
  return subject.cache.report();
}
