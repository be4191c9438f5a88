import { setTimeout } from "node:timers/promises";
import { type Static, type TSchema, Type } from "typebox";
import { Check } from "typebox/value";
import type { FairQueue } from "../core/fair-queue.ts";
import { NO_STORE } from "../core/ids.ts";
import type { MediaUrl } from "../core/media.ts";
import type { LoopTime } from "../core/pace.ts";
import { Problem } from "../core/problem.ts";
import { Attempts } from "./attempts.ts";
import { ChangeCollector, type ChangeFeed, LocalChanges, type Part } from "./changes.ts";
import { type ConnectionShares, connectionShares, type Pool } from "./connection-shares.ts";
import { type NewEvent, tell } from "./event-queries.ts";
import { problemOfFailure } from "./failures.ts";
import type { Health } from "./health-monitor.ts";
import { KEEP_NOTHING, type Kept } from "./kept.ts";
import { insertJob, type NewJob } from "./outbox/job-queries.ts";
import { NOT_RECORDING, type RowRecording } from "./recording/recording.ts";
import { hasFixedText, type Sql } from "./sql.ts";

/** The interface of a database. `postgres.ts` and `pglite.ts` implement it. */
export interface Driver {
  /**
   * One statement, its values as `$1`, `$2`, …; rows as objects, int8 as a safe integer, timestamptz as ISO text.
   * `hasFixedText` says that the text is the same in every request, so that it may be prepared.
   */
  query(text: string, values: unknown[], hasFixedText?: boolean): Promise<unknown[]>;
  /** A read-only statement, with the shorter time-out of reads. */
  read(text: string, values: unknown[], hasFixedText?: boolean): Promise<unknown[]>;
  /**
   * Runs `work`, whose reads are not in a transaction and share a connection. Reads of the same tick leave together: they
   * cost one round trip, and when one fails, the others fail too. With `siteId`, they may go to a replica that has everything
   * that `changes` has told of that store.
   */
  reads<T>(work: (read: Driver["read"]) => Promise<T>, siteId?: string): Promise<T>;
  /**
   * Runs `work` in a transaction; with `siteId`, as `hanout_app` and limited to the rows of that store. Statements run in
   * the order in which they are sent, also those that are sent before the last one is answered. It is committed when
   * all of them succeed, including those that `work` does not wait for.
   */
  transaction<T>(work: (driver: Driver) => Promise<T>, siteId?: string): Promise<T>;
  /**
   * Runs `work` in a read-only transaction of a store, with the shorter time-out of reads. All its statements see the same
   * moment.
   */
  readTransaction<T>(work: (driver: Driver) => Promise<T>, siteId: string): Promise<T>;
  /** Runs a script of several statements without values; for migrations. */
  exec(script: string): Promise<void>;
  close(): Promise<void>;
  /** The maximum connections for transactions and for reads; undefined when there is a single connection. */
  connections?: { writes: number; reads: number };
  /** The current health of the database, where it is monitored. */
  health?: () => Health;
  /** Runs `work` while nothing writes to the folder of the embedded database, so that it may be copied; undefined without a folder. */
  atRest?: <T>(work: (folder: string) => Promise<T>) => Promise<T>;
  /** What other processes change; undefined when none uses the database, or when that is not followed. */
  changes?: ChangeFeed;
  /** The connections that are open now. */
  pools?: () => Pool[];
  /** The standby, where there is one: whether reads go there, and the seconds that it is known to be behind at most. */
  standby?: () => { isUsed: boolean; lagSeconds: number };
}

/** Runs statements; each names the schema of its rows. */
export interface Db {
  many<S extends TSchema>(row: S, query: Sql): Promise<Static<S>[]>;
  first<S extends TSchema>(row: S, query: Sql): Promise<Static<S> | undefined>;
  run(query: Sql): Promise<void>;
  /** The number of a `select count(*)`. */
  count(query: Sql): Promise<number>;
  /** Whether the statement finds a row, whatever is in it. */
  exists(query: Sql): Promise<boolean>;
  /**
   * The ids that the statement returns, in its order. A statement that calls a function of the database which reads tables
   * reads no table itself: on a distributed database that is not possible.
   */
  ids(query: Sql): Promise<string[]>;
}

const CountRow = Type.Object({ count: Type.Integer() });
const IdRow = Type.Object({ id: Type.String() });

/**
 * Access to the data of one store during one request. It is the first parameter of every query function. Statements run in
 * the order of the calls; those of one `Promise.all` go to PostgreSQL together, in one round trip.
 */
export interface SiteDb extends Db {
  readonly siteId: string;
  /** ISO 4217 code of the store: the unit of every amount in its tables. */
  readonly currency: string;
  /** ISO 3166-1 alpha-2: the default country of phone numbers and regions. */
  readonly country: string;
  /** BCP 47: the language of texts that the server writes for shoppers. */
  readonly locale: string;
  /** IANA; null: the one of the country. `storeZone` reads it. */
  readonly timeZone: string | null;
  /** The time of the request, ISO 8601. It is the same for all statements of a request, and tests can set it. */
  readonly now: string;
  /** Turns stored media addresses into those that shoppers receive. */
  readonly mediaUrl: MediaUrl;
  /** The memory that this request may use. */
  readonly kept: Kept;
  /** Told of the rows that a merchant's call writes, so that the call can be undone. */
  readonly recording: RowRecording;
  /**
   * Runs a statement of which nobody needs the result, without waiting for it: it goes out with the next statements, or with
   * the commit. The transaction fails when it fails. Throws outside a transaction.
   */
  send(query: Sql): void;
  /**
   * Says that this transaction changes parts of what shoppers see, or products by themselves. Every statement that writes
   * such a thing is followed by it: what is kept in memory of it is dropped after the commit. Throws outside a transaction.
   */
  changed(parts: readonly Part[], productIds?: readonly string[]): void;
  /**
   * Says what this transaction changed, for programs that follow the store. Written with the transaction's last statements; a
   * transaction that is rolled back tells nothing. Throws outside a transaction.
   */
  happened(...events: NewEvent[]): void;
  /**
   * Leaves work for later, which begins after the commit or at the time of the job; returns its id. Throws outside a transaction.
   */
  later(job: NewJob): string;
  /**
   * Does something outside the database once this transaction is committed, in the order of the calls; never after a
   * rollback, and for a transaction that is run again only after the run that is committed. The effect must not throw:
   * an error is written to the process's warnings, and the answer stays as it is. Throws outside a transaction.
   */
  afterCommit(effect: () => void): void;
  /**
   * Runs a part of this transaction that may be refused by itself: when `work` throws a Problem, what it wrote and its
   * effects are dropped, and the Problem is thrown. A conflict, a lost connection or a time-out fails the whole transaction.
   * One attempt at a time. Throws outside a transaction.
   */
  attempt<T>(work: () => Promise<T>): Promise<T>;
}

/** The store and the settings of a `SiteDb`. */
export type Tenant = Pick<SiteDb, "siteId" | "currency" | "country" | "locale" | "timeZone" | "now" | "mediaUrl"> & {
  kept?: Kept;
};

/** Thrown by work that lost a race with another transaction; `transact` runs the work again. */
export class LostRace extends Error {}

/** Conflicts with another transaction. The next attempt sees its changes, and refuses what has become impossible. */
const CONFLICTS = new Set([
  "40001", // serialization_failure
  "40P01", // deadlock_detected
  "23505", // unique_violation: another transaction took the slug
  "23503", // foreign_key_violation: another transaction deleted the category
]);
const MAX_ATTEMPTS = 4;

/** A constraint that is violated in every attempt is a bug, not a conflict, and must become visible. */
const isViolation = (error: unknown): boolean => (error as { code?: string }).code?.startsWith("23") ?? false;

/** Options of a read. */
export interface ReadOptions {
  /** Whether it scans many rows (a search, facets, a report). Only a few such reads run at the same time. */
  isExpensive?: boolean;
  /** Whether it reads what changes without being told (`SiteDb.changed`), so that a replica may be behind. */
  isUntold?: boolean;
}

/**
 * Access to all data: `read`, `report` and `transact` for the data of one store; `directory` and `keyDirectory` before the
 * store is known. Plain reads work as the role `hanout_reader`, everything else as `hanout_app` (see `ROLES`).
 */
export class Database {
  readonly #driver: Driver;
  /** Whether rows, statements and answers are held against what they must be, for tests. */
  readonly checks: boolean;
  readonly #shares: ConnectionShares;
  /** What transactions change of what shoppers see. */
  readonly changes: ChangeFeed;
  /** Called after the commit of a transaction that wrote events. */
  onEvents: (tenant: Tenant) => void = () => {};
  /** How many events of each type transactions of this process have committed. */
  readonly told = new Map<string, number>();
  /** Called after the commit of a transaction that left a job of this kind that is due. */
  readonly onJobs = new Set<(tenant: Tenant, kind: string) => void>();

  /**
   * `checks`, for tests: every row must match its schema, and every statement of a store must name that store, although
   * row-level security would hide other rows. `expensivePerStore`: how many searches of a store may run at the same time, and how many
   * reports. `changes`: default the driver's. `loopTime`, for tests: the time that the event loop has worked.
   */
  constructor(
    driver: Driver,
    options: { checks: boolean; expensivePerStore?: number; changes?: ChangeFeed; loopTime?: LoopTime },
  ) {
    this.#driver = driver;
    this.checks = options.checks;
    this.#shares = connectionShares(driver.connections, options);
    this.changes = options.changes ?? driver.changes ?? new LocalChanges();
  }

  get atRest(): Driver["atRest"] {
    return this.#driver.atRest;
  }

  /** The queues in which work waits for a connection; one for both on the embedded database. */
  get queues(): Record<string, Pick<FairQueue, "running" | "waiting" | "waits" | "refused">> {
    const { reads, writes } = this.#shares;
    return reads === writes ? { all: writes } : { reads, writes };
  }

  /** Reads the list of stores, before a store is known. Never for the data of a store. */
  get directory(): Db {
    return this.#over(this.#driver.read);
  }

  /**
   * Finds the owner of an API key, before the store is known. On the connections for transactions, one of which is kept
   * free for it.
   */
  get keyDirectory(): Db {
    return this.#over(this.#driver.query);
  }

  /** Runs read-only statements of one store without a transaction. Throws `overloaded`, `unavailable`. */
  read<T>(tenant: Tenant, work: (db: SiteDb) => Promise<T>, options: ReadOptions = {}): Promise<T> {
    const { isExpensive = false, isUntold = false } = options;
    const replicaFor = isUntold ? undefined : tenant.siteId;
    const read = () => this.#driver.reads((query) => work(this.#site(query, tenant)), replicaFor).catch(throwProblem);
    return this.#shares.reads.run(tenant.siteId, read, isExpensive ? "search" : undefined);
  }

  /** Notes that a store is served without reads: the reads of other stores must leave time for it. */
  served(siteId: string): void {
    this.#shares.pace?.note(siteId);
  }

  /**
   * Runs read-only statements of one store that may see what only its merchants may see. They need a transaction for
   * row-level security, and count as one report. Throws `overloaded`, `unavailable`.
   */
  report<T>(tenant: Tenant, work: (db: SiteDb) => Promise<T>): Promise<T> {
    const report = () => this.#attempt(this.#driver.readTransaction, tenant, work);
    return this.#shares.reads.run(tenant.siteId, report, "report");
  }

  /**
   * Runs statements of one store in a transaction. After a conflict with another transaction, `work` runs again, so it must
   * have no effects except its statements and what it gives to `afterCommit`. Throws `overloaded` when every attempt fails
   * by a conflict, `unavailable` when the database cannot be reached. A constraint that is violated in every attempt is
   * thrown unchanged.
   */
  async transact<T>(tenant: Tenant, work: (db: SiteDb) => Promise<T>): Promise<T> {
    this.served(tenant.siteId);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      try {
        return await this.#shares.writes.run(tenant.siteId, () =>
          this.#attempt(this.#driver.transaction, tenant, work),
        );
      } catch (error) {
        const isLast = attempt === MAX_ATTEMPTS;
        if (!isLostRace(error) || (isLast && isViolation(error))) throw error;
        await setTimeout(Math.random() * 20 * attempt);
      }
    }
    throw new Problem("overloaded", (say) => say.server.busyRecords);
  }

  async #attempt<T>(
    transaction: Driver["readTransaction"],
    tenant: Tenant,
    work: (db: SiteDb) => Promise<T>,
  ): Promise<T> {
    const effects: (() => void)[] = [];
    const sent: Promise<void>[] = [];
    const changes = new ChangeCollector();
    const events: NewEvent[] = [];
    const inside = async (driver: Driver) => {
      const attempts = new Attempts(driver.query);
      const site = this.#site(attempts.query, tenant);
      const db: SiteDb = {
        ...site,
        send: (statement) => {
          const done = site.run(statement);
          done.catch(() => {}); // the transaction fails with this error
          sent.push(done);
        },
        changed: (parts, productIds = []) => changes.add(parts, productIds),
        happened: (...told) => void events.push(...told),
        later: (job) => {
          if (job.dueAt === undefined || job.dueAt <= tenant.now) {
            db.afterCommit(() => this.onJobs.forEach((wake) => void wake(tenant, job.kind)));
          }
          return insertJob(db, job);
        },
        afterCommit: (effect) => void effects.push(effect),
        attempt: (work) => {
          const [toldBefore, effectsBefore] = [events.length, effects.length];
          return attempts.run(work, () => {
            events.splice(toldBefore);
            effects.splice(effectsBefore);
          });
        },
      };
      const answer = await work(db);
      tell(db, changes.of(tenant.siteId), events);
      return answer;
    };
    const answer = await transaction(inside, tenant.siteId).catch(throwProblem);
    await Promise.all(sent);
    const changed = changes.of(tenant.siteId);
    if (changed) runEffect(() => this.changes.publish(changed));
    for (const effect of effects) runEffect(effect);
    for (const { type } of events) this.told.set(type, (this.told.get(type) ?? 0) + 1);
    if (events.length > 0) runEffect(() => this.onEvents(tenant));
    return answer;
  }

  #site(query: Driver["query"], tenant: Tenant): SiteDb {
    const { siteId, currency, country, locale, timeZone, now, mediaUrl, kept = KEEP_NOTHING } = tenant;
    const { many, first, run, count, exists, ids } = this.#over(query, siteId);
    const outside = {
      send: noTransaction,
      changed: noTransaction,
      happened: noTransaction,
      later: noTransaction,
      afterCommit: noTransaction,
      attempt: noTransaction,
    };
    const inside = { kept, recording: NOT_RECORDING };
    return {
      siteId,
      currency,
      country,
      locale,
      timeZone,
      now,
      mediaUrl,
      many,
      first,
      run,
      count,
      exists,
      ids,
      ...inside,
      ...outside,
    };
  }

  #over(query: Driver["query"], siteId?: string): Db {
    const ask = async (statement: Sql): Promise<unknown[]> => {
      if (this.checks && siteId !== undefined && siteId !== NO_STORE) requireSite(statement, siteId);
      try {
        return await query(statement.text, statement.values, hasFixedText(statement));
      } catch (error) {
        return throwProblem(error);
      }
    };
    const many = async <S extends TSchema>(row: S, statement: Sql): Promise<Static<S>[]> => {
      const rows = await ask(statement);
      if (this.checks) for (const found of rows) requireShape(row, found, statement.text);
      return rows as Static<S>[];
    };
    return {
      many,
      first: async (row, statement) => (await many(row, statement))[0],
      run: async (statement) => {
        await ask(statement);
      },
      count: async (statement) => (await many(CountRow, statement))[0]?.count ?? 0,
      exists: async (statement) => (await ask(statement)).length > 0,
      ids: async (statement) => (await many(IdRow, statement)).map(({ id }) => id),
    };
  }
}

function throwProblem(error: unknown): never {
  throw problemOfFailure(error);
}

function noTransaction(): never {
  throw new Error("this needs a transaction");
}

/** The transaction is committed, so an effect that fails must not make its answer look like a failure. */
function runEffect(effect: () => void): void {
  try {
    effect();
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

/** Whether work failed by a conflict with another transaction, so that the transaction should run again. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof LostRace || CONFLICTS.has((error as { code?: string }).code ?? "");

function requireSite({ text, values }: Sql, siteId: string): void {
  if (!values.includes(siteId)) throw new Error(`statement does not name its store:\n${text}`);
}

function requireShape(row: TSchema, found: unknown, statement: string): void {
  if (!Check(row, found)) throw new Error(`row does not match its schema: ${JSON.stringify(found)}\n${statement}`);
}
