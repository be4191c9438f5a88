import { join } from "node:path";
import pg from "pg";
import { Database, type Driver } from "../../src/db/database.ts";
import { migrate } from "../../src/db/migrate.ts";
import { openPglite } from "../../src/db/pglite/pglite.ts";
import { openPostgres } from "../../src/db/postgres/postgres.ts";
import type { Postgres } from "./postgres.ts";

export interface TestDatabase {
  /** The server's settings for this database. */
  environment: Record<string, string>;
  /** The PostgreSQL server, of a cluster the coordinator; undefined for the embedded database. */
  postgres: Postgres | undefined;
  /** The workers of a cluster. */
  workers?: Postgres[];
  /** Opens the database, runs `work`, and closes it. No server may have the embedded database open at that time. */
  use<T>(work: (database: Database, driver: Driver) => Promise<T>): Promise<T>;
}

/** Creates a migrated database `hanout` on a PostgreSQL server. */
export async function databaseOn(postgres: Postgres): Promise<TestDatabase> {
  await createDatabase(postgres, "hanout");
  return reachedAt(postgres.url("hanout"), postgres);
}

/** Migrates a database at a URL: on the server itself, behind a proxy, or at the address after a fail-over. */
export const reachedAt = (DATABASE_URL: string, postgres: Postgres): Promise<TestDatabase> =>
  migrated({
    environment: { DATABASE_URL },
    postgres,
    use: (work) => withDatabase(DATABASE_URL, work),
  });

/** Creates a migrated embedded database in a folder. */
export const embeddedDatabase = (folder: string): Promise<TestDatabase> =>
  migrated({
    environment: { DATA_DIR: folder, DATABASE_URL: "" },
    postgres: undefined,
    use: async (work) => using(await openPglite(join(folder, "pglite")), work),
  });

async function migrated(database: TestDatabase): Promise<TestDatabase> {
  await database.use((_database, driver) => migrate(driver));
  return database;
}

type OpenDriver = ReturnType<typeof openPostgres>;
type Use<T> = (database: Database, driver: OpenDriver) => Promise<T>;

/** Runs `work` with a database of PostgreSQL, as the server opens it. */
export const withDatabase = <T>(url: string, work: Use<T>): Promise<T> =>
  using(openPostgres(url, { poolSize: 4, statementTimeout: 600_000, role: "login" }), work);

async function using<T>(driver: OpenDriver, work: Use<T>): Promise<T> {
  try {
    return await work(new Database(driver, { checks: false }), driver);
  } finally {
    await driver.close();
  }
}

/** Creates an empty database. */
export const createDatabase = (postgres: Pick<Postgres, "url">, name: string): Promise<unknown> =>
  queryAt(postgres.url("postgres"), `create database ${pg.escapeIdentifier(name)}`);

/** Runs `work` with a connection as the owner of the tables, who sees all stores. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs one statement as the owner of the tables, and returns its rows. */
export const queryAt = <Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(text, values)).rows);
