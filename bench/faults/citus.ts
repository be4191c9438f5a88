import { existsSync } from "node:fs";
import { join } from "node:path";
import { createDatabaseOnNodes, distribute, NODE_SETTINGS } from "../../test/support/setup/citus.ts";
import { postgresBinaries } from "../../test/support/setup/postgres-programs.ts";
import { queryAt, reachedAt, type TestDatabase } from "../harness/database.ts";
import type { Postgres, PostgresOptions } from "../harness/postgres.ts";
import { timeUntil } from "../harness/wait.ts";
import { type FaultContext, FaultSkipped } from "./fault.ts";

const WORKERS = 2;

/** Starts a coordinator and two workers, and creates a migrated and distributed database `hanout` on them. */
export async function startCluster(
  startPostgres: FaultContext["startPostgres"],
  { settings = {} }: PostgresOptions,
): Promise<TestDatabase> {
  if (!existsSync(join(postgresBinaries(undefined), "../lib/citus.so"))) {
    throw new FaultSkipped("needs Citus, which docs/scaling.md says how to install");
  }
  const node = () => startPostgres({ settings: { max_connections: "200", ...NODE_SETTINGS, ...settings } });
  const coordinator = await node();
  const workers = await Promise.all(Array.from({ length: WORKERS }, node));
  await createDatabaseOnNodes(coordinator, workers, "hanout");
  const database = await reachedAt(coordinator.url("hanout"), coordinator);
  await database.use((_database, driver) => distribute(coordinator.url("hanout"), driver));
  return { ...database, workers };
}

/** The shard of a table that has the rows of a store, and the worker that it is on. */
export async function placeOf(
  { postgres, workers = [] }: TestDatabase,
  siteId: string,
): Promise<{ coordinator: Postgres; shard: string; worker: Postgres; others: Postgres[] }> {
  if (!postgres) throw new FaultSkipped("needs a cluster");
  const [found] = await queryAt<{ shard: string; port: number }>(
    postgres.url("hanout"),
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
  let left = 0;
  const areEnded = async () => {
    left = 0;
    for (const worker of workers) {
      left += (await queryAt(worker.url("hanout"), "select from pg_prepared_xacts")).length;
    }
    return left === 0;
  };
  await timeUntil(areEnded, MAX_RECOVERY_MS, 1000);
  return left;
}
