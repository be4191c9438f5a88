import type { Database, Driver } from "../../src/db/database.ts";

/** The interfaces of the faults; `context.ts` implements `FaultContext`. */

/** `citus`: PostgreSQL as a cluster of a coordinator and two workers. Tried on demand, because Citus must be installed. */
export type DatabaseKind = "postgres" | "pglite" | "citus";

/** One row of the table: a failure, and the criteria that must hold during and after it. */
export interface Fault {
  /** The name for `--only`. */
  name: string;
  /** One sentence about what happens to the server or its database. */
  about: string;
  /** PostgreSQL comes first; `--quick` uses only the first. */
  databases: DatabaseKind[];
  /** Whether `--quick` runs it. */
  quick: boolean;
  /** Throws FaultSkipped when a program is missing on the machine; any other error fails the row. */
  run(context: FaultContext): Promise<Outcome>;
}

export interface Outcome {
  /** The number of answers by status, or by "reset", "timeout" or "refused". */
  answers: Record<string, number>;
  /** The longest time without a served request, measured by the watching client, in milliseconds. */
  longestGapMs: number;
  /** The number of orders that a client received a confirmation for. */
  acknowledged: number;
  /** The number of those orders that are not in the database. */
  lost: number;
  /** The violated invariants of the data; empty when all hold. */
  invariants: string[];
  /** The measured figures, in one line. */
  measured: string;
  /** The criteria of this fault that did not hold; empty when all hold. */
  failures: string[];
}

/** The row cannot run on this machine; the message names what is missing and how to install it. It is not a pass. */
export class FaultSkipped extends Error {}

/** What a row may use. Everything that it starts or creates is stopped and removed after it, also after an error. */
export interface FaultContext {
  readonly database: DatabaseKind;
  /** Whether the option `--quick` is set; some rows then use less load. */
  readonly quick: boolean;
  /** An empty folder for this row. */
  readonly folder: string;
  /** Shows progress on standard error. */
  say(progress: string): void;
  /** Registers a function to run after the row; functions run in reverse order. */
  onEnd(cleanup: () => unknown): void;
  /** Starts a PostgreSQL server for this row. */
  startPostgres(options?: PostgresOptions): Promise<Postgres>;
  /** Creates an empty, migrated database of the row's kind; for `postgres` it starts a server with these options. */
  newDatabase(options?: PostgresOptions): Promise<TestDatabase>;
  /** Starts the built server (`node dist/cli/hanout.js serve`) on a free port; resolves when it listens. */
  startServer(environment: Record<string, string>, options?: ServerOptions): Promise<Server>;
}

export interface PostgresOptions {
  /** Settings as in postgresql.conf. Default: fsync on, 100 connections. */
  settings?: Record<string, string>;
  /** Data folder; default: a subfolder of the row's folder. initdb creates it unless it already contains a cluster. */
  data?: string;
  /** Additional arguments of initdb. */
  initdb?: string[];
  port?: number;
}

export interface Postgres {
  /** Returns the URL of the database with this name. */
  url(database: string): string;
  readonly port: number;
  readonly data: string;
  /** The process id of the postmaster. */
  readonly pid: number;
  /** Returns the ids of all processes, the postmaster first. */
  pids(): number[];
  /** Sends SIGKILL to all processes: nothing is flushed, and no connection is closed properly. */
  kill(): Promise<void>;
  /** Stops the server regularly (fast shutdown). */
  stop(): Promise<void>;
  /** Sends SIGSTOP to all processes. */
  freeze(): void;
  /** Sends SIGCONT to all processes. */
  thaw(): void;
  /** Starts the server again with the same folder and port; resolves when it accepts connections. */
  start(): Promise<void>;
  /** Returns the log up to now. */
  log(): string;
}

export interface TestDatabase {
  /** The server's settings for this database. */
  environment: Record<string, string>;
  /** The PostgreSQL server, of a cluster the coordinator; undefined for `pglite`. */
  postgres: Postgres | undefined;
  /** The workers of a cluster. */
  workers?: Postgres[];
  /** Opens the database, runs `work`, and closes it. No server may have the embedded database open at that time. */
  use<T>(work: (database: Database, driver: Driver) => Promise<T>): Promise<T>;
}

export interface ServerOptions {
  /** The limit of open files. */
  openFiles?: number;
  /** The folder of another release; default: this checkout. */
  release?: string;
}

export interface Server {
  readonly url: string;
  readonly pid: number;
  /** Returns the output up to now, of both streams. */
  out(): string;
  /** Whether the process still runs. */
  runs(): boolean;
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGTERM or another signal; resolves with the exit code when the process ended (null: ended by a signal). */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Returns the criteria that do not hold: `unmetCriteria([[gap < 1000, "no gap of a second"]])`. */
export const unmetCriteria = (criteria: [holds: boolean, sentence: string][]): string[] =>
  criteria.flatMap(([holds, sentence]) => (holds ? [] : [sentence]));
