import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import Postgrator from "postgrator";
import type { Driver } from "./database.ts";

const MIGRATIONS = fileURLToPath(new URL("../../migrations/*.sql", import.meta.url));
const MIGRATION_LOCK = 7_216_045; // any number; all Hanout processes of a database wait for each other on it

const postgratorOver = (driver: Driver) =>
  new Postgrator({
    migrationPattern: MIGRATIONS,
    driver: "pg",
    schemaTable: "schema_version",
    execQuery: async (query: string) => ({ rows: await driver.query(query, []) }),
    execSqlScript: (script: string) => driver.exec(script),
  });

/** A table that is in use is waited for this long; everybody who wants it waits behind the migration meanwhile. */
const LOCK_TIMEOUT_MS = 2000;
const MAX_TRIES = 30;
const MAX_PAUSE_MS = 1000;
/** SQLSTATE: deadlock with requests of servers that run, or a table that stayed in use. */
const LOCK_CONFLICTS = new Set(["40P01", "55P03"]);

/**
 * Brings the tables up to date, and returns the files it applied. Ten processes may start at once: one works, the
 * others wait. All pending files are one transaction, so a failing one leaves nothing behind. Servers may run meanwhile:
 * when they are in the way it gives way and tries again, for about a minute.
 * Throws when a file that was applied before has since been changed.
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

/** Whether the database has every migration this code knows. */
export const isMigrated = async (driver: Driver): Promise<boolean> =>
  (await postgratorOver(driver).getDatabaseVersion()) >= (await latestMigration());

let latestNumber: Promise<number> | undefined;

/** The number of the newest migration this code knows. */
export function latestMigration(): Promise<number> {
  latestNumber ??= new Postgrator({ migrationPattern: MIGRATIONS, driver: "pg" }).getMaxVersion();
  return latestNumber;
}
