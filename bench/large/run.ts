import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { queryAt } from "../harness/database.ts";
import { say } from "../harness/options.ts";
import { inPlace, type Place } from "../harness/place.ts";
import { FILLED_SETTINGS, type Postgres, startPostgres } from "../harness/postgres.ts";
import { type Server, type ServerOptions, startServer, WITHOUT_CACHE } from "../harness/server.ts";
import { circumstances } from "../harness/tables.ts";
import { DATA, DOCUMENT, PUBLISHED } from "../report/results.ts";
import { LARGE_SECTION, withResults } from "../report/tables.ts";
import { SERVER_SETTINGS } from "../work.ts";
import { type AskedStore, readAskedStores, type StoreKind } from "./asked-stores.ts";
import {
  type ComparedRow,
  comparePairs,
  isReached,
  type Limits,
  type Mode,
  requireRight,
  type Times,
} from "./comparison.ts";
import { IN_MEMORY, KINDS, type Kind } from "./kinds.ts";
import { type Loaded, load } from "./loaded.ts";
import { logPlans, slowestPlan } from "./plans.ts";
import { memoryAfterReads, migrateTimes, startTimes, type ValueRow } from "./process-values.ts";
import { proveLoaded } from "./proof.ts";
import { asMarkdown, asTable, type Contents, type LargeResults, type Plan, plansAsMarkdown } from "./report.ts";
import { largeSize, SMALL } from "./sizes.ts";

/** `npm run bench -- --large`: ten thousand stores and a million products, compared with ten stores and a thousand. */

export interface LargeOptions {
  /** The part of the large database that is made, from 0 to 1. */
  scale: number;
  quick: boolean;
  /** Where the results are written. In the folder of the committed ones, the document is written, too. */
  folder: string;
}

const RESULTS_FILE = "large.json";
const PLANS_FILE = join(DATA, "large-plans.md");
const WHOLE: Record<Mode, Limits> = { warm: { pairs: 10_000, seconds: 8 }, cold: { pairs: 1000, seconds: 8 } };
const QUICK: Record<Mode, Limits> = { warm: { pairs: 500, seconds: 2 }, cold: { pairs: 200, seconds: 2 } };
const ASKED_STORES = 9;
/** Stores that are read before the memory is measured. */
const READ_STORES = 1000;
const STORE_KINDS: StoreKind[] = ["largest", "ordinary"];
const DATABASES = ["large", "small"] as const;

/** What one run uses. */
interface Scene extends Place {
  postgres: Postgres;
  loaded: Record<keyof Times, Loaded>;
  stores: Record<keyof Times, Record<StoreKind, AskedStore[]>>;
  start(database: keyof Times, options?: ServerOptions): Promise<Server>;
}

/** Loads both databases, compares them, prints the table and writes the results. */
export async function runLarge({ scale, quick, folder }: LargeOptions): Promise<void> {
  return inPlace(async (place) => {
    const postgres = await startPostgres(place, { settings: FILLED_SETTINGS });
    const { large, small } = await loadBoth(postgres, scale);
    const loaded = { large: large.loaded, small: small.loaded };
    const scene: Scene = {
      ...place,
      postgres,
      loaded,
      stores: {
        large: await readAskedStores(loaded.large, ASKED_STORES),
        small: await readAskedStores(loaded.small, ASKED_STORES),
      },
      start: (database, { environment, ...options } = {}) => {
        const DATABASE_URL = loaded[database].url;
        return startServer(place, { ...options, environment: { ...SERVER_SETTINGS, DATABASE_URL, ...environment } });
      },
    };
    const values = await measureProcesses(scene);
    const limits = quick ? QUICK : WHOLE;
    const rows = [...(await compareAll(scene, "warm", limits)), ...(await compareAll(scene, "cold", limits))];
    const plans = await plansOf(scene, rows);
    const databases = { large: large.contents, small: small.contents };
    write(folder, { ...circumstances(), postgres: await versionOf(loaded.large), scale, databases, rows, values });
    if (plans.length > 0) writePlans(plans);
  });
}

async function loadBoth(
  postgres: Postgres,
  scale: number,
): Promise<Record<keyof Times, { loaded: Loaded; contents: Contents }>> {
  const loadOne = async (name: keyof Times) => {
    const size = name === "large" ? largeSize(scale) : SMALL;
    const loaded = await load(postgres, { name, size, asked: READ_STORES });
    const { url: _url, largest: _largest, ordinary: _ordinary, ...counted } = loaded;
    const contents = { ...counted, compared: await proveLoaded(loaded) };
    const { stores, products, orders, seconds } = counted;
    say(`${name}: ${stores} stores, ${products} products, ${orders} orders in ${seconds.toFixed(0)} s`);
    return { loaded, contents };
  };
  const small = await loadOne("small");
  return { small, large: await loadOne("large") };
}

async function versionOf({ url }: Loaded): Promise<string> {
  const [row] = await queryAt<{ version: string }>(url, "select version()");
  return row?.version.split(" on ")[0] ?? "";
}

async function measureProcesses({ loaded, start, ...place }: Scene): Promise<ValueRow[]> {
  const keys = { large: loaded.large.largest.publishableKey, small: loaded.small.largest.publishableKey };
  const urls = { large: loaded.large.url, small: loaded.small.url };
  const memory = async (database: keyof Times) => {
    const server = await start(database);
    const megabytes = await memoryAfterReads(server, loaded[database].ordinary);
    await server.stop();
    return megabytes;
  };
  const name = `memory after three reads of each of ${loaded.large.ordinary.length} (small: ${loaded.small.ordinary.length}) stores`;
  const values: ValueRow[] = [
    { name, unit: "MB", values: { large: await memory("large"), small: await memory("small") } },
    await startTimes(start, keys),
    await migrateTimes(urls, place),
  ];
  for (const { name: about, unit, values: one } of values)
    say(`${about}: ${one.large.toFixed(0)} / ${one.small.toFixed(0)} ${unit}`);
  return values;
}

async function compareAll({ stores, start }: Scene, mode: Mode, limits: Record<Mode, Limits>): Promise<ComparedRow[]> {
  const options = mode === "cold" ? { environment: WITHOUT_CACHE } : {};
  const servers = { large: await start("large", options), small: await start("small", options) };
  const rows: ComparedRow[] = [];
  for (const kind of KINDS) {
    for (const store of STORE_KINDS) {
      const sides = {
        large: { server: servers.large, stores: stores.large[store] },
        small: { server: servers.small, stores: stores.small[store] },
      };
      for (const name of DATABASES) await requireRight(kind, sides[name]);
      const row = await comparePairs({ kind, mode, store }, sides, limits[mode]);
      say(
        `${mode} ${kind.name}, ${store}: p50 ${row.p50.large.toFixed(2)} / ${row.p50.small.toFixed(2)} ms, ` +
          `p99 ${row.p99.large.toFixed(2)} / ${row.p99.small.toFixed(2)} ms`,
      );
      rows.push(row);
    }
  }
  for (const name of DATABASES) await servers[name].stop();
  return rows;
}

/** The plans of the rows that miss their goal, except of reads that are answered from memory. */
async function plansOf({ postgres, loaded, stores, start }: Scene, rows: ComparedRow[]): Promise<Plan[]> {
  const missed = rows.filter((row) => !isReached(row) && (row.mode === "cold" || !IN_MEMORY.has(row.kind)));
  if (missed.length === 0) return [];
  await logPlans(loaded.large);
  const server = await start("large", { environment: WITHOUT_CACHE });
  const plans: Plan[] = [];
  for (const { kind: name, store } of missed) {
    if (plans.some((plan) => plan.kind === name && plan.store === store)) continue;
    const kind = KINDS.find((one) => one.name === name) as Kind;
    const plan = await slowestPlan(postgres, server, kind, stores.large[store]);
    if (plan !== undefined) plans.push({ kind: name, store, plan });
  }
  await server.stop();
  return plans;
}

function write(folder: string, results: LargeResults): void {
  console.log(asTable(results));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, RESULTS_FILE), `${JSON.stringify(results, null, 2)}\n`);
  const section = asMarkdown(results);
  if (folder === PUBLISHED)
    writeFileSync(DOCUMENT, withResults(readFileSync(DOCUMENT, "utf8"), section, LARGE_SECTION));
  else writeFileSync(join(folder, "large.md"), section);
  say(`written to ${folder}`);
}

/** Writes the plans beside the results of quick runs: they are for whoever works on a statement, and are not published. */
function writePlans(plans: Plan[]): void {
  mkdirSync(dirname(PLANS_FILE), { recursive: true });
  writeFileSync(PLANS_FILE, plansAsMarkdown(plans));
  say(`plans of rows that miss their goal: ${PLANS_FILE}`);
}
