import pg from "pg";
import { beforeAll, expect, inject, test } from "vitest";
import { fill } from "../../bench/explain/fill/fill.ts";
import { faultsOf, makeRegister, needlessExceptions, type Register } from "../../bench/explain/register.ts";
import { nameOfSite } from "../../bench/explain/sites.ts";
import { TESTED } from "../../bench/explain/sizes.ts";
import { newId } from "../../src/core/ids.ts";
import { type Catalogue, readCatalogue } from "../support/distribution/catalogue.ts";
import { STATEMENT_RULES } from "../support/distribution/finding.ts";
import { findingsInFunctions, readFunctions, statementsIn } from "../support/distribution/function-bodies.ts";
import { findingsOf } from "../support/distribution/statement-rules.ts";

let register: Register;
let catalogue: Catalogue;
let functions: string[];

/** An empty database on the server of the tests. */
async function createDatabase(): Promise<string> {
  const name = `queries_${newId().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return inject("postgresUrl").replace(/\w+$/, name);
}

/** The plans are those of the statistics after the fill, whenever the server would gather new ones. */
const KEEP_STATISTICS = `
  do $$
  declare
    one regclass;
  begin
    for one in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s set (autovacuum_enabled = false)', one);
    end loop;
  end $$`;

beforeAll(async () => {
  const url = await createDatabase();
  const stores = await fill(url, TESTED);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(KEEP_STATISTICS);

  register = await makeRegister(url, owner, stores);

  const ask = async (query: string) => (await owner.query(query)).rows;
  catalogue = await readCatalogue(ask);
  functions = await readFunctions(ask);
  await owner.end();
}, 1_500_000);

test("every statement is reached, scans no large table, and reads at most 20 rows for each it returns", () => {
  expect(faultsOf(register)).toEqual([]);
  expect(needlessExceptions(register), "exceptions that nothing needs any more").toEqual([]);
  expect(new Set(register.entries.map(({ role }) => role)).size).toBeGreaterThan(1);
});

test("the catalogue knows where tables are, which functions read them, and which are volatile", () => {
  expect([...catalogue.local, ...catalogue.reference].toSorted()).toEqual([
    "account_links",
    "account_sessions",
    "accounts",
    "api_keys",
    "changes",
    "memberships",
    "passkeys",
    "schema_version",
    "sites",
  ]);
  expect([...catalogue.reading]).toEqual(
    expect.arrayContaining(["search_order_ids", "products_with_keys", "find_key_owner", "delete_changes"]),
  );
  expect(catalogue.reading).not.toContain("filter_keys");
  expect(catalogue.volatile).toContain("clock_timestamp");
  expect(catalogue.volatile).not.toContain("now");
});

test("every statement can run on the node of its store", () => {
  const statements = new Map(
    register.entries.map(({ site, text }) => [`${nameOfSite(site)}: ${text}`, { site, text }]),
  );

  const findings = [...statements.values()].flatMap(({ site, text }) =>
    findingsOf(text, catalogue).map(({ rule, place }) => `${nameOfSite(site)}: ${place}: ${STATEMENT_RULES[rule]}`),
  );

  expect(statements.size).toBeGreaterThan(200);
  expect(findings).toEqual([]);
});

test("every statement in a function that runs as its caller can, too", () => {
  expect(functions.flatMap(statementsIn).filter((statement) => "InsertStmt" in statement)).not.toEqual([]);
  expect(
    findingsInFunctions(functions, catalogue).map(({ rule, place }) => `${place}: ${STATEMENT_RULES[rule]}`),
  ).toEqual([]);
});
