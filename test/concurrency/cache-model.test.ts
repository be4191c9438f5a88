import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { buildTestApp, driver, keyring, onPostgres, openShop } from "../support/app.ts";
import { HeldReads } from "./cache-model/held-reads.ts";
import { CacheModel, WRITES } from "./cache-model/model.ts";
import { NOT_CALLED, operationArguments } from "./cache-model/operation-writes.ts";
import { STEPS, seedOf } from "./cache-model/runs.ts";

/** Random writes and reads: what is answered from memory must equal what is answered from the database, at once. */

/** Steps on one store. */
const STEPS_PER_RUN = 250;
const RUNS = Math.ceil(STEPS / STEPS_PER_RUN);
const runs = Array.from({ length: RUNS }, (_, i) => ({
  seed: seedOf(i),
  // Every other memory is so small that it is always full.
  cacheBytes: i % 2 === 0 ? 64 * 2 ** 20 : 200_000,
}));

afterEach(async () => {
  if (!onPostgres) await driver.exec("select pg_stat_force_next_flush()");
  vi.useRealTimers();
});

const done = new Map<string, number>();
const held = new HeldReads();
const reference: FastifyInstance = await buildTestApp({ CACHE_BYTES: 0 });
await reference.ready();

test("every operation that writes has arguments here, or a reason why not", () => {
  const writing = merchantOperations(keyring).filter(({ effect }) => effect !== "read");
  const known = [...Object.keys(operationArguments), ...Object.keys(NOT_CALLED)];
  expect(writing.map(({ name }) => name).sort()).toEqual(known.sort());
});

describe("an application with a cache and one without", () => {
  test.each(runs)(
    `answer the same in ${STEPS_PER_RUN} random steps, seed $seed, $cacheBytes bytes`,
    {
      timeout: 600_000,
    },
    async ({ seed, cacheBytes }) => {
      const subject = await buildTestApp({ CACHE_BYTES: cacheBytes }, held.over(driver));
      await subject.ready();
      const shop = await openShop({ via: reference });
      const model = new CacheModel({ seed, shop, subject, held, reference, maxAgeMs: 0 });
      await model.run(STEPS_PER_RUN);

      const { hits, misses, evictions, invalidations } = subject.cache.report();
      expect(hits / (hits + misses), "hits").toBeGreaterThan(0.15);
      expect(invalidations).toBeGreaterThan(0);
      if (cacheBytes < 2 ** 20) expect(evictions).toBeGreaterThan(0);
      for (const [name, times] of model.succeeded) done.set(name, (done.get(name) ?? 0) + times);
      if (process.env.CACHE_MODEL_REPORT) console.log(model.comparisons, subject.cache.report());
      await subject.close();
    },
  );

  afterAll(() => {
    if (process.env.CACHE_MODEL_REPORT) console.log(Object.fromEntries([...done].sort()));
  });

  test("were compared after every kind of write", () => {
    expect(WRITES.filter((kind) => !done.has(kind))).toEqual([]);
  });
});
