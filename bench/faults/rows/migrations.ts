import { cpSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createDatabase } from "../../harness/database.ts";
import { spawnHanout } from "../../harness/server.ts";
import { type Fault, type FaultContext, unmetCriteria } from "../fault.ts";
import { isServed, longestGap } from "../load.ts";
import { openRunningShop } from "../scene.ts";
import { counted, seconds } from "./criteria.ts";

const PROCESSES = 10;

export const tenMigrations: Fault = {
  name: "ten-migrations",
  about: "Ten processes `hanout migrate` start at once on an empty database.",
  databases: ["postgres"],
  quick: false,
  run: async (context) => {
    const postgres = await context.startPostgres();
    await createDatabase(postgres, "hanout");
    const environment = { DATABASE_URL: postgres.url("hanout") };
    const runs = await Promise.all(Array.from({ length: PROCESSES }, () => migrateIn(context, environment)));
    const applied = runs.filter(({ out }) => /"applied": \[\s*"/.test(out));
    const codes = runs.map(({ code }) => code).join(", ");
    return {
      answers: {},
      longestGapMs: 0,
      acknowledged: 0,
      lost: 0,
      invariants: [],
      measured: `exit codes ${codes}; ${applied.length} of them applied migrations`,
      failures: unmetCriteria([
        [runs.every(({ code }) => code === 0), "all succeed"],
        [applied.length === 1, "exactly one applies the migrations"],
      ]),
    };
  },
};

export const migrationUnderLoad: Fault = {
  name: "migration-under-load",
  about:
    "A later release, with two more migrations (new columns on orders, carts and products; an index on orders, made concurrently), migrates the database and starts beside the server under load.",
  databases: ["postgres"],
  quick: false,
  run: async (context) => {
    const later = laterRelease(context);
    const scene = await openRunningShop(context);
    await pause(2000);
    const from = performance.now();
    const { code, out } = await migrateIn(context, scene.database.environment, later);
    const took = performance.now() - from;
    context.say(`migrated in ${seconds(took)}`);
    const beside = await context.startServer(scene.database.environment, { release: later });
    await pause(2000);
    const besideReady = (await fetch(`${beside.url}/readyz`)).status;
    await beside.stop();
    return scene.finish(() => {
      const failed = [...scene.answers(), ...scene.ready.answers].filter((answer) => !isServed(answer));
      return {
        measured: `the migration's process took ${seconds(took)}; longest gap ${seconds(longestGap(scene.watch.answers))}; failed requests: ${counted(failed)}`,
        failures: unmetCriteria([
          [code === 0 && Object.keys(MIGRATIONS).every((name) => out.includes(name)), `all are applied: ${out.trim()}`],
          [failed.length === 0, `no request fails, not ${counted(failed)}`],
          [besideReady === 200, "the later release is ready beside the earlier one"],
        ]),
      };
    });
  },
};

/** Migrations that only add, so that old and new servers can run side by side. */
const MIGRATIONS = {
  "more-columns": `
    alter table orders add column faults_note text;
    alter table carts add column faults_count integer not null default 0;
    alter table products add column faults_note text;
  `,
  "more-indexes-concurrently": `
    drop index concurrently if exists faults_orders;
    create index concurrently faults_orders on orders (site_id, faults_note);
  `,
};

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Copies the built server and adds the migrations. */
function laterRelease({ folder }: FaultContext): string {
  const release = join(folder, "release");
  const migrations = join(release, "dist/migrations");
  cpSync(join(ROOT, "dist"), join(release, "dist"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(release, "node_modules"));
  let next = readdirSync(migrations).length;
  for (const [name, script] of Object.entries(MIGRATIONS))
    writeFileSync(join(migrations, `${String(++next).padStart(4, "0")}.do.${name}.sql`), script);
  return release;
}

async function migrateIn(context: FaultContext, environment: Record<string, string>, release?: string) {
  const options = { environment: { LOG_LEVEL: "warn", ...environment }, ...(release && { release }) };
  const { ended, out } = spawnHanout(context, ["migrate", "--json"], options);
  return { code: await ended, out: out() };
}
