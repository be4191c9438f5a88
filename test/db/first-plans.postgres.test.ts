import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ComparedPlans, comparePlans } from "../../bench/explain/first-plans.ts";
import { startPostgres, type TestPostgres } from "../support/setup/postgres.ts";

const MAX_TIMES = 2;
/** So many places send one. */
const MIN_SITES = 65;

let server: TestPostgres;
let compared: ComparedPlans;

beforeAll(async () => {
  server = await startPostgres(["autovacuum=off"]);
  await server.createDatabase("hanout");
  const owner = new pg.Client({ connectionString: server.url("hanout") });
  await owner.connect();
  compared = await comparePlans(server.url("hanout"), owner);
  await owner.end();
}, 600_000);

afterAll(() => server.stop());

test("plans that were made for empty tables do not stay when the tables have grown to 20,000 rows", () => {
  const worse = compared.plans
    .filter(({ first, fresh }) => first > MAX_TIMES * fresh)
    .map(({ site, use, node, first, fresh }) => `${site}: ${first} buffers, fresh ${fresh}: ${node} ("${use}")`);

  expect(worse).toEqual([]);
});

test("the plans of all prepared statements of the storefront are compared", () => {
  expect(new Set(compared.plans.map(({ site }) => site))).toEqual(compared.sites);
  expect(compared.sites.size).toBeGreaterThan(MIN_SITES);
});
