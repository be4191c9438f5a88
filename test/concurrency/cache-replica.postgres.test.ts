import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, vi } from "vitest";
import { Database } from "../../src/db/database.ts";
import { openPostgres, type PostgresOptions } from "../../src/db/postgres/postgres.ts";
import { buildTestApp, openShop } from "../support/app.ts";
import { testRandomly } from "../support/random-tests.ts";
import { type Standby, startStandby } from "../support/replica/standby.ts";
import { HeldReads } from "./cache-model/held-reads.ts";
import { CacheModel } from "./cache-model/model.ts";

/** What a process answers from a standby and from memory must equal the primary within a second after another has written. */

const MAX_AGE_MS = 1000;
const PAUSE_MS = 300;
const STEPS = 16;

let standby: Standby;

beforeAll(async () => {
  standby = await startStandby(inject("postgresUrl"));
});
afterAll(() => standby.stop());
afterEach(() => {
  vi.useRealTimers();
});

async function openProcess(cacheBytes: number, given: Partial<PostgresOptions> = {}) {
  const options = { poolSize: 10, statementTimeout: 60_000, idleInTransactionTimeout: 60_000, followsChanges: true };
  const driver = openPostgres(inject("postgresUrl"), { ...options, ...given });
  const held = new HeldReads();
  const database = new Database(held.over(driver), { checks: true });
  const app = await buildTestApp({ CACHE_BYTES: cacheBytes }, database);
  app.addHook("onClose", () => driver.close());
  onTestFinished(() => app.close());
  await app.ready();
  await expect.poll(() => database.changes.isCurrent, { timeout: 10_000 }).toBe(true);
  return { app, held };
}

for (const cacheBytes of [0, 2 ** 24])
  testRandomly(
    `a process with a replica and ${cacheBytes} bytes of memory answers like the primary`,
    {},
    async (seed) => {
      const client = new pg.Client(standby.url("postgres"));
      await client.connect();
      onTestFinished(() => client.end());
      let resumed: Promise<unknown> | undefined;
      /** Now and then the standby stops replaying for a while, so that it is behind. */
      const disturb = async () => {
        await client.query("select pg_wal_replay_pause()");
        resumed = setTimeout(PAUSE_MS).then(() => client.query("select pg_wal_replay_resume()"));
      };
      const lines: string[] = [];
      const replica = {
        connectionString: standby.url("hanout"),
        maxLag: MAX_AGE_MS,
        log: (line: string) => lines.push(line),
      };
      const { app: reference } = await openProcess(0);
      const { app: subject, held } = await openProcess(cacheBytes, { replica });
      await expect.poll(() => lines, { timeout: 10_000 }).toHaveLength(1);
      const shop = await openShop({ via: reference });
      const model = new CacheModel({ seed, shop, subject, held, reference, maxAgeMs: MAX_AGE_MS, disturb });
      await model.run(STEPS);
      await resumed;
    },
  );
