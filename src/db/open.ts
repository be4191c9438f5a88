import { join } from "node:path";
import type { Driver } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openPglite } from "./pglite.ts";
import { openPostgres } from "./postgres.ts";

export interface DatabaseSettings {
  DATABASE_URL: string;
  DATABASE_POOL_SIZE: number;
  DATABASE_STATEMENT_TIMEOUT_SECONDS: number;
  DATA_DIR: string;
}

/** The database cannot be opened; the message is one sentence for the operator. */
export class DatabaseUnavailable extends Error {}

/**
 * Opens the database the settings name, with all migrations applied, and says which those were.
 * Throws FolderInUse when another process holds the embedded one, DatabaseUnavailable when PostgreSQL does not answer.
 */
export async function openDatabase(settings: DatabaseSettings): Promise<{ driver: Driver; migrated: string[] }> {
  const driver = settings.DATABASE_URL
    ? await reachPostgres(settings)
    : await openPglite(join(settings.DATA_DIR, "pglite"));
  try {
    return { driver, migrated: await migrate(driver) };
  } catch (error) {
    await driver.close();
    throw error;
  }
}

async function reachPostgres(settings: DatabaseSettings): Promise<Driver> {
  const driver = openPostgres(settings.DATABASE_URL, {
    poolSize: settings.DATABASE_POOL_SIZE,
    statementTimeout: settings.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
  });
  try {
    const [row] = await driver.query("select current_setting('server_version_num')::int as version", []);
    const { version } = row as { version: number };
    if (version < 150_000) throw new Error(`it is version ${Math.floor(version / 10_000)}, and 15 is needed`);
    return driver;
  } catch (error) {
    await driver.close();
    throw new DatabaseUnavailable(
      `The database at ${withoutPassword(settings.DATABASE_URL)} cannot be used: ${reason(error)}.`,
    );
  }
}

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = "";
  parsed.search = ""; // may hold one too
  return parsed.href;
}

/** Node tries several addresses for one name and wraps their errors in one that says nothing. */
const reason = (error: unknown): string =>
  error instanceof AggregateError ? String(error.errors[0]?.message) : (error as Error).message;
