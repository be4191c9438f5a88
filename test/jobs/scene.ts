import { buildApp } from "../../src/app.ts";
import { asStored } from "../../src/core/media.ts";
import { Database, type Tenant } from "../../src/db/database.ts";
import { type JobKind, JobRunner, type RunnerOptions, type RunningJob } from "../../src/jobs/jobs.ts";
import { Keyring } from "../../src/keys/keys.ts";
import { database, openShop, type Shop, settingsWith, tokens } from "../support/app.ts";
import { openOwnDatabase } from "../support/own-database.ts";

export const SECOND = 1000;
export const DAY = 86_400 * SECOND;

/** Jobs of this kind are listed for keys that may import products: a kind is the name of the operation that started it. */
export const KIND = "products_import";

export const tenantOf = (shop: Shop): Tenant => ({
  siteId: shop.id,
  currency: shop.currency,
  country: "DZ",
  locale: "en",
  timeZone: null,
  now: new Date().toISOString(),
  mediaUrl: asStored,
});

/** A kind that does this work. */
export const kindOf = (
  run: (job: RunningJob) => Promise<object | undefined>,
  given: Partial<JobKind> = {},
): JobKind => ({
  name: KIND,
  atOnce: 1,
  isRepeatable: true,
  maxAttempts: 5,
  ...given,
  run,
});

/** A clock that stands still, and the runners of several processes that use it. */
export function startClock() {
  let time = Date.now();
  return {
    now: () => time,
    iso: (later = 0) => new Date(time + later).toISOString(),
    pass: (ms: number) => {
      time += ms;
    },
    runner: (kinds: JobKind[], options: RunnerOptions = {}, over: Database = database) =>
      new JobRunner(over, kinds, { clock: () => time, random: () => 1, ...options }),
  };
}

/** A promise that a test settles. */
export function promised<T = void>() {
  let settle: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

/** A shop in a database of its own, for what is done for all stores. */
export async function openOwnShop(settings = settingsWith()) {
  const own = new Database(await openOwnDatabase(), { checks: true });
  const ownKeyring = new Keyring(own);
  const parts = { settings, database: own, keyring: ownKeyring, tokens };
  const app = await buildApp({ ...parts, readiness: async () => ({ reads: true, writes: true }) });
  return { database: own, keyring: ownKeyring, app, shop: await openShop({ over: own, via: app }) };
}
