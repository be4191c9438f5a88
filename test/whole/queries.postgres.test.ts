import pg from "pg";
import { expect, inject, test } from "vitest";
import { fill } from "../../bench/explain/fill/fill.ts";
import { faultsOf, makeRegister, needlessExceptions } from "../../bench/explain/register.ts";
import { SMALL_STORES, TESTED, TINY } from "../../bench/explain/sizes.ts";
import { newId } from "../../src/core/ids.ts";

/** An empty database on the server of the tests. */
async function createDatabase(): Promise<string> {
  const name = `queries_${newId().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return inject("postgresUrl").replace(/\w+$/, name);
}

test("every statement is reached, scans no large table, and reads at most 20 rows for each it returns", async () => {
  const url = await createDatabase();
  const stores = await fill(url, { stores: TESTED, smallStores: SMALL_STORES, small: TINY });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();

  const register = await makeRegister(url, owner, stores);

  await owner.end();
  expect(faultsOf(register)).toEqual([]);
  expect(needlessExceptions(register), "exceptions that nothing needs any more").toEqual([]);
  expect(new Set(register.entries.map(({ role }) => role)).size).toBeGreaterThan(1);
}, 300_000);
