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
const over = new Database(counting, {
  checks: true,
  changes: database.changes,
  expensivePerStore: 1,
  loopTime: () => performance.now(),
});
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
async function sendMisses(path = "/products?limit=1"): Promise<number> {
  reads.most = 0;
  const answers = await Promise.all([1, 2, 3, 4].map(() => flooded.get(`${path}&offset=${page++}`)));
  for (const { status } of answers) expect(status).toBe(200);
  return reads.most;
}

const AT_ONCE = { interval: 0 };

test("reads of a store run one at a time while the process is busy and another store is served from memory", async () => {
  await expect.poll(() => sendMisses(), AT_ONCE).toBe(4);
  const missBesideOther = async () => {
    expect((await other.get("/products/rug")).status).toBe(200);
    return sendMisses();
  };
  await expect.poll(missBesideOther, AT_ONCE).toBe(1); // when the reads of the store have used up its budget
  await expect.poll(() => sendMisses(), AT_ONCE).toBe(4); // after a window in which nobody else was served
});

test("searches of a store run one at a time, and its other reads beside them", async () => {
  expect(await sendMisses("/search?q=rug")).toBe(1);
  const [most] = await Promise.all([sendMisses("/search?q=rug"), flooded.get(`/products?offset=${page++}`)]);
  expect(most).toBe(2);
});
