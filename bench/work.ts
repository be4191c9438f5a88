import { once } from "../src/core/once.ts";
import { type Child, startChild } from "./harness/child.ts";
import { databaseOn, type TestDatabase } from "./harness/database.ts";
import { inPlace, type Place } from "./harness/place.ts";
import { type Postgres, startPostgres } from "./harness/postgres.ts";
import { type Server, type ServerOptions, startServer, WITHOUT_CACHE } from "./harness/server.ts";
import { createBusyStore, createReadStore, createSellingStore, type Store } from "./harness/stores.ts";
import type { Rounds } from "./interleave.ts";
import { type Generator, startGenerator } from "./load/load.ts";
import type { Row } from "./report/row.ts";

/** One thing that `npm run bench` measures. */
export interface Work {
  /** The name for `--only`. */
  name: string;
  /** One sentence about what is measured. */
  about: string;
  /** The unit of both sides, such as "ms"; default "requests/s". */
  unit?: string;
  /** Whether it runs only when `--only` names it, because it takes longer than all others together. */
  isLong?: boolean;
  /** Checks that the answers are right, then measures. Throws when an answer is wrong. */
  run(bench: Bench): Promise<Row[]>;
}

/** What a work may use. What it starts is stopped when it is done; servers, stores and the generator of all works stay. */
export interface Bench extends Rounds, Place {
  /** Whether the option `--quick` is set. */
  readonly quick: boolean;
  readonly postgres: Postgres;
  readonly database: TestDatabase;
  readonly databaseUrl: string;
  readonly generator: Generator;
  /** The server that most works measure. It is started on first use. */
  server(): Promise<Server>;
  /** A server without the cache. It is started on first use. */
  uncachedServer(): Promise<Server>;
  /** Starts another server on the same database. */
  startServer(options?: ServerOptions): Promise<Server>;
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
/** As many expensive reads of one store as of all together, because all load is of one store. */
export const SERVER_SETTINGS = { NODE_ENV: "production", EXPENSIVE_READS_PER_STORE: "3" };
const QUICK = { rounds: 5, seconds: 0.7, warmUpSeconds: 0.3 };
const WHOLE = { rounds: 7, seconds: 1.2, warmUpSeconds: 1 };

/** Starts PostgreSQL with a migrated database, and the load generator. Returns a function that runs a work. */
export async function openBench(all: Place, { quick, say }: Pick<Bench, "quick" | "say">) {
  const postgres = await startPostgres(all, { settings: POSTGRES_SETTINGS });
  const database = await databaseOn(postgres);
  const startIn = (place: Place, options: ServerOptions = {}) =>
    startServer(place, {
      ...options,
      environment: { ...SERVER_SETTINGS, ...database.environment, ...options.environment },
    });
  const shared = {
    ...(quick ? QUICK : WHOLE),
    quick,
    postgres,
    database,
    databaseUrl: postgres.url("hanout"),
    generator: startGenerator(all.onEnd),
    server: once(() => startIn(all)),
    uncachedServer: once(() => startIn(all, { environment: WITHOUT_CACHE })),
    readStore: once(() => database.use(createReadStore)),
    sellingStore: once(() => database.use((db) => createSellingStore(db, { slug: "selling" }))),
    busyStore: once(() => database.use(createBusyStore)),
    say,
  };
  return (work: Work): Promise<Row[]> =>
    inPlace((place) =>
      work.run({
        ...shared,
        ...place,
        startServer: (options) => startIn(place, options),
        startChild: (file) => startChild(place.onEnd, file),
      }),
    );
}
