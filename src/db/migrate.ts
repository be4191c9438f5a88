import { fileURLToPath } from "node:url";
import Postgrator from "postgrator";
import type { Driver } from "./database.ts";

const MIGRATIONS = fileURLToPath(new URL("../../migrations/*.sql", import.meta.url));
const ONE_AT_A_TIME = 7_216_045; // any number; all Hanout processes of a database wait for each other on it

const postgratorOver = (driver: Driver) =>
  new Postgrator({
    migrationPattern: MIGRATIONS,
    driver: "pg",
    schemaTable: "schema_version",
    execQuery: async (query: string) => ({ rows: await driver.query(query, []) }),
    execSqlScript: (script: string) => driver.exec(script),
  });

/**
 * Brings the tables up to date, and returns the files it applied. Ten processes may start at once: one works, the
 * others wait. All pending files are one transaction, so a failing one leaves nothing behind.
 * Throws when a file that was applied before has since been changed.
 */
export function migrate(driver: Driver): Promise<string[]> {
  return driver.transaction(async (transaction) => {
    await transaction.query("select pg_advisory_xact_lock($1)", [ONE_AT_A_TIME]);
    const applied = await postgratorOver(transaction).migrate();
    return applied.map(({ version, name }) => `${String(version).padStart(4, "0")} ${name}`);
  });
}

/** Whether the database has every migration this code knows. */
export const isMigrated = async (driver: Driver): Promise<boolean> =>
  (await postgratorOver(driver).getDatabaseVersion()) >= (await latestMigration());

let latest: Promise<number> | undefined;

/** The number of the newest migration this code knows. */
export function latestMigration(): Promise<number> {
  latest ??= new Postgrator({ migrationPattern: MIGRATIONS, driver: "pg" }).getMaxVersion();
  return latest;
}
