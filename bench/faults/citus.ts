import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { createDatabaseOnNodes, distribute, NODE_SETTINGS } from "../../test/support/setup/citus.ts";
import { postgresBinaries } from "../../test/support/setup/postgres-programs.ts";
import { type FaultContext, FaultSkipped, type Postgres, type PostgresOptions, type TestDatabase } from "./fault.ts";

const WORKERS = 2;

/** Starts a coordinator and two workers, and creates a migrated and distributed database `hanout` on them. */
export async function startCluster(
  startPostgres: FaultContext["startPostgres"],
  { settings = {} }: PostgresOptions,
  migrated: (postgres: Postgres) => Promise<TestDatabase>,
): Promise<TestDatabase> {
  if (!existsSync(join(postgresBinaries(undefined), "../lib/citus.so"))) {
    throw new FaultSkipped("needs Citus, which docs/scaling.md says how to install");
  }
  const node = () => startPostgres({ settings: { max_connections: "200", ...NODE_SETTINGS, ...settings } });
  const coordinator = await node();
  const workers = await Promise.all(Array.from({ length: WORKERS }, node));
  await createDatabaseOnNodes(coordinator, workers, "hanout");
  const database = await migrated(coordinator);
  await database.use((_database, driver) => distribute(coordinator.url("hanout"), driver));
  return { ...database, workers };
}

/** Runs one statement on a node as the owner of the tables. */
export async function rowsOn<Row extends object>(node: Postgres, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: node.url("hanout") });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The shard of a table that has the rows of a store, and the worker that it is on. */
export async function placeOf(
  { postgres, workers = [] }: TestDatabase,
  siteId: string,
): Promise<{ coordinator: Postgres; shard: string; worker: Postgres; others: Postgres[] }> {
  if (!postgres) throw new FaultSkipped("needs a cluster");
  const [found] = await rowsOn<{ shard: string; port: number }>(
    postgres,
    `select shardid::text as shard, nodeport as port
     from citus_shards
     where shardid = get_shard_id_for_distribution_column('orders', $1::uuid)`,
    [siteId],
  );
  const worker = workers.find(({ port }) => port === found?.port);
  if (!found || !worker) throw new Error(`no worker has the orders of store ${siteId}`);
  return { coordinator: postgres, shard: found.shard, worker, others: workers.filter((other) => other !== worker) };
}

/** The coordinator looks for prepared transactions that a crash has left once a minute. */
const MAX_RECOVERY_MS = 70_000;

/** How many prepared transactions are left on the workers, after the coordinator has had time to end them. */
export async function countPreparedAfterRecovery(workers: Postgres[]): Promise<number> {
  for (const start = performance.now(); ; await pause(1000)) {
    const left = await countPrepared(workers);
    if (left === 0 || performance.now() - start > MAX_RECOVERY_MS) return left;
  }
}

async function countPrepared(workers: Postgres[]): Promise<number> {
  const counts = await Promise.all(
    workers.map((worker) =>
      rowsOn<{ count: number }>(worker, "select count(*)::integer as count from pg_prepared_xacts"),
    ),
  );
  return counts.reduce((sum, [row]) => sum + (row?.count ?? 0), 0);
}
