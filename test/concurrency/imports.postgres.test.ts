import { afterAll, expect, inject, test } from "vitest";
import type { Driver } from "../../src/db/database.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import { buildTestApp, openShop } from "../support/app.ts";
import { type Hooks, withHooks } from "../support/faulty-driver.ts";
import { call } from "../support/operations.ts";

/** A deadlock is detected soon. */
const driver = openPostgres(`${inject("postgresUrl")}?options=${encodeURIComponent("-c deadlock_timeout=20ms")}`, {
  poolSize: 10,
  statementTimeout: 60_000,
});
afterAll(() => driver.close());

/** The SQLSTATE of each transaction that failed. */
const failures: unknown[] = [];
const observed: Driver = {
  ...driver,
  transaction: (...asked) =>
    driver.transaction(...asked).catch((error) => {
      failures.push(error.code);
      throw error;
    }),
};

let hooks: Hooks = {};
const instrumentedApp = await buildTestApp(
  {},
  withHooks(observed, { afterStatement: (text) => hooks.afterStatement?.(text) }),
);
const otherApp = await buildTestApp({}, observed);

/** Long enough for the second import to finish, or to wait for a lock of the first. */
const HEAD_START_MS = 25;

const csv = (products: [handle: string, title: string][]): string =>
  [
    "Handle,Title,Option1 Name,Option1 Value,Variant Price",
    ...products.map(([handle, title]) => `${handle},${title},Title,Default Title,9`),
  ].join("\n");

const IMPORTS: Record<string, [first: string, second: string]> = {
  "the same new words in opposite order": [
    csv([
      ["pan", "Marmite"],
      ["pot", "Chaudron"],
    ]),
    csv([
      ["jar", "Chaudron"],
      ["jug", "Marmite"],
    ]),
  ],
  "the same new products in opposite order": [
    csv([
      ["pan", "Marmite"],
      ["pot", "Chaudron"],
    ]),
    csv([
      ["pot", "Chaudron"],
      ["pan", "Marmite"],
    ]),
  ],
};

/** Runs the first import, and starts the second after that statement of the first. */
async function overlap(turn: number, [first, second]: [string, string]) {
  const shop = await openShop();
  let statements = 0;
  let late: Promise<{ problem: unknown }> | undefined;
  hooks = {
    afterStatement: async () => {
      if (++statements !== turn) return;
      late = call(shop, "products_import", { csv: second }, shop.secret_key, otherApp);
      await Promise.race([late, new Promise((resolve) => setTimeout(resolve, HEAD_START_MS))]);
    },
  };
  const early = await call(shop, "products_import", { csv: first }, shop.secret_key, instrumentedApp);
  hooks = {};
  return { statements, problems: [early.problem, (await late)?.problem] };
}

test.each(Object.entries(IMPORTS))("two imports of %s do not deadlock, and both succeed", async (_, imports) => {
  const { statements } = await overlap(0, imports);
  expect(statements).toBeGreaterThan(10);
  for (let turn = 1; turn < statements; turn++) {
    failures.length = 0;
    const { problems } = await overlap(turn, imports);
    const deadlocks = failures.filter((code) => code === "40P01");
    expect({ problems, deadlocks }, `after statement ${turn}`).toEqual({
      problems: [undefined, undefined],
      deadlocks: [],
    });
  }
});
