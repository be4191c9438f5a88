import type { TestDatabase } from "../harness/database.ts";
import type { Place } from "../harness/place.ts";
import type { Postgres, PostgresOptions } from "../harness/postgres.ts";
import type { ProcessOptions, Server } from "../harness/server.ts";

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
  /** The row fails when it takes longer, in milliseconds; 15 minutes by default. */
  maxMs?: number;
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
export interface FaultContext extends Place {
  readonly database: DatabaseKind;
  /** Whether the option `--quick` is set; some rows then use less load. */
  readonly quick: boolean;
  /** Shows progress on standard error. */
  say(progress: string): void;
  /** Starts a PostgreSQL server for this row. */
  startPostgres(options?: PostgresOptions): Promise<Postgres>;
  /** Creates an empty, migrated database of the row's kind; for `postgres` it starts a server with these options. */
  newDatabase(options?: PostgresOptions): Promise<TestDatabase>;
  /** Starts the built server (`node dist/cli/hanout.js serve`) on a free port; resolves when it listens. */
  startServer(environment: Record<string, string>, options?: ProcessOptions): Promise<Server>;
}

/** Returns the criteria that do not hold: `unmetCriteria([[gap < 1000, "no gap of a second"]])`. */
export const unmetCriteria = (criteria: [holds: boolean, sentence: string][]): string[] =>
  criteria.flatMap(([holds, sentence]) => (holds ? [] : [sentence]));
