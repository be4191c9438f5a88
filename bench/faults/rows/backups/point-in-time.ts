import { execFile } from "node:child_process";
import { chownSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { unprivilegedOwner } from "../../../../test/support/setup/postgres-programs.ts";
import { databaseOn, queryAt, reachedAt } from "../../../harness/database.ts";
import type { Postgres } from "../../../harness/postgres.ts";
import { type Fault, type FaultContext, unmetCriteria } from "../../fault.ts";
import { longestGap, tally } from "../../load.ts";
import { requireProgram } from "../../programs.ts";
import { openRunningShop } from "../../scene.ts";
import { auditOrders } from "../../stores-and-orders.ts";
import { invalidAnswers, seconds } from "../criteria.ts";

const LOAD_MS = 4000;
const STANZA = "hanout";

export const pointInTime: Fault = {
  name: "point-in-time",
  about:
    "PostgreSQL is backed up by pgBackRest under orders and archives its log. Later somebody deletes all products of the store; the data folder is lost; it is restored as it was before the deletion.",
  databases: ["postgres"],
  quick: false,
  run: async (context) => {
    const program = requireProgram("pgbackrest", "apt-get install pgbackrest");
    const config = join(context.folder, "pgbackrest.conf");
    const command = `${program} --config=${config} --stanza=${STANZA}`;
    const settings = { archive_mode: "on", archive_command: `${command} archive-push %p`, wal_level: "replica" };
    const postgres = await context.startPostgres({ settings });
    const pgBackRest = await configured(context, postgres, config, program);
    await pgBackRest("stanza-create");
    const database = await databaseOn(postgres);
    const scene = await openRunningShop(context, { database });
    await pause(LOAD_MS);
    const backedUpAt = performance.now();
    await pgBackRest("--type=full", "--start-fast", "backup");
    const backupMs = performance.now() - backedUpAt;
    await pause(LOAD_MS);

    const from = performance.now();
    const [{ now } = { now: "" }] = await queryAt<{ now: string }>(postgres.url("hanout"), "select now()::text as now");
    const to = performance.now();
    await pause(LOAD_MS);
    await scene.stop();
    await queryAt(
      postgres.url("hanout"),
      "delete from product_sales; delete from collection_products; delete from products",
    );
    context.say("all products are deleted");
    await scene.server.stop();
    await queryAt(postgres.url("postgres"), "select pg_switch_wal()");
    await postgres.stop();
    rmSync(postgres.data, { recursive: true });
    const lostAt = performance.now();
    await ownFolder(context.folder, postgres.data);
    await pgBackRest("--type=time", `--target=${now}`, "--target-action=promote", "restore");
    const restored = await context.startPostgres({ data: postgres.data, settings });
    await isPromoted(restored);
    const again = await reachedAt(restored.url("hanout"), restored);
    const server = await context.startServer(again.environment);
    const restoreMs = performance.now() - lostAt;

    const { placed, acknowledged } = scene.orders;
    const before = acknowledged.filter((_, i) => (placed[i]?.at ?? 0) < from);
    const after = acknowledged.filter((_, i) => (placed[i]?.askedAt ?? 0) > to);
    const audit = (numbers: string[]) =>
      again.use((db) => auditOrders(db, [{ store: scene.store, acknowledged: numbers }]));
    const kept = await audit(before);
    const { lost: gone } = await audit(after);
    const headers = { "x-api-key": scene.store.publishable_key };
    const products = await fetch(`${server.url}/api/v1/storefront/products?limit=3`, { headers });
    const { total = 0 } = ((await products.json()) as { pagination?: { total?: number } }).pagination ?? {};
    await server.stop();
    return {
      answers: tally(scene.answers()),
      longestGapMs: longestGap(scene.watch.answers),
      ...kept,
      measured: `${before.length} orders before the moment are there, ${gone} of ${after.length} after it are gone, ${total} products are back; the backup took ${seconds(backupMs)}, from the loss to the first answer ${seconds(restoreMs)}`,
      failures: unmetCriteria([
        [before.length > 0 && after.length > 0, "orders were placed before and after the moment"],
        [gone === after.length, "nothing after the moment is there"],
        [products.status === 200 && total > 0, "the products are back"],
        [invalidAnswers(scene.answers()).length === 0, "nobody is answered 500 or not at all"],
      ]),
    };
  },
};

/** Writes the settings of docs/operating/backup.md, and returns how to run the program as the owner of the database. */
async function configured(context: FaultContext, postgres: Postgres, config: string, program: string) {
  const { folder } = context;
  const place = (name: string) => ownFolder(folder, join(folder, name));
  const lines = [
    "[global]",
    `repo1-path=${await place("repository")}`,
    "repo1-retention-full=2",
    `log-path=${await place("log")}`,
    `lock-path=${await place("lock")}`,
    `spool-path=${await place("spool")}`,
    "log-level-console=warn",
    `[${STANZA}]`,
    `pg1-path=${postgres.data}`,
    `pg1-port=${postgres.port}`,
    `pg1-socket-path=${folder}`,
    "pg1-user=hanout",
    "pg1-database=postgres",
  ];
  writeFileSync(config, `${lines.join("\n")}\n`);
  const owner = await unprivilegedOwner(folder);
  return (...args: string[]) =>
    promisify(execFile)(program, [`--config=${config}`, `--stanza=${STANZA}`, ...args], { ...owner, cwd: folder });
}

/** Makes a folder that belongs to the user who runs PostgreSQL. */
async function ownFolder(folder: string, path: string): Promise<string> {
  const owner = await unprivilegedOwner(folder);
  mkdirSync(path, { mode: 0o700 });
  if (owner) chownSync(path, owner.uid, owner.gid);
  return path;
}

async function isPromoted(postgres: Postgres): Promise<void> {
  for (;;) {
    const [row] = await queryAt<{ waits: boolean }>(postgres.url("postgres"), "select pg_is_in_recovery() as waits");
    if (row?.waits === false) return;
    await pause(100);
  }
}
