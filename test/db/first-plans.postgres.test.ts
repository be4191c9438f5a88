import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { comparePlans, type FirstPlan } from "../../bench/explain/first-plans.ts";
import { startPostgres, type TestPostgres } from "../support/setup/postgres.ts";

const MAX_TIMES = 2;

let server: TestPostgres;
let plans: FirstPlan[];

beforeAll(async () => {
  server = await startPostgres(["autovacuum=off"]);
  await server.createDatabase("hanout");
  const owner = new pg.Client({ connectionString: server.url("hanout") });
  await owner.connect();
  plans = await comparePlans(server.url("hanout"), owner);
  await owner.end();
}, 300_000);

afterAll(() => server.stop());

test("plans that were made for empty tables do not stay when the tables have grown to 100,000 rows", () => {
  const worse = plans
    .filter(({ first, fresh }) => first > MAX_TIMES * fresh)
    .map(({ site, use, node, first, fresh }) => `${site}: ${first} buffers, fresh ${fresh}: ${node} ("${use}")`);

  expect(worse).toEqual([]);
  expect(new Set(plans.map(({ site }) => site)).size).toBeGreaterThan(40);
});
