import type { Database } from "../../src/db/database.ts";

/** What the faults of the two tables are written against; `context.ts` makes it true. */

export type DatabaseKind = "postgres" | "pglite";

/** One row of the table: something that goes wrong, and what must hold nevertheless. */
export interface Fault {
  /** What `--only` takes. */
  name: string;
  /** One sentence: what is done to the server or its database. */
  about: string;
  /** PostgreSQL first; `--quick` takes the first. */
  databases: DatabaseKind[];
  /** Whether `--quick` runs it. */
  quick: boolean;
  /** Throws NotRun when the machine lacks something; anything else it throws fails the row. */
  run(context: FaultContext): Promise<Outcome>;
}

export interface Outcome {
  /** Status of the answer, or "reset", "timeout" or "refused", with how often it came. */
  answers: Record<string, number>;
  /** Longest time without a served request, as the watching client saw it, in milliseconds. */
  longestGapMs: number;
  /** Orders that a client was told of. */
  acknowledged: number;
  /** Those of them that are not in the database. */
  lost: number;
  /** Sentences of the oracle that do not hold; empty when all hold. */
  invariants: string[];
  /** One line of figures. */
  measured: string;
  /** Criteria of this fault that did not hold; empty when it is met. */
  failures: string[];
}

/** The row cannot be run here; the message says what is missing and how to install it. It does not count as passed. */
export class FaultSkipped extends Error {}

/** What a row may use. Everything it starts or makes is ended and removed after it, whatever happens. */
export interface FaultContext {
  readonly database: DatabaseKind;
  /** Whether `--quick` was asked for: the same row with less load, where it says so. */
  readonly quick: boolean;
  /** An empty folder for this row. */
  readonly folder: string;
  /** Shows progress on standard error. */
  say(progress: string): void;
  /** Runs `cleanup` after the row; the last one first. */
  onEnd(cleanup: () => unknown): void;
  /** A PostgreSQL of its own. */
  startPostgres(options?: PostgresOptions): Promise<Postgres>;
  /** An empty, migrated database of the row's kind. On `postgres` it starts one, with these options. */
  newDatabase(options?: PostgresOptions): Promise<TestDatabase>;
  /** The built server (`node dist/cli/hanout.js serve`) on a free port, when it listens. */
  startServer(environment: Record<string, string>, options?: ServerOptions): Promise<Server>;
}

export interface PostgresOptions {
  /** As in postgresql.conf. Default: fsync on, 100 connections. */
  settings?: Record<string, string>;
  /** Data folder; default: one below the row's folder. It is made by initdb unless it holds a cluster already. */
  data?: string;
  /** More arguments of initdb. */
  initdb?: string[];
  port?: number;
}

export interface Postgres {
  /** Of a database of this name. */
  url(database: string): string;
  readonly port: number;
  readonly data: string;
  /** The postmaster's process. */
  readonly pid: number;
  /** All its processes, the postmaster first. */
  pids(): number[];
  /** SIGKILL to all its processes: nothing is flushed, nobody is told. */
  kill(): Promise<void>;
  /** Stops it in an orderly way (fast shutdown). */
  stop(): Promise<void>;
  /** SIGSTOP to all its processes. */
  freeze(): void;
  /** SIGCONT to all its processes. */
  thaw(): void;
  /** Starts it again on the same folder and port; resolves when it accepts connections. */
  start(): Promise<void>;
  /** What it has written to its log so far. */
  log(): string;
}

export interface TestDatabase {
  /** The server's settings that name it. */
  environment: Record<string, string>;
  /** Only on `postgres`. */
  postgres: Postgres | undefined;
  /** Opens it on a connection of its own, works, and closes it. The embedded one must not be held by a server then. */
  use<T>(work: (database: Database) => Promise<T>): Promise<T>;
}

export interface ServerOptions {
  /** Limit of open files. */
  openFiles?: number;
  /** Folder of another release than this checkout. */
  release?: string;
}

export interface Server {
  readonly url: string;
  readonly pid: number;
  /** What it has written so far, both streams. */
  out(): string;
  /** Whether it still runs. */
  runs(): boolean;
  signal(signal: NodeJS.Signals): void;
  /** SIGTERM, or another signal; resolves with its exit code when it is gone (null: by a signal). */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Sentences of the criteria that do not hold: `unmet([[gap < 1000, "no gap of a second"]])`. */
export const unmetCriteria = (criteria: [holds: boolean, sentence: string][]): string[] =>
  criteria.flatMap(([holds, sentence]) => (holds ? [] : [sentence]));
