import pg from "pg";
import { isConnectionLost } from "../failures.ts";
import { type Health, HealthMonitor } from "../health-monitor.ts";
import { latestMigration } from "../migrate.ts";

/** Milliseconds between two probes; also the time-out of a probe. */
const INTERVAL_MS = 1000;

/** Monitors PostgreSQL over a separate connection. */
export function monitorPostgres(address: pg.ClientConfig, onUnresponsive: () => void): HealthMonitor {
  let client: pg.Client | undefined;
  let isBusy = false;
  const disconnect = () => {
    client?.connection.stream.destroy();
    client = undefined;
  };

  const probe = async (): Promise<Health> => {
    if (isBusy) disconnect(); // the last probe failed or timed out
    isBusy = true;
    client ??= await connect(address, (created) => {
      client = created;
    });
    const health = await readHealth(client);
    isBusy = false;
    return health;
  };
  return new HealthMonitor({ probe, onUnresponsive, intervalMs: INTERVAL_MS, onStop: disconnect });
}

/** `opening` receives the client before it connects, so that a client that never connects can be closed. */
async function connect(address: pg.ClientConfig, onCreated: (client: pg.Client) => void): Promise<pg.Client> {
  const client = new pg.Client({ ...address, application_name: "hanout probe" });
  client.on("error", () => {});
  onCreated(client);
  await client.connect();
  return client;
}

const HEALTH = `
  select not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean) as writes,
    (select max(version)::integer from schema_version) as version
`;

/** PostgreSQL writes an exported snapshot to a small file, which fails when the disk is full. */
const EXPORT_SNAPSHOT = "select pg_export_snapshot()";

async function readHealth(client: pg.Client): Promise<Health> {
  const { writes, version } = (await client.query(HEALTH)).rows[0];
  return { reads: version >= (await latestMigration()), writes: writes && (await canWriteFile(client)) };
}

async function canWriteFile(client: pg.Client): Promise<boolean> {
  try {
    await client.query(EXPORT_SNAPSHOT);
    return true;
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    return false;
  }
}
