import type { Actor } from "../core/actor.ts";
import type { ProblemCode } from "../core/problem.ts";
import type { Database, SiteDb, Tenant } from "../db/database.ts";

export type JobState = "waiting" | "running" | "done" | "failed" | "cancelled";

/** What a job has while it runs. */
export interface RunningJob {
  id: string;
  /** 'key …', 'command', 'server'. */
  actor: Actor;
  arguments: unknown;
  database: Database;
  /** The store, at the time of the call. Of the server's own work: none. */
  tenant: Tenant;
  /** Aborted when the job is cancelled, when its lease is lost and when the process stops. */
  signal: AbortSignal;
  /** Says how far it is. Written at the next renewal of the lease, every two seconds. */
  progress(done: number, total: number): void;
  /** What the last portion of the job returned; null before the first. */
  soFar: unknown;
  /**
   * Does a portion of the work in one transaction that also records how far the job is: exactly once, however often the job
   * runs. `soFar` is what the next portion goes on from. Throws when the lease is lost or the job was cancelled; nothing is written then.
   */
  portion<T extends object>(work: (db: SiteDb) => Promise<Portion<T>>): Promise<T>;
  /** The same with all of the work, or the last of it: records the result, and the job has ended. */
  once(work: (db: SiteDb) => Promise<object>): Promise<void>;
  /**
   * The same for a job that comes again: `work` says when, ISO 8601, or undefined for one that has nothing to do until it is asked for
   * again (`again` of `db.later`).
   */
  rest(work: (db: SiteDb) => Promise<string | undefined>): Promise<void>;
}

export interface Portion<T> {
  /** Its `result`, if it has one, is the job's when it fails or is cancelled. */
  soFar: T;
  done: number;
  total: number;
}

/** A job that has ended before its work was done. */
export interface UnfinishedJob {
  id: string;
  actor: Actor;
  /** What it has done. */
  result: unknown;
}

/** A kind of background work. */
export interface JobKind {
  name: string;
  /** How many of a store run at the same time, in all processes. */
  atOnce: number;
  /**
   * Whether it may run again after it failed or its process was killed. Work that is done by `once` may. Of other work, what it did
   * before is done again.
   */
  isRepeatable: boolean;
  /** How often it is tried. */
  maxAttempts: number;
  /** The server's own work: how often it runs, in milliseconds, and the id of its only job. */
  repeats?: { everyMs: number; id: string };
  /** Is told of a job that failed, in the transaction that records it. `code`: of what it was refused with, or `internal_error`. */
  failed?(db: SiteDb, job: UnfinishedJob, code: ProblemCode): void;
  /** Returns the result; undefined when `once` recorded it. A `Problem` that is no trouble of the server is not tried again. */
  run(job: RunningJob): Promise<object | undefined>;
}
