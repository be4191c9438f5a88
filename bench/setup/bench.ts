import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "../../src/core/once.ts";
import { databaseOn } from "../faults/context.ts";
import type { Postgres, TestDatabase } from "../faults/fault.ts";
import { startPostgres } from "../faults/postgres.ts";
import type { Rounds } from "../interleave.ts";
import { type Generator, startGenerator } from "../load/load.ts";
import { type Child, startChild } from "./child.ts";
import { type Server, type ServerOptions, startServer } from "./server.ts";
import { createBusyStore, createReadStore, createSellingStore, type Store } from "./stores.ts";

/** What a work may use. Everything that it starts or creates is stopped and removed at the end. */
export interface Bench extends Rounds {
  /** Whether the option `--quick` is set. */
  readonly quick: boolean;
  readonly folder: string;
  readonly postgres: Postgres;
  readonly database: TestDatabase;
  readonly generator: Generator;
  /** The server that most works measure. It is started on first use. */
  server(): Promise<Server>;
  /** A server without the cache. It is started on first use. */
  uncachedServer(): Promise<Server>;
  /** Starts another server on the same database. */
  startServer(options?: Partial<ServerOptions>): Promise<Server>;
  /** The store for reads; made on first use. */
  readStore(): Promise<Store>;
  /** The store for carts and orders; made on first use. */
  sellingStore(): Promise<Store>;
  /** The store that is read while it sells; made on first use. */
  busyStore(): Promise<Store>;
  /** Starts a process of the folder `bench`, for example "yardsticks/bare-http.ts". */
  startChild(file: string): Child;
  /** Shows progress on standard error. */
  say(progress: string): void;
}

/**
 * PostgreSQL's default settings, except that it does not wait for the disk: it would make the server and the yardstick
 * wait for the same time, and so hide what the server costs.
 */
const POSTGRES_SETTINGS = { fsync: "off", max_connections: "200" };
const QUICK = { rounds: 5, seconds: 0.7, warmUpSeconds: 0.3 };
const WHOLE = { rounds: 7, seconds: 1.2, warmUpSeconds: 1 };

/** The settings of a server that keeps no answers. */
export const WITHOUT_CACHE = { CACHE_BYTES: "0" };

/** Starts PostgreSQL with a migrated database, and the load generator. `end` stops and removes everything. */
export async function openBench({
  quick,
  say,
  onStart,
}: {
  quick: boolean;
  say: (progress: string) => void;
  /** Receives `end` before anything is started, for a run that is interrupted. */
  onStart: (end: () => Promise<void>) => void;
}): Promise<{ bench: Bench; end: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "hanout-bench-"));
  chmodSync(folder, 0o755); // PostgreSQL may run as another user
  const cleanups: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const onEnd = (cleanup: () => unknown) => void cleanups.push(cleanup);
  const end = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) {
      await Promise.resolve()
        .then(cleanup)
        .catch((error: unknown) => say(`cleaning up: ${String(error)}`));
    }
  };
  onStart(end);
  const postgres = await startPostgres({ folder, onEnd }, { settings: POSTGRES_SETTINGS });
  const database = await databaseOn(postgres);
  const start = (options: Partial<ServerOptions> = {}) =>
    startServer({ folder, onEnd }, { ...options, environment: { ...database.environment, ...options.environment } });
  const bench: Bench = {
    ...(quick ? QUICK : WHOLE),
    quick,
    folder,
    postgres,
    database,
    generator: startGenerator(onEnd),
    server: once(() => start()),
    uncachedServer: once(() => start({ environment: WITHOUT_CACHE })),
    startServer: start,
    readStore: once(() => database.use(createReadStore)),
    sellingStore: once(() => database.use((db) => createSellingStore(db, { slug: "selling" }))),
    busyStore: once(() => database.use(createBusyStore)),
    startChild: (file) => startChild(onEnd, file),
    say,
  };
  return { bench, end };
}
