import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import Postgrator from "postgrator";
import type { Driver } from "./database.ts";

const MIGRATIONS = fileURLToPath(new URL("../../migrations/*.sql", import.meta.url));
/** The id of the advisory lock. It is arbitrary, and must stay the same: servers of other releases wait for it. */
const MIGRATION_LOCK = 7_216_045;

const postgratorOver = (driver: Driver) =>
  new Postgrator({
    migrationPattern: MIGRATIONS,
    driver: "pg",
    schemaTable: "schema_version",
    execQuery: async (query: string) => ({ rows: await driver.query(query, []) }),
    execSqlScript: (script: string) => driver.exec(script),
  });

/** How long a migration waits for a table lock; other transactions queue behind it meanwhile. */
const LOCK_TIMEOUT_MS = 2000;
const MAX_TRIES = 30;
const MAX_PAUSE_MS = 1000;
/** SQLSTATE: deadlock with requests of running servers; lock time-out. */
const LOCK_CONFLICTS = new Set(["40P01", "55P03"]);

/**
 * Applies all pending migrations and returns their names. Several processes may start at the same time: one migrates, the
 * others wait. All files run in one transaction, so that a failure leaves no trace. Servers may keep running: on a lock
 * conflict with them, the transaction is retried for about a minute. Throws when an applied file has changed since.
 */
export async function migrate(driver: Driver): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await driver.transaction(applyPending);
    } catch (error) {
      if (attempt === MAX_TRIES || !LOCK_CONFLICTS.has((error as { code?: string }).code ?? "")) throw error;
      await setTimeout(Math.random() * MAX_PAUSE_MS);
    }
  }
}

async function applyPending(transaction: Driver): Promise<string[]> {
  await transaction.query("select pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
  await transaction.exec(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  const applied = await postgratorOver(transaction).migrate();
  return applied.map(({ version, name }) => `${String(version).padStart(4, "0")} ${name}`);
}

/** Whether the database has every migration of this version. */
export const isMigrated = async (driver: Driver): Promise<boolean> =>
  (await postgratorOver(driver).getDatabaseVersion()) >= (await latestMigration());

let latestNumber: Promise<number> | undefined;

/** The number of the newest migration of this version. */
export function latestMigration(): Promise<number> {
  latestNumber ??= new Postgrator({ migrationPattern: MIGRATIONS, driver: "pg" }).getMaxVersion();
  return latestNumber;
}
