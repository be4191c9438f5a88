import { join } from "node:path";
import { OperatorError } from "../core/operator-error.ts";
import { pgliteVersion } from "../core/version.ts";
import type { Driver } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openPostgres, type ReplicaSettings } from "./postgres/postgres.ts";
import { ROLES, requireRoles } from "./roles.ts";

export interface DatabaseSettings {
  DATABASE_URL: string;
  DATABASE_READ_URL: string;
  DATABASE_REPLICA_URL: string;
  DATABASE_REPLICA_MAX_LAG_SECONDS: number;
  DATABASE_MIGRATION_URL: string;
  DATABASE_POOL_SIZE: number;
  DATABASE_READ_POOL_SIZE: number;
  DATABASE_STATEMENT_TIMEOUT_SECONDS: number;
  DATABASE_READ_TIMEOUT_SECONDS: number;
  DATABASE_LOCK_TIMEOUT_SECONDS: number;
  DATABASE_PREPARED: boolean;
  CACHE_BYTES: number;
  DATA_DIR: string;
}

/** The database cannot be opened; the message is one sentence for the operator. */
class DatabaseUnavailable extends OperatorError {}

/**
 * Opens the database of the settings and applies all pending migrations; `migrated` lists them. `monitored`: checks the
 * health of PostgreSQL every second, with a cache or a replica learns what other processes change, and uses the replica.
 * `log` receives a sentence before the database is made or migrated, and whenever reads move to the replica or back;
 * default: a warning of the process. Throws
 * FolderInUse when another process uses the embedded database, DatabaseUnavailable when PostgreSQL does not answer.
 */
export function openDatabase(
  settings: DatabaseSettings,
  { monitored = false, log = (line: string) => process.emitWarning(line) } = {},
): Promise<{ driver: Driver; migrated: string[] }> {
  return settings.DATABASE_URL
    ? openServer(settings, monitored, log)
    : openEmbedded(join(settings.DATA_DIR, "pglite"), log);
}

/**
 * Opens and migrates the embedded database, in memory without a folder. Its connection works as `hanout_reader` then.
 * Throws OperatorError when PGlite is not installed.
 */
export async function openEmbedded(
  folder?: string,
  log: (line: string) => void = () => {},
): Promise<{ driver: Driver; migrated: string[] }> {
  const { openPglite } = await import("./pglite/pglite.ts").catch(explainMissing); // servers on PostgreSQL have no PGlite
  const driver = await openPglite(folder, log);
  try {
    const migrated = await migrate(driver, { log });
    await driver.exec(`set role ${ROLES.reads}`);
    return { driver, migrated };
  } catch (error) {
    await driver.close();
    throw error;
  }
}

const PGLITE = "@electric-sql/pglite";

function explainMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== "ERR_MODULE_NOT_FOUND" || !error.message.includes(PGLITE)) throw error;
  throw new OperatorError(
    `The embedded database is not installed. Set DATABASE_URL to a PostgreSQL server, or run: npm install ${PGLITE}@${pgliteVersion}`,
  );
}

/** Two pools that work as `ROLES`, opened after the migrations. */
async function openServer(
  settings: DatabaseSettings,
  monitored: boolean,
  log: (line: string) => void,
): Promise<{ driver: Driver; migrated: string[] }> {
  const migrated = await migrateServer(settings, log);
  const replica = monitored && settings.DATABASE_REPLICA_URL !== "" && replicaOf(settings, log);
  const driver = openPostgres(settings.DATABASE_URL, {
    readConnectionString: settings.DATABASE_READ_URL || settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    readPoolSize: settings.DATABASE_READ_POOL_SIZE,
    statementTimeout: settings.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1000,
    readTimeout: settings.DATABASE_READ_TIMEOUT_SECONDS * 1000,
    lockTimeout: settings.DATABASE_LOCK_TIMEOUT_SECONDS * 1000,
    sessions: settings.DATABASE_PREPARED,
    monitored,
    followsChanges: monitored && (settings.CACHE_BYTES > 0 || replica !== false),
    ...(replica && { replica }),
  });
  try {
    await requireRoles(driver);
    return { driver, migrated };
  } catch (error) {
    await driver.close();
    throw cannotBeUsed(settings.DATABASE_URL, error);
  }
}

const replicaOf = (settings: DatabaseSettings, log: (line: string) => void): ReplicaSettings => ({
  connectionString: settings.DATABASE_REPLICA_URL,
  maxLag: settings.DATABASE_REPLICA_MAX_LAG_SECONDS * 1000,
  log,
});

async function migrateServer(settings: DatabaseSettings, log: (line: string) => void): Promise<string[]> {
  const driver = await openOwner(settings);
  try {
    return await migrate(driver, { log });
  } finally {
    await driver.close();
  }
}

/**
 * Opens PostgreSQL as the owner of the tables, or at another address of the settings, with the role of the login and without
 * time-outs: migrations can take long. Throws DatabaseUnavailable when it does not answer or is too old.
 */
export async function openOwner(
  settings: Pick<DatabaseSettings, "DATABASE_URL" | "DATABASE_MIGRATION_URL" | "DATABASE_PREPARED">,
  url = settings.DATABASE_MIGRATION_URL || settings.DATABASE_URL,
): Promise<Driver> {
  const driver = openPostgres(url, {
    poolSize: 2, // while the first migrates, the second holds the lock
    statementTimeout: 0,
    sessions: settings.DATABASE_PREPARED,
    role: "login",
  });
  try {
    await requireSupportedServer(driver, url);
    return driver;
  } catch (error) {
    await driver.close();
    throw error;
  }
}

async function requireSupportedServer(driver: Driver, url: string): Promise<void> {
  try {
    const [row] = await driver.query("select current_setting('server_version_num')::int as version", []);
    const { version } = row as { version: number };
    if (version < 150_000)
      throw new Error(`it has version ${Math.floor(version / 10_000)}, and version 15 is required`);
  } catch (error) {
    throw cannotBeUsed(url, error);
  }
}

const cannotBeUsed = (url: string, error: unknown): DatabaseUnavailable =>
  new DatabaseUnavailable(`The database at ${withoutPassword(url)} cannot be used: ${errorMessage(error)}.`);

function withoutPassword(url: string): string {
  const parsed = new URL(url);
  parsed.password = "";
  parsed.search = ""; // may contain a password too
  return parsed.href;
}

/** Node tries all addresses of a host name, and wraps their errors in an AggregateError without a message. */
const errorMessage = (error: unknown): string =>
  error instanceof AggregateError ? String(error.errors[0]?.message) : (error as Error).message;
