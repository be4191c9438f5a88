import { afterAll, beforeAll, expect, test } from "vitest";
import { SCOPES, type Scope } from "../../src/core/scopes.ts";
import type { Driver } from "../../src/db/database.ts";
import { currentScopes } from "../../src/keys/earlier-scopes.ts";
import type { Keyring } from "../../src/keys/keys.ts";
import { merchantOperations } from "../../src/merchant-operations/operations.ts";
import { mayUse, type Operation } from "../../src/operations/operation.ts";
import { migrateOld } from "../support/migrate-old.ts";

/** The scopes of the release before migration 0024, whose servers may run beside new ones. */
const EARLIER = ["read", "catalog", "orders", "content", "settings", "keys"];

/** Without those of any area, which the release before did not have. */
const operations = merchantOperations({} as Keyring).filter(({ area }) => area !== "any");

/** What a server of the release before allows: its operations on customers and its reports belonged to orders. */
function allowedEarlier(scopes: string[]): string[] {
  const areaOf = ({ area }: Operation) => (area === "customers" || area === "reports" ? "orders" : area);
  const may = (one: Operation) => scopes.includes(areaOf(one)) || (one.effect === "read" && scopes.includes("read"));
  return operations.filter(may).map(({ name }) => name);
}

const allowedNow = (stored: string[]): string[] =>
  operations.filter((one) => mayUse({ scopes: currentScopes(stored) }, one)).map(({ name }) => name);

/** All sets of these names but the empty one. */
const setsOf = (names: readonly string[]): string[][] =>
  Array.from({ length: 2 ** names.length - 1 }, (_, i) => names.filter((_name, bit) => (i + 1) & (1 << bit)));

const OLD_SETS = setsOf(EARLIER);
const arrayOf = (names: readonly string[]) => `array[${names.map((name) => `'${name}'`).join(", ")}]::text[]`;

const KEYS = `
  insert into sites (id, slug, name, currency, locale, country, shipping_methods, created_at, updated_at)
  values ('019aa2c0-0000-7000-8000-000000000001', 'old', 'Old', 'DZD', 'fr', 'DZ', '{home}', now(), now());
  insert into api_keys (site_id, id, kind, name, prefix, hash, scopes, created_at)
  select id, gen_random_uuid(), 'publishable', 'web', 'pk_', 'web', '{}', now() from sites;
`;
const insertKey = (name: string, scopes: readonly string[]): string => `
  insert into api_keys (site_id, id, kind, name, prefix, hash, scopes, created_at)
  select id, gen_random_uuid(), 'secret', '${name}', 'sk_', '${name}', ${arrayOf(scopes)}, now() from sites;
`;

let driver: Driver;
beforeAll(async () => {
  driver = await migrateOld(KEYS + OLD_SETS.map((set) => insertKey(set.join("-"), set)).join(""), "0024");
});
afterAll(() => driver.close());

const stored = async (name: string): Promise<string[]> => {
  const [row] = await driver.query("select scopes from api_keys where name = $1", [name]);
  return (row as { scopes: string[] }).scopes;
};
/** The scopes that a server reads of a key. */
const found = async (name: string): Promise<string[]> => {
  const [row] = await driver.query("select scopes from find_key_owner(convert_to($1, 'UTF8'))", [name]);
  return (row as { scopes: string[] }).scopes;
};

test("a key of before may do exactly the same after the migration, on old and on new servers", async () => {
  for (const set of OLD_SETS) {
    const name = set.join("-");
    const scopes = await stored(name);
    expect(
      SCOPES.filter((scope) => scopes.includes(scope)),
      name,
    ).toEqual(scopes);
    expect(allowedNow(scopes), name).toEqual(allowedEarlier(set));
    expect(allowedNow(await found(name)), name).toEqual(allowedEarlier(set));
    expect(allowedEarlier(await found(name)), name).toEqual(allowedEarlier(set));
  }
  expect(await stored("web")).toEqual([]);
  expect(await found("web")).toEqual([]);
});

test("a key that an old server creates after the migration works on old and on new servers", async () => {
  for (const set of OLD_SETS) {
    const name = `new ${set.join("-")}`;
    await driver.exec(insertKey(name, set));
    expect(allowedEarlier(await found(name)), name).toEqual(allowedEarlier(set));
    expect(allowedNow(await found(name)), name).toEqual(allowedEarlier(set));
    expect(allowedNow(await stored(name)), name).toEqual(allowedEarlier(set));
  }
});

test("a key with new scopes may do no more on an old server than on a new one", async () => {
  const sets = setsOf(SCOPES).filter((_, i) => i % 37 === 0 || i < 20);
  const all: Scope[] = [...SCOPES];
  const tried = [...sets, all, ...all.map((left) => all.filter((scope) => scope !== left))];
  for (const [i, set] of tried.entries()) {
    const name = `fine ${i} ${set.join("-")}`;
    await driver.exec(insertKey(name, set));
    const owner = await found(name);
    expect(allowedNow(owner), name).toEqual(allowedNow(set));
    expect(allowedNow(set), name).toEqual(expect.arrayContaining(allowedEarlier(owner)));
  }
});

test("no key has a scope that neither release knows", async () => {
  await expect(driver.exec(insertKey("unknown", ["staff:read"]))).rejects.toThrow(/api_keys_scopes_check/);
});
