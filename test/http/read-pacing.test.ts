import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "../../src/app.ts";
import { Database, type Driver } from "../../src/db/database.ts";
import { database, driver, keyring, openShop, type Shop, settingsWith, tokens } from "../support/app.ts";

/** How many reads run now, and the most that ran at the same time since it was reset. */
const reads = { running: 0, most: 0 };

const counting: Driver = {
  ...driver,
  connections: { writes: 10, reads: 10 },
  reads: async (work) => {
    reads.most = Math.max(reads.most, ++reads.running);
    try {
      return await driver.reads(work);
    } finally {
      reads.running--;
    }
  },
};

/** An application that always takes its process for busy. */
const over = new Database(counting, { checks: true, changes: database.changes, loopTime: () => performance.now() });
const via = await buildApp({
  settings: settingsWith({}),
  database: over,
  keyring,
  tokens,
  readiness: async () => ({ reads: true, writes: true }),
});
afterAll(() => via.close());

let flooded: Shop;
let other: Shop;
beforeAll(async () => {
  [flooded, other] = [await openShop({ via }), await openShop({ via })];
  await other.product({ slug: "rug" });
  await other.get("/products/rug");
});

let page = 0;

/** Sends four requests at once that memory cannot answer. Returns how many of them ran at the same time. */
async function sendMisses(): Promise<number> {
  reads.most = 0;
  const answers = await Promise.all([1, 2, 3, 4].map(() => flooded.get(`/products?limit=1&offset=${page++}`)));
  for (const { status } of answers) expect(status).toBe(200);
  return reads.most;
}

/** Sends such requests again and again, until so many of them ran at the same time. */
async function missUntil(wanted: number): Promise<void> {
  while ((await sendMisses()) !== wanted);
}

test("reads of a store run one at a time while the process is busy and another store is served from memory", async () => {
  await missUntil(4);
  do expect((await other.get("/products/rug")).status).toBe(200);
  while ((await sendMisses()) > 1); // until the reads of the store have used up its budget
  await missUntil(4); // after a window in which nobody else was served
});
