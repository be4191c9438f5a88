import { setTimeout as pause } from "node:timers/promises";
import { withClient } from "../harness/database.ts";
import type { Postgres } from "../harness/postgres.ts";
import type { Server } from "../harness/server.ts";
import type { AskedStore } from "./asked-stores.ts";
import { Asker } from "./asker.ts";
import type { Kind } from "./kinds.ts";
import type { Loaded } from "./loaded.ts";

/** The plans of slow statements, as PostgreSQL itself logs them (auto_explain). */

const REQUESTS = 40;
const LOG_MS = 300;
const STATEMENT_LINES = 8;
const PLAN_LINES = 40;
const MAX_LINE = 220;

const SETTINGS = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_buffers": "on",
};

/** Makes new connections to the database log the plan of every statement. */
export const logPlans = ({ url }: Loaded): Promise<void> =>
  withClient(url, async (owner) => {
    const { rows } = await owner.query<{ name: string }>("select current_database() as name");
    await owner.query("load 'auto_explain'");
    for (const [name, value] of Object.entries(SETTINGS))
      await owner.query(`alter database ${owner.escapeIdentifier(rows[0]?.name ?? "")} set ${name} = '${value}'`);
  });

/** Asks some requests of a kind twice. Returns the plan of the statement that took longest in the second turn. */
export async function slowestPlan(
  postgres: Postgres,
  server: Server,
  kind: Kind,
  stores: AskedStore[],
): Promise<string | undefined> {
  const asker = await Asker.open(server.url);
  const askAll = async () => {
    for (let n = 0; n < REQUESTS; n++) await kind.ask(asker, stores[n % stores.length] as AskedStore, n);
    await pause(LOG_MS); // PostgreSQL writes the log through a pipe
  };
  await askAll();
  const from = postgres.log().length;
  await askAll();
  asker.close();
  const entries = postgres
    .log()
    .slice(from)
    .split(/^(?=\d{4}-\d\d-\d\d )/m);
  const plans = entries.flatMap((entry) => {
    const ms = /duration: ([\d.]+) ms {2}plan:/.exec(entry)?.[1];
    return ms === undefined ? [] : [{ ms: Number(ms), entry }];
  });
  const slowest = plans.sort((a, b) => b.ms - a.ms)[0];
  return slowest && toldOf(slowest.entry);
}

/** The first lines of the statement, and the plan without its details of buffers. */
function toldOf(entry: string): string {
  const lines = entry.split("\n").map(shortened).filter(isTold);
  const plan = lines.findIndex((line) => line.includes("(cost="));
  return [...lines.slice(0, Math.min(plan, STATEMENT_LINES)), ...lines.slice(plan, plan + PLAN_LINES)].join("\n");
}

const shortened = (line: string): string => {
  const plain = line.replace(/^\t/, "").replace(/^.*LOG: {2}/, "");
  return plain.length > MAX_LINE ? `${plain.slice(0, MAX_LINE)} …` : plain;
};

const isTold = (line: string): boolean => !/^\s*($|--|Buffers:|I\/O Timings:)/.test(line);
