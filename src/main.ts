import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { CommandParts } from "./cli/beside/served-call.ts";
import { CommandServer } from "./cli/beside/server.ts";
import { listOf, type Settings } from "./config.ts";
import { CustomerTokens, tokenSecrets } from "./customers/customers.ts";
import type { ChangeFeed } from "./db/changes.ts";
import { hasCitus } from "./db/citus/catalogue.ts";
import { defaultExpensiveReads } from "./db/connection-shares.ts";
import { Database, type Driver } from "./db/database.ts";
import type { Health } from "./db/health-monitor.ts";
import { isMigrated } from "./db/migrate.ts";
import { openDatabase } from "./db/open.ts";
import type { DemoFile } from "./demo/demo-file.ts";
import { demoLink } from "./demo/demo-link.ts";
import { loadDemoOnFirstStart, renewDemoFile } from "./demo/first-start.ts";
import { Files } from "./files/files.ts";
import { addressHere, ListenError } from "./http/server/listening.ts";
import { openLogOutput } from "./http/server/log-output.ts";
import type { RunnerOptions } from "./jobs/jobs.ts";
import { Keyring } from "./keys/keys.ts";
import { Metrics, type MetricsJson } from "./metrics/metrics.ts";
import { serveMetrics } from "./metrics/server.ts";
import { hasStores } from "./store/store.ts";
import { UseRecorder } from "./tenants/tenants.ts";

/** Where a server listens, and what is worth saying about it. */
export interface ServerAddress {
  /** The address that clients use. */
  url: string;
  /** The address of the storefront API. */
  storefrontUrl: string;
  /** The demo stores; undefined when this database has none. */
  demo: DemoFile | undefined;
  /** Signs in to the demo, once; undefined without one, and in production. */
  demoLink: string | undefined;
  hasStores: boolean;
}

/** A server that listens. */
export interface Server extends ServerAddress {
  /** Accepts no more connections, closes each after its answer, and resolves when all are closed. */
  drain(): Promise<void>;
  /** The metrics of this process; undefined where none are wanted. */
  metrics: (() => Promise<MetricsJson>) | undefined;
  /** Keeps serving for `SHUTDOWN_DELAY_SECONDS`, closes the listener, waits for running requests, closes the database. */
  stop(): Promise<void>;
}

/** What is different for one of several workers. */
export interface WorkerOptions {
  /** Returns a feed that other workers learn from, too. It is called when the database has a feed. */
  wrapChanges: (feed: ChangeFeed) => ChangeFeed;
}

/** Opens the database, loads the demo into a new embedded one, and listens. */
export async function startServer(
  settings: Settings,
  log: (line: string) => void,
  worker?: WorkerOptions,
): Promise<Server> {
  const tokens = new CustomerTokens(tokenSecrets(listOf(settings.CUSTOMER_TOKEN_KEYS), settings.DATA_DIR));
  const running: {
    app?: FastifyInstance;
    commands?: CommandServer;
    demo?: DemoFile | undefined;
    metrics?: { close(): Promise<void> };
  } = {};
  // The application loads while the database answers.
  const [{ driver }, { buildApp, STOREFRONT }, { eventNumbering, jobRunner, mailRunner, webhookRunner }, logOutput] =
    await Promise.all([
      openDatabase(settings, {
        monitored: true,
        log: (line) => (running.app ? running.app.log.warn(line) : log(line)),
      }),
      import("./app.ts"),
      import("./work.ts"),
      openLogOutput(
        (dropped) => app.log.warn({ dropped }, "the log was not read in time: lines were dropped"),
        worker !== undefined,
      ),
    ]);
  const expensivePerStore = settings.EXPENSIVE_READS_PER_STORE || defaultExpensiveReads(availableParallelism());
  const changes = driver.changes && worker?.wrapChanges(driver.changes);
  const database = new Database(driver, { checks: false, expensivePerStore, ...(changes && { changes }) });
  const keyring = new Keyring(database);
  const parts = {
    settings: await withoutMemoryOnNodes(settings, driver, log),
    database,
    keyring,
    tokens,
    files: new Files(settings),
    readiness: () => readinessOf(driver),
    log: logOutput,
    demoKey: () => running.demo?.stores[0]?.publishable_key,
  };
  const app = await buildApp(parts);
  running.app = app;
  const numbering = eventNumbering(parts, app.eventStreams);
  numbering.start();
  const metrics =
    settings.METRICS_PORT === 0
      ? undefined
      : new Metrics({
          traffic: app.traffic,
          cache: app.cache,
          database,
          driver,
          connections: () => countConnections(app),
          streams: () => app.eventStreams.count,
        });
  const onOutcome: RunnerOptions["onOutcome"] = (kind, outcome) => metrics?.jobEnded(kind, outcome);
  const onError = (err: unknown, job?: object) => app.log.error({ err, job }, "a job failed");
  const jobs = jobRunner(parts, { onError, onOutcome });
  jobs.start();
  const use = new UseRecorder(database, {
    served: () => app.traffic.stores,
    onError: (err) => app.log.warn({ err }, "what stores used is not written yet"),
  });
  use.start();
  const onOff = (endpoint: object) => app.log.warn({ endpoint }, "a webhook endpoint is switched off");
  const webhooks = webhookRunner(parts, {
    onError,
    onOutcome,
    onOff,
    onSent: (isDelivered) => metrics?.webhookSent(isDelivered),
  });
  webhooks.start();
  const mails = settings.SMTP_URL ? mailRunner(parts, { onError, onOutcome }) : undefined;
  mails?.start();
  for (const runner of [jobs, webhooks, mails]) metrics?.knowJobs(runner?.kinds.keys() ?? []);
  app.addHook("onClose", async () => {
    await running.commands?.stop();
    await running.metrics?.close();
    await Promise.all([jobs.stop(), webhooks.stop(), mails?.stop()]);
    await Promise.all([numbering.stop(), use.stop()]);
    await driver.close();
  });
  try {
    await loadDemoOnFirstStart(settings, database, keyring, log);
    if (metrics && !worker) running.metrics = await serveMetrics(settings, () => metrics.text());
    const url = await listen(app, settings);
    running.demo = await renewDemoFile(settings.DATA_DIR, keyring, url);
    if (!settings.DATABASE_URL) running.commands = await startCommands({ ...parts, url }, log);
    return {
      url,
      storefrontUrl: url + STOREFRONT,
      demo: running.demo,
      demoLink: await demoLink(settings, database, running.demo),
      hasStores: await hasStores(database.directory),
      metrics: metrics && (() => metrics.json()),
      drain: () => app.shutdown.drain(),
      stop: () => stop(app, settings),
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}

const countConnections = (app: FastifyInstance): Promise<number> =>
  new Promise((resolve) => {
    app.server.getConnections((error, count) => resolve(error ? 0 : count)); // it has closed
  });

/** Runs commands that find the embedded database in use by this server. Without them the server serves all the same. */
async function startCommands(parts: CommandParts, log: (line: string) => void): Promise<CommandServer> {
  const commands = new CommandServer(parts);
  await commands
    .start()
    .catch(({ message }: Error) => log(`Commands will not work while this server runs: ${message}.`));
  return commands;
}

/**
 * On a Citus cluster nothing is kept in memory: the rows of `changes` and those of stores are on different nodes, so that a
 * change may be told before it can be read, or be lost in a crash.
 */
async function withoutMemoryOnNodes(
  settings: Settings,
  driver: Driver,
  log: (line: string) => void,
): Promise<Settings> {
  if (settings.CACHE_BYTES === 0 || !(await hasCitus(driver))) return settings;
  log("The database is a Citus cluster, so answers are not kept in memory (docs/scaling.md#citus).");
  return { ...settings, CACHE_BYTES: 0 };
}

/** PostgreSQL is monitored in the background; the embedded database is queried. */
async function readinessOf(driver: Driver): Promise<Health> {
  return driver.health?.() ?? { reads: await isMigrated(driver), writes: true };
}

async function stop(app: FastifyInstance, { SHUTDOWN_DELAY_SECONDS }: Settings): Promise<void> {
  app.shutdown.begin();
  await setTimeout(SHUTDOWN_DELAY_SECONDS * 1000);
  await app.close();
}

async function listen(app: FastifyInstance, { HOST, PORT, PUBLIC_URL }: Settings): Promise<string> {
  await app.listen({ host: HOST, port: PORT }).catch((error: unknown) => {
    throw new ListenError({ HOST, PORT }, error);
  });
  const [address] = app.addresses();
  const port = typeof address === "object" ? address.port : PORT;
  return PUBLIC_URL || addressHere({ HOST, PORT: port });
}
