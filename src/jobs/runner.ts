import { NO_STORE, newId } from "../core/ids.ts";
import { asStored } from "../core/media.ts";
import { Problem, type ProblemCode } from "../core/problem.ts";
import type { Database, SiteDb, Tenant } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import type { JobKind, RunningJob } from "./kinds.ts";
import {
  type ClaimedJob,
  claimJob,
  countRunning,
  findJob,
  findStoresWithDueJobs,
  isSuspended,
  type Outcome,
  recordOutcome,
  renewLease,
} from "./queries.ts";

/** Milliseconds between two looks for jobs of other processes, and between two renewals of the leases of this one. */
const TICK_MS = 2000;
/** A job of a process that was killed comes back after so long. */
export const LEASE_MS = 30_000;
const AT_ONCE = 4;
const MAX_STORES = 100;
const FIRST_RETRY_MS = 10_000;
const LAST_RETRY_MS = 3_600_000;

export interface RunnerOptions {
  /** Milliseconds since 1970; default the clock. */
  clock?: () => number;
  /** 0 to 1, for the jitter. */
  random?: () => number;
  /** Is told of every error that is no refusal; `job`: whose it is. */
  onError?: (error: unknown, job?: { id: string; kind: string }) => void;
  /** Is told what became of each run. */
  onOutcome?: (kind: string, outcome: "done" | "failed" | "again") => void;
  /** Jobs of all stores that run at the same time; default 4. */
  atOnce?: number;
}

/** Thrown when another process has the job, or when it was cancelled: nothing of it may be written. */
class LostLease extends Error {}
/** Why a job ends that is given back: its process stops, or its store was suspended. */
class Stopping extends Error {}

/** What this process knows of a job that it runs. */
interface Running {
  id: string;
  token: string;
  tenant: Tenant;
  controller: AbortController;
  done: number | null;
  total: number | null;
  /** Whether its outcome is recorded. */
  isRecorded: boolean;
}

/**
 * Runs the jobs of all stores, some at a time. Stores take turns: each has one job claimed, and goes to the end, so that a store with
 * very many delays no other. A job is claimed in a short transaction and runs outside of it; only its lease lets it record its outcome.
 */
export class JobRunner {
  /** What it runs, by name. */
  readonly kinds: ReadonlyMap<string, JobKind>;
  readonly #database: Database;
  readonly #clock: () => number;
  readonly #random: () => number;
  readonly #onError: NonNullable<RunnerOptions["onError"]>;
  readonly #onOutcome: NonNullable<RunnerOptions["onOutcome"]>;
  readonly #atOnce: number;
  /** The stores that wait for their turn, by id. */
  readonly #due = new Map<string, Tenant>();
  readonly #turns = new Set<Promise<void>>();
  readonly #running = new Set<Running>();
  /** Where the next look begins. */
  #next = NO_STORE;
  /** Jobs that were claimed. */
  #claims = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(
    database: Database,
    kinds: readonly JobKind[],
    {
      clock = Date.now,
      random = Math.random,
      onError = () => {},
      onOutcome = () => {},
      atOnce = AT_ONCE,
    }: RunnerOptions = {},
  ) {
    this.#database = database;
    this.kinds = new Map(kinds.map((kind) => [kind.name, kind]));
    this.#clock = clock;
    this.#random = random;
    this.#onError = onError;
    this.#onOutcome = onOutcome;
    this.#atOnce = atOnce;
  }

  /** Runs what is due from now on. */
  start(): void {
    this.#database.onJobs.add(this.#onJob);
    this.#timer = setInterval(() => void this.tick(), TICK_MS).unref();
    void this.addRepeated().then(() => this.tick(), this.#report); // the next tick finds what others have added
  }

  /** Gives the jobs back that can stop, and resolves when all have ended. */
  async stop(): Promise<void> {
    this.#database.onJobs.delete(this.#onJob);
    clearInterval(this.#timer);
    this.#isStopping = true;
    for (const { controller } of this.#running) controller.abort(new Stopping());
    await Promise.all(this.#turns);
  }

  /** Adds the server's own jobs when they are not there. */
  addRepeated(): Promise<void> {
    return this.#database.transact(this.#now({ ...NOBODY, siteId: NO_STORE }), async (db) => {
      for (const { name, repeats } of this.kinds.values()) {
        if (repeats) db.later({ kind: name, arguments: {}, actor: "server", id: repeats.id });
      }
    });
  }

  /** Renews the leases of what runs, and looks for what is due. What fails, the next tick tries again. */
  async tick(): Promise<void> {
    await Promise.all([this.renewLeases(), this.#look().catch(this.#report)]);
  }

  /** Extends the leases of what runs, and notes how far it is. What is not ours any more is aborted. */
  async renewLeases(): Promise<void> {
    await Promise.all([...this.#running].map((running) => this.#renew(running).catch(this.#report)));
  }

  /** Runs this job of a store and no other, if it is due and no process has it; resolves when it has ended, or is not to be had. */
  async runOnly(tenant: Tenant, id: string): Promise<void> {
    const renewing = setInterval(() => void this.renewLeases(), TICK_MS).unref();
    const token = newId();
    const turn = this.#claim(tenant, token, id)
      .then((job) => job && this.#runClaimed(job, token, tenant))
      .catch(this.#report)
      .finally(() => {
        this.#turns.delete(turn);
        clearInterval(renewing);
      });
    this.#turns.add(turn);
    await turn;
  }

  /** Runs what is due now, of all stores or of one, and resolves when it has ended; for tests. */
  async runDue(only?: Tenant): Promise<void> {
    for (let claimed = -1; claimed < this.#claims; ) {
      claimed = this.#claims;
      if (only) this.#wake(only);
      else await this.#look();
      while (this.#turns.size > 0) await Promise.all(this.#turns);
    }
  }

  async #look(): Promise<void> {
    const kinds = [...this.kinds.keys()];
    const stores = await findStoresWithDueJobs(
      this.#database.keyDirectory,
      this.#next,
      kinds,
      this.#time(),
      MAX_STORES,
    );
    this.#next = stores.length < MAX_STORES ? NO_STORE : (stores.at(-1)?.site_id ?? NO_STORE);
    for (const { site_id: siteId, currency, country, locale, time_zone: timeZone } of stores) {
      const isStore = currency !== null && country !== null && locale !== null;
      this.#wake({ ...NOBODY, siteId, ...(isStore && { currency, country, locale, timeZone }) });
    }
  }

  readonly #onJob = (tenant: Tenant, kind: string): void => {
    if (this.kinds.has(kind)) this.#wake(tenant);
  };

  #wake(tenant: Tenant): void {
    if (!this.#due.has(tenant.siteId)) this.#due.set(tenant.siteId, tenant);
    this.#fill();
  }

  #fill(): void {
    for (const [siteId, tenant] of this.#due) {
      if (this.#turns.size >= this.#atOnce || this.#isStopping) return;
      this.#due.delete(siteId);
      const turn = this.#turn(tenant)
        .catch(this.#report)
        .finally(() => {
          this.#turns.delete(turn);
          this.#fill();
        });
      this.#turns.add(turn);
    }
  }

  async #turn(tenant: Tenant): Promise<void> {
    const token = newId();
    const job = await this.#claim(tenant, token);
    if (!job) return;
    this.#claims++;
    this.#due.set(tenant.siteId, tenant); // at the end: the others come first
    this.#fill();
    await this.#runClaimed(job, token, tenant);
    this.#due.set(tenant.siteId, tenant);
  }

  async #runClaimed(job: ClaimedJob, token: string, tenant: Tenant): Promise<void> {
    const running = {
      id: job.id,
      token,
      tenant,
      controller: new AbortController(),
      done: null,
      total: null,
      isRecorded: false,
    };
    this.#running.add(running);
    if (this.#isStopping) running.controller.abort(new Stopping());
    try {
      await this.#run(job, running);
    } finally {
      this.#running.delete(running);
    }
  }

  /** One process at a time claims jobs of a store, so that no more of a kind run than may. `only`: that job or none. */
  #claim(tenant: Tenant, token: string, only?: string): Promise<ClaimedJob | undefined> {
    return this.#database.transact(this.#now(tenant), async (db) => {
      const [, running, waits] = await Promise.all([
        lockForTransaction(db, "claim of jobs"),
        countRunning(db),
        isSuspended(db),
      ]);
      if (waits) return undefined;
      const counts = new Map(running.map(({ kind, count }) => [kind, count]));
      const free = [...this.kinds.values()].filter(({ name, atOnce }) => (counts.get(name) ?? 0) < atOnce);
      return claimJob(
        db,
        free.map(({ name }) => name),
        token,
        this.#time(LEASE_MS),
        only,
      );
    });
  }

  async #run(job: ClaimedJob, running: Running): Promise<void> {
    const kind = this.kinds.get(job.kind) as JobKind;
    const outcome = await this.#outcomeOf(kind, job, running);
    if (!outcome) {
      if (running.isRecorded) this.#onOutcome(job.kind, "done");
      return;
    }
    const { done, total } = running;
    const repeated = kind.repeats && {
      state: "waiting" as const,
      dueAt: this.#time(kind.repeats.everyMs),
      attempts: 0,
    };
    await this.#database.transact(this.#now(running.tenant), async (db) => {
      const isOurs = await recordOutcome(db, running, { ...outcome, ...repeated, done, total });
      if (!isOurs || !outcome.code || !kind.failed) return;
      const ended = await findJob(db, job.id, [job.kind]);
      if (ended?.state === "failed") kind.failed(db, { ...ended, actor: job.actor }, outcome.code);
    });
    if (outcome.state === "done" || outcome.state === "failed") this.#onOutcome(job.kind, outcome.state);
    else if (outcome.problem !== undefined) this.#onOutcome(job.kind, "again");
  }

  /** What became of a job, and the code of what it failed by; undefined when that is recorded, or is not ours to say. */
  async #outcomeOf(
    kind: JobKind,
    job: ClaimedJob,
    running: Running,
  ): Promise<(Outcome & { code?: ProblemCode }) | undefined> {
    const most = kind.isRepeatable ? kind.maxAttempts : 1;
    if (job.attempts > most) {
      return { state: "failed", problem: "Its process ended while it ran.", code: "internal_error" };
    }
    try {
      running.controller.signal.throwIfAborted(); // it was claimed while the runner stopped
      const result = await kind.run(this.#handle(job, running));
      return running.isRecorded ? undefined : { state: "done", result };
    } catch (error) {
      if (error instanceof LostLease) return undefined;
      if (running.controller.signal.reason instanceof Stopping) {
        return { state: "waiting", dueAt: this.#time(), attempts: job.attempts - 1 };
      }
      const isRefusal = error instanceof Problem && error.status < 500;
      if (!isRefusal) this.#onError(error, job);
      const { detail: problem, code } = error instanceof Problem ? error : UNEXPECTED;
      if (isRefusal || job.attempts >= most) return { state: "failed", problem, code };
      return { state: "waiting", problem, dueAt: this.#time(this.#backoff(job.attempts)) };
    }
  }

  #handle(job: ClaimedJob, running: Running): RunningJob {
    const now = () => this.#now(running.tenant);
    return {
      id: job.id,
      actor: job.actor,
      arguments: job.arguments,
      soFar: job.so_far,
      database: this.#database,
      get tenant() {
        return now();
      },
      signal: running.controller.signal,
      progress: (done, total) => Object.assign(running, { done, total }),
      portion: async (work) => {
        const portion = await this.#held(running, work, (db, { soFar, done, total }) =>
          renewLease(db, running, { until: this.#time(LEASE_MS), done, total, soFar }),
        );
        Object.assign(running, { done: portion.done, total: portion.total });
        job.attempts = 1;
        return portion.soFar;
      },
      once: async (work) => {
        await this.#held(running, work, (db, result) => {
          const { done, total } = running;
          return recordOutcome(db, running, { state: "done", result, done, total });
        });
        running.isRecorded = true;
      },
      rest: async (work) => {
        await this.#held(running, work, (db, dueAt) =>
          recordOutcome(
            db,
            running,
            dueAt === undefined ? { state: "done" } : { state: "waiting", dueAt, attempts: 0 },
          ),
        );
        running.isRecorded = true;
      },
    };
  }

  /** Does work in a transaction that also writes what came of it; nothing is written when that is not ours any more. */
  #held<T>(
    running: Running,
    work: (db: SiteDb) => Promise<T>,
    write: (db: SiteDb, found: T) => Promise<boolean>,
  ): Promise<T> {
    const { signal } = running.controller;
    signal.throwIfAborted();
    return this.#database.transact(this.#now(running.tenant), async (db) => {
      const found = await work(db);
      signal.throwIfAborted();
      if (!(await write(db, found))) throw new LostLease();
      return found;
    });
  }

  async #renew(running: Running): Promise<void> {
    const { done, total, controller } = running;
    const lease = { until: this.#time(LEASE_MS), done, total };
    const [isHeld, waits] = await this.#database.transact(this.#now(running.tenant), (db) =>
      Promise.all([renewLease(db, running, lease), isSuspended(db)]),
    );
    if (!isHeld) controller.abort(new LostLease());
    else if (waits) controller.abort(new Stopping());
  }

  /** Four times as long after each attempt, half of it by chance: what failed together does not come back together. */
  #backoff(attempts: number): number {
    const longest = Math.min(FIRST_RETRY_MS * 4 ** (attempts - 1), LAST_RETRY_MS);
    return longest * (0.5 + this.#random() / 2);
  }

  /** Says what failed outside of jobs, but for troubles of the database, which are said elsewhere. */
  readonly #report = (error: unknown): void => {
    if (!(error instanceof Problem)) this.#onError(error);
  };

  #time(later = 0): string {
    return new Date(this.#clock() + later).toISOString();
  }

  #now(tenant: Tenant): Tenant {
    return { ...tenant, now: this.#time(), mediaUrl: asStored };
  }
}

const UNEXPECTED = { detail: "An unexpected error occurred.", code: "internal_error" } as const;

/** The tenant of the server's own work, which has no store. */
const NOBODY: Tenant = {
  siteId: NO_STORE,
  currency: "",
  country: "",
  locale: "en",
  timeZone: null,
  now: "",
  mediaUrl: asStored,
};
