import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { STAYING_COLUMNS, STAYING_TABLES, STORE_TABLES } from "../../../../src/archives/tables.ts";
import type { Driver } from "../../../../src/db/database.ts";
import { fill } from "../../../explain/fill/fill.ts";
import { createDatabase, embeddedDatabase, queryAt, reachedAt, type TestDatabase } from "../../../harness/database.ts";
import { spawnHanout } from "../../../harness/server.ts";
import { type Fault, type FaultContext, unmetCriteria } from "../../fault.ts";
import { seconds } from "../criteria.ts";
import { runHanout } from "./command.ts";

const SIZE = { customers: 5000, auditRows: 20_000, collections: 100, articles: 200, settings: 20, files: 0 };
const WHOLE = { ...SIZE, products: 20_000, orders: 10_000 };
const QUICK = { ...SIZE, products: 2000, orders: 1000 };
const NONE = { products: 0, orders: 0, customers: 0, auditRows: 0, collections: 0, articles: 0, settings: 0, files: 0 };
const KILLS = 2;
const SLUG = "moved";

export const storeMoved: Fault = {
  name: "store-moved",
  about: `A store of 20,000 products and 10,000 orders is written to a file, and read into another database (the command is killed ${KILLS} times), under another slug into the same, and into an embedded one; every row is compared.`,
  databases: ["postgres"],
  quick: false,
  run: async (context) => {
    const postgres = await context.startPostgres();
    for (const name of ["source", "target"]) await createDatabase(postgres, name);
    await fill(postgres.url("source"), {
      stores: { [SLUG]: context.quick ? QUICK : WHOLE },
      smallStores: 0,
      small: NONE,
    });
    await queryAt(postgres.url("source"), "update sites set logo_url = '/media/' || id || '/logo.png'");
    const source = await reachedAt(postgres.url("source"), postgres);
    const target = await reachedAt(postgres.url("target"), postgres);
    context.say("the store is filled");
    const file = join(context.folder, "moved.hanout");
    const exported = await runHanout(context, ["stores", "export", SLUG, file], source.environment);
    context.say(`written in ${seconds(exported.ms)}`);
    const kills = await importKilled(context, file, target);
    const moved = await runHanout(context, ["stores", "import", file], target.environment);
    context.say(`moved, the last part in ${seconds(moved.ms)}`);
    const copied = await runHanout(context, ["stores", "import", file, "--slug", "copy"], source.environment);
    context.say(`copied in ${seconds(copied.ms)}`);
    const folder = join(context.folder, "embedded");
    mkdirSync(folder);
    const embedded = await embeddedDatabase(folder);
    const kept = await runHanout(context, ["stores", "import", file], embedded.environment);
    context.say(`read into an embedded database in ${seconds(kept.ms)}`);

    const original = await fingerprints(source, SLUG);
    const rows = [...original.values()].reduce((sum, { count }) => sum + count, 0);
    const differing = {
      moved: differences(original, await fingerprints(target, SLUG)),
      copied: differences(original, await fingerprints(source, "copy")),
      embedded: differences(original, await fingerprints(embedded, SLUG)),
    };
    return {
      answers: {},
      longestGapMs: 0,
      acknowledged: rows,
      lost: 0,
      invariants: [],
      measured: `${rows} rows of ${original.size} tables; the file has ${(statSync(file).size / 1e6).toFixed(1)} MB, was written in ${seconds(exported.ms)}, read under another slug in ${seconds(copied.ms)}, into an embedded database in ${seconds(kept.ms)}; ${kills} kills`,
      failures: unmetCriteria([
        [kills === KILLS, "the command was killed in the middle"],
        ...Object.entries(differing).map(([which, tables]): [boolean, string] => [
          tables.length === 0,
          `every row is equal: ${which} ${tables.join(", ")}`,
        ]),
      ]),
    };
  },
};

/** Kills the command in the middle of its work; nobody sees the store meanwhile. Returns how often it was in the middle. */
async function importKilled(context: FaultContext, file: string, { environment }: TestDatabase): Promise<number> {
  let kills = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const { child, ended, out } = spawnHanout(context, ["stores", "import", file], { environment });
    while (child.exitCode === null && !/Importing: [1-9]0 %/.test(out())) await pause(20);
    child.kill("SIGKILL");
    await ended;
    const list = await runHanout(context, ["stores", "list", "--json"], environment);
    if (!list.out.includes(SLUG) && /Importing/.test(out())) kills++;
    context.say(`killed ${kill + 1} of ${KILLS}`);
  }
  return kills;
}

interface Fingerprint {
  count: number;
  hash: string;
}

/** The number of rows of each table of a store, the store among them, and a hash of all of them, ids of the store aside. */
const fingerprints = ({ use }: TestDatabase, slug: string): Promise<Map<string, Fingerprint>> =>
  use(async (_database, driver) => {
    const rows = (await driver.query(
      "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'site_id'",
      [],
    )) as { name: string }[];
    const [site] = (await driver.query("select id from sites where slug = $1", [slug])) as { id: string }[];
    const found = new Map([["sites", await fingerprint(driver, "sites", site?.id ?? "")]]);
    for (const { name } of rows) {
      if (name in STAYING_TABLES || name === "account_links") continue;
      found.set(name, await fingerprint(driver, name, site?.id ?? ""));
    }
    return found;
  });

/** The keys that products are filtered by are computed by the database, in no order. */
const WITHOUT_ORDER = "filter_keys";

async function fingerprint(driver: Driver, table: string, id: string): Promise<Fingerprint> {
  const { instead = {} } = STORE_TABLES.find(({ name }) => name === table) ?? {};
  const isStore = table === "sites";
  const [found] = (await driver.query(
    `select count(*)::int as count, coalesce(md5(string_agg(line, '' order by line collate "C")), '') as hash
     from (
       select md5(replace((to_jsonb(t) - 'site_id' - $2::text[])::text, $1::text, 'the store')) as line
       from ${table} t
       where ${isStore ? "id" : "site_id"} = $1::uuid
     ) rows`,
    [id, [...Object.keys(instead), WITHOUT_ORDER, ...(isStore ? STAYING_COLUMNS : [])]],
  )) as Fingerprint[];
  return found as Fingerprint;
}

const differences = (one: Map<string, Fingerprint>, other: Map<string, Fingerprint>): string[] =>
  [...one].flatMap(([table, { count, hash }]) => {
    const found = other.get(table);
    return found?.hash === hash ? [] : [`${table} (${found?.count} of ${count})`];
  });
