import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { Database } from "../../src/db/database.ts";
import { migrate } from "../../src/db/migrate.ts";
import { openPglite } from "../../src/db/pglite/pglite.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import { startCluster } from "./citus.ts";
import type { DatabaseKind, FaultContext, Postgres, TestDatabase } from "./fault.ts";
import { startPostgres } from "./postgres.ts";
import { startServer } from "./server.ts";

/** Creates the context of one row, and `end`, which stops and removes everything that the row started or created. */
export function openContext(given: { database: DatabaseKind; quick: boolean; say: (progress: string) => void }): {
  context: FaultContext;
  end: () => Promise<void>;
} {
  const folder = mkdtempSync(join(tmpdir(), "hanout-fault-"));
  chmodSync(folder, 0o755);
  const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const onEnd = (cleanup: () => unknown) => cleanups.push(cleanup);
  const owned = { folder, onEnd };
  const context: FaultContext = {
    ...given,
    folder,
    onEnd,
    startPostgres: (options = {}) => startPostgres(owned, options),
    newDatabase: async (options = {}) => {
      if (given.database === "pglite") return embeddedDatabase(folder);
      if (given.database === "citus") return startCluster(context.startPostgres, options, migratedOn);
      return databaseOn(await startPostgres(owned, options));
    },
    startServer: (environment, options) => startServer(owned, environment, options),
  };
  const end = async () => {
    for (const cleanup of cleanups.reverse()) {
      await Promise.resolve()
        .then(cleanup)
        .catch((error: unknown) => given.say(`cleaning up: ${String(error)}`));
    }
  };
  return { context, end };
}

/** Creates a migrated database `hanout` on a PostgreSQL server. */
export async function databaseOn(postgres: Postgres): Promise<TestDatabase> {
  await createDatabase(postgres, "hanout");
  return migratedOn(postgres);
}

const migratedOn = (postgres: Postgres): Promise<TestDatabase> => reachedAt(postgres.url("hanout"), postgres);

/** Migrates a database at another URL: behind a proxy, or at the address after a fail-over. */
export async function reachedAt(DATABASE_URL: string, postgres: Postgres): Promise<TestDatabase> {
  const use = over(() =>
    Promise.resolve(openPostgres(DATABASE_URL, { poolSize: 4, statementTimeout: 600_000, role: "login" })),
  );
  await use((_database, driver) => migrate(driver));
  return { environment: { DATABASE_URL }, postgres, use };
}

export async function createDatabase(postgres: Pick<Postgres, "url">, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url("postgres") });
  await client.connect();
  await client.query(`create database ${client.escapeIdentifier(name)}`);
  await client.end();
}

async function embeddedDatabase(folder: string): Promise<TestDatabase> {
  const use = over(() => openPglite(join(folder, "pglite")));
  await use((_database, driver) => migrate(driver));
  return { environment: { DATA_DIR: folder, DATABASE_URL: "" }, postgres: undefined, use };
}

type Driver = ReturnType<typeof openPostgres>;

const over =
  (open: () => Promise<Driver>) =>
  async <T>(work: (database: Database, driver: Driver) => Promise<T>): Promise<T> => {
    const driver = await open();
    try {
      return await work(new Database(driver, { checks: false }), driver);
    } finally {
      await driver.close();
    }
  };
