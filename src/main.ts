import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { listOf, type Settings } from "./config.ts";
import { CustomerTokens, tokenSecrets } from "./customers/customers.ts";
import { Database, type Driver } from "./db/database.ts";
import { isMigrated } from "./db/migrate.ts";
import { openDatabase } from "./db/open.ts";
import { expensiveReadsFor } from "./db/shares.ts";
import type { DemoFile } from "./demo/demo-file.ts";
import { loadDemoOnFirstStart, renewDemoFile } from "./demo/first-start.ts";
import type { Readiness } from "./http/server/health.ts";
import { Keyring } from "./keys/keys.ts";

/** A server that listens. */
export interface Server {
  /** Where, as its users see it. */
  url: string;
  /** The demo stores, if this database has them. */
  demo: DemoFile | undefined;
  /** Serves on for `SHUTDOWN_DELAY_SECONDS`, closes the listener, lets requests in flight finish, closes the database. */
  stop(): Promise<void>;
}

/** The address cannot be listened on; the message is one sentence for the operator. */
export class CannotListen extends Error {}

/** Opens the database, loads the demo into a new embedded one, and listens. */
export async function startServer(settings: Settings, say: (line: string) => void): Promise<Server> {
  const tokens = new CustomerTokens(tokenSecrets(listOf(settings.CUSTOMER_TOKEN_KEYS), settings.DATA_DIR));
  const { driver } = await openDatabase(settings, { watched: true });
  const expensiveReads = {
    perStore: settings.EXPENSIVE_READS_PER_STORE || expensiveReadsFor(availableParallelism()),
    inAll: settings.EXPENSIVE_READS_AT_ONCE,
  };
  const database = new Database(driver, { checks: false, expensiveReads });
  const keyring = new Keyring(database);
  const app = await buildApp({ settings, database, keyring, tokens, readiness: () => readinessOf(driver) });
  app.addHook("onClose", () => driver.close());
  try {
    await loadDemoOnFirstStart(settings, database, keyring, say);
    const url = await listen(app, settings);
    const demo = await renewDemoFile(settings.DATA_DIR, keyring, url);
    return { url, demo, stop: () => stop(app, settings) };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** PostgreSQL is watched all the time; the embedded database is asked. */
async function readinessOf(driver: Driver): Promise<Readiness> {
  return driver.health?.() ?? { reads: await isMigrated(driver), writes: true };
}

async function stop(app: FastifyInstance, { SHUTDOWN_DELAY_SECONDS }: Settings): Promise<void> {
  app.closing.begin();
  await setTimeout(SHUTDOWN_DELAY_SECONDS * 1000);
  await app.close();
}

async function listen(app: FastifyInstance, { HOST, PORT, PUBLIC_URL }: Settings): Promise<string> {
  try {
    await app.listen({ host: HOST, port: PORT });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") {
      throw new CannotListen(`Port ${PORT} is taken by another program. Stop that one, or set PORT to a free one.`);
    }
    throw new CannotListen(`The server cannot listen on ${HOST}:${PORT}: ${message}.`);
  }
  const [address] = app.addresses();
  const port = typeof address === "object" ? address.port : PORT;
  const host = HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  return PUBLIC_URL || `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
