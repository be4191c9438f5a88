import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import { Database } from "../../src/db/database.ts";
import { openPostgres, type PostgresOptions } from "../../src/db/postgres/postgres.ts";
import { buildTestApp, openShop, rowsForOwner, type Shop } from "../support/app.ts";
import { testRandomly } from "../support/random-tests.ts";
import { Comparison } from "./cache-model/comparison.ts";
import { HeldReads } from "./cache-model/held-reads.ts";
import { CacheModel } from "./cache-model/model.ts";
import type { Read } from "./cache-model/random-reads.ts";

/** What a process answers from memory must equal the database within a second after another process has written. */

const MAX_AGE_MS = 1000;
const CHILD = fileURLToPath(new URL("cache-model/dies-after-commit.ts", import.meta.url));

afterEach(() => {
  vi.useRealTimers();
});

interface Process {
  app: FastifyInstance;
  held: HeldReads;
}

/** An application over connections of its own, which learns by its own feed what others change. */
async function openProcess(cacheBytes: number | undefined, given: Partial<PostgresOptions> = {}): Promise<Process> {
  const options = { poolSize: 10, statementTimeout: 60_000, idleInTransactionTimeout: 60_000, followsChanges: true };
  const driver = openPostgres(inject("postgresUrl"), { ...options, ...given });
  const held = new HeldReads();
  const database = new Database(held.over(driver), { checks: true });
  const app = await buildTestApp(cacheBytes === undefined ? {} : { CACHE_BYTES: cacheBytes }, database);
  app.addHook("onClose", () => driver.close());
  onTestFinished(() => app.close());
  await app.ready();
  await expect.poll(() => database.changes.isCurrent, { timeout: 10_000 }).toBe(true);
  return { app, held };
}

/** Ends the connections on which processes learn of changes; they make new ones. */
const cutFeeds = () =>
  rowsForOwner(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hanout changes' and datname = current_database()",
  );

const circumstances: {
  name: string;
  steps: number;
  options: Partial<PostgresOptions>;
  disturb?: () => Promise<unknown>;
}[] = [
  { name: "listens", steps: 120, options: {} },
  { name: "gets no notice, and polls", steps: 60, options: { sessions: false } },
  { name: "loses its connection again and again", steps: 60, options: {}, disturb: cutFeeds },
];

describe("a process answers like the database within a second after another has written", () => {
  for (const { name, steps, options, disturb } of circumstances)
    testRandomly(`when it ${name}`, {}, async (seed) => {
      const { app: reference } = await openProcess(0);
      const { app: subject, held } = await openProcess(undefined, options);
      const shop = await openShop({ via: reference });
      const model = new CacheModel({ seed, shop, subject, held, reference, maxAgeMs: MAX_AGE_MS, disturb });
      await model.run(steps);

      const { hits, misses } = subject.cache.report();
      expect(hits / (hits + misses), "hits").toBeGreaterThan(0.1);
    });

  test("when that one is killed between its commit and its notice", { timeout: 120_000 }, async () => {
    const { app: reference } = await openProcess(0);
    const { app: subject } = await openProcess(undefined);
    const shop = await openShop({ via: reference });
    await shop.product({ slug: "vase", price: 100 });
    const comparison = new Comparison(subject, reference, shop.publishable_key, MAX_AGE_MS);
    for (const price of [5, 6, 7]) {
      for (const read of READS) await comparison.expectEqual(read);
      const readAgain = async () => {
        const { hits } = subject.cache.report();
        for (const read of READS) await comparison.expectEqual(read);
        return subject.cache.report().hits - hits;
      };
      await expect.poll(readAgain, { timeout: 10_000 }).toBe(READS.length); // all are kept

      await importAndDie(shop, price);
      comparison.written();
      for (const read of READS) await comparison.expectEqual(read);
      expect((await shop.get("/products/vase")).body.price).toBe(price);
    }
  });
});

const READS: Read[] = ["/products/vase", "/products", "/search?q=vase"].map((path) => ({
  method: "GET",
  path,
  headers: {},
  knowsLast: false,
  behindHooks: false,
}));

/** Another process imports the product at this price, and is killed when it has committed. */
async function importAndDie(shop: Shop, price: number): Promise<void> {
  const csv = `Handle,Title,Option1 Name,Option1 Value,Variant Price\nvase,Vase,Title,Default Title,${price}`;
  const run = promisify(execFile)(process.execPath, [
    "--import",
    "tsx",
    CHILD,
    inject("postgresUrl"),
    shop.id,
    shop.currency,
    csv,
  ]);
  await expect(run).rejects.toMatchObject({ signal: "SIGKILL" });
}
