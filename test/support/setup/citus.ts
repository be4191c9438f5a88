import pg from "pg";
import { distributionSql } from "../../../src/db/citus/distribution-sql.ts";
import { readSchema } from "../../../src/db/citus/schema.ts";
import type { Driver } from "../../../src/db/database.ts";
import { startPostgres, type TestPostgres } from "./postgres.ts";

/**
 * Settings that make PostgreSQL, with the extension installed, a node of a Citus cluster on one machine. A few shards
 * suffice for tests, and are made sooner.
 */
export const NODE_SETTINGS = {
  shared_preload_libraries: "citus",
  wal_level: "logical",
  max_prepared_transactions: "200",
  max_locks_per_transaction: "256",
  max_worker_processes: "24",
  "citus.node_conninfo": "sslmode=disable",
  "citus.shard_count": "8",
  "citus.enable_statistics_collection": "off",
};

type Node = Pick<TestPostgres, "url">;

/** Starts a coordinator and two workers. The URLs are the coordinator's; databases are created on all nodes. */
export async function startCitus(): Promise<TestPostgres> {
  const settings = Object.entries(NODE_SETTINGS).map(([name, value]) => `${name}=${value}`);
  const nodes = await Promise.all([startPostgres(settings), startPostgres(settings), startPostgres(settings)]);
  const [coordinator, ...workers] = nodes;
  return {
    url: coordinator.url,
    createDatabase: (name) => createDatabaseOnNodes(coordinator, workers, name),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

/** Creates a database on every node, and joins the workers to the coordinator. */
export async function createDatabaseOnNodes(coordinator: Node, workers: Node[], name: string): Promise<void> {
  for (const { url } of [coordinator, ...workers]) {
    await query(url("postgres"), `create database ${pg.escapeIdentifier(name)}`);
    await query(url(name), "create extension citus");
  }
  await query(coordinator.url(name), `select citus_set_coordinator_host('127.0.0.1', ${portOf(coordinator)})`);
  for (const worker of workers) {
    await query(coordinator.url(name), `select citus_add_node('127.0.0.1', ${portOf(worker)})`);
  }
}

const portOf = ({ url }: Node): number => Number(new URL(url("postgres")).port);

/** Distributes the tables of a migrated database, as psql does with the output of `hanout citus`. */
export async function distribute(url: string, driver: Driver): Promise<void> {
  const script = distributionSql(await readSchema(driver), 3);
  await query(url, script.replaceAll(/^\\.*$/gm, "")); // lines that psql obeys itself
}

async function query(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
