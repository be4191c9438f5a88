import type pg from "pg";
import type { ChangeFeed } from "../changes.ts";
import { requireRoles } from "../roles.ts";
import { PositionConnection, type PositionRow, PRIMARY_POSITION, REPLAYED_POSITION } from "./position-connection.ts";
import { WalPositions } from "./wal-positions.ts";

/*
 * When may a read go to a standby? When the standby has replayed the primary's log up to a position that was asked for
 * - after everything that the feed has told of the store: every commit of this process, and those of others that it knows of;
 * - after the first read of the store in this process, because nobody is told of a new store;
 * - and less than `maxLagMs` ago: so the read sees every commit that is older, also what is not told.
 *
 * - The feed must be current. So a read sees what another process told more than a second ago, also with a larger `maxLagMs`.
 * - An answer that is kept in memory contains what the feed had told when its request began, and is dropped by what it tells
 *   later. So it does not matter on which server it was read.
 * - `requiredFor` says which position a read needs. Behind the address there may be several standbys: each connection
 *   asks its own server before it reads (`read-routing.ts`). What was asked here only saves attempts that would fail.
 */

/** Milliseconds from the start of a check to the start of the next. */
const INTERVAL_MS = 100;
/** The same while a change is not known to be replayed: its store is read on the primary until then. */
const CHANGED_INTERVAL_MS = 10;
/** The same while the standby is not used. */
const UNUSED_INTERVAL_MS = 250;
/** Milliseconds of good checks before a standby is used again. */
const RETURN_MS = 1000;
/** With more, all are forgotten. */
const MAX_KNOWN_STORES = 100_000;

export interface ReplicaOptions {
  primary: pg.ClientConfig;
  standby: pg.ClientConfig;
  feed: ChangeFeed;
  /** A standby that is behind by more milliseconds is not used. */
  maxLagMs: number;
  /** Receives one sentence whenever reads move from one server to the other. */
  log: (line: string) => void;
  /** The standby does not answer: what is sent to it must not wait any longer. */
  onLost: () => void;
}

/** Knows whether a read may go to the standby. */
export class Replica {
  readonly #options: ReplicaOptions;
  readonly #primary: PositionConnection;
  readonly #standby: PositionConnection;
  readonly #positions = new WalPositions();
  /** When each store was changed in the last `maxLagMs`, the latest at the end. */
  readonly #changedAt = new Map<string, number>();
  /** The stores that were read before. */
  readonly #knownStores = new Set<string>();
  /** When the feed told that everything changed. */
  #allChangedAt = Number.NEGATIVE_INFINITY;
  /** When a store or everything changed. */
  #lastChangeAt = Number.NEGATIVE_INFINITY;
  /** Until where the standby has replayed, as far as is known; undefined: it cannot be used. */
  #replayed: number | undefined;
  /** Whether reads go to the standby; undefined until the first check. */
  #isUsed: boolean | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  #isChecking = false;
  #isStopped = false;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#primary = new PositionConnection(options.primary);
    this.#standby = new PositionConnection(options.standby);
    options.feed.listen((changes) => this.#note(changes === "everything" ? undefined : changes.siteId));
    this.#schedule(0);
  }

  /** The position, in bytes, that a standby must have replayed for a read of this store; undefined: read on the primary. */
  requiredFor(siteId: string): number | undefined {
    if (!this.#knownStores.has(siteId)) this.#meet(siteId);
    if (!this.#isUsed || this.#replayed === undefined || !this.#options.feed.isCurrent) return undefined;
    const changedAt = Math.max(this.#allChangedAt, this.#changedAt.get(siteId) ?? Number.NEGATIVE_INFINITY);
    const required = this.#positions.after(Math.max(changedAt, performance.now() - this.#options.maxLagMs));
    return required !== undefined && required <= this.#replayed ? required : undefined;
  }

  /** Whether reads go to the standby, and the seconds that it is behind at most, as far as is known. */
  get state(): { isUsed: boolean; lagSeconds: number } {
    const { maxLagMs } = this.#options;
    const reached = this.#replayed === undefined ? undefined : this.#positions.reachedAt(this.#replayed);
    const ms = reached === undefined ? maxLagMs : performance.now() - reached;
    return { isUsed: this.#isUsed === true, lagSeconds: ms / 1000 };
  }

  /** A read failed on the standby: it is checked now. */
  suspect(): void {
    this.#schedule(CHANGED_INTERVAL_MS);
  }

  stop(): void {
    this.#isStopped = true;
    this.#isUsed = false;
    clearTimeout(this.#timer);
    this.#primary.close();
    this.#standby.close();
  }

  /** Nobody is told of a new store, so one that is read for the first time counts as changed. */
  #meet(siteId: string): void {
    if (this.#knownStores.size >= MAX_KNOWN_STORES) this.#knownStores.clear();
    this.#knownStores.add(siteId);
    this.#note(siteId);
  }

  #note(siteId: string | undefined): void {
    this.#lastChangeAt = performance.now();
    if (siteId === undefined) this.#allChangedAt = this.#lastChangeAt;
    else {
      this.#changedAt.delete(siteId);
      this.#changedAt.set(siteId, this.#lastChangeAt);
    }
    if (this.#isUsed) this.#schedule(CHANGED_INTERVAL_MS);
  }

  /** Begins the next check so many milliseconds after the start of the last one. A check that runs schedules by itself. */
  #schedule(intervalMs: number): void {
    if (this.#isChecking || this.#isStopped) return;
    clearTimeout(this.#timer);
    const delay = Math.max(0, this.#checkedAt + intervalMs - performance.now());
    this.#timer = setTimeout(() => void this.#check(), delay).unref();
  }

  async #check(): Promise<void> {
    this.#isChecking = true;
    this.#checkedAt = performance.now();
    try {
      await this.#askPrimary();
      const failure = await this.#askStandby();
      if (failure === undefined) this.#succeeded();
      else this.#failed(failure);
    } catch (error) {
      this.#failed(`the position of the primary is not known (${messageOf(error)})`);
    }
    this.#isChecking = false;
    this.#schedule(this.#interval);
  }

  get #interval(): number {
    if (!this.#isUsed) return UNUSED_INTERVAL_MS;
    const required = this.#positions.after(this.#lastChangeAt);
    const isReplayed = required !== undefined && required <= (this.#replayed ?? 0);
    return isReplayed ? INTERVAL_MS : CHANGED_INTERVAL_MS;
  }

  /** Throws errors of the database unchanged. */
  async #askPrimary(): Promise<void> {
    const [row] = (await this.#primary.query(PRIMARY_POSITION)) as PositionRow[];
    this.#positions.add(this.#checkedAt, row?.bytes as number);
    const oldest = performance.now() - this.#options.maxLagMs;
    this.#positions.removeUntil(oldest);
    for (const [siteId, time] of this.#changedAt) {
      if (time > oldest) break;
      this.#changedAt.delete(siteId); // every read requires a later position
    }
  }

  /** Finds out until where the standby has replayed. Returns why it cannot be used; undefined: it can. */
  async #askStandby(): Promise<string | undefined> {
    try {
      this.#replayed = await this.#readReplayed();
    } catch (error) {
      this.#replayed = undefined;
      this.#standby.close(); // only a new connection is checked for its role and database
      this.#options.onLost();
      return `the replica cannot be used (${messageOf(error)})`;
    }
    const required = this.#positions.after(performance.now() - this.#options.maxLagMs);
    if (required === undefined || required <= this.#replayed) return undefined;
    this.#standby.close(); // the next connection may lead to another standby
    return `the replica is more than ${this.#options.maxLagMs / 1000} s behind`;
  }

  /** Throws errors of the database unchanged, and an Error with one sentence about a server that is no standby of this database. */
  async #readReplayed(): Promise<number> {
    const { isConnected } = this.#standby;
    const [row] = (await this.#standby.query(REPLAYED_POSITION)) as PositionRow[];
    if (typeof row?.bytes !== "number") throw new Error("it is not a standby");
    if (!isConnected)
      await requireRoles({ query: (text) => this.#primary.query(text), read: (text) => this.#standby.query(text) });
    return row.bytes;
  }

  #succeeded(): void {
    if (this.#isUsed || this.#checkedAt - this.#failedAt < RETURN_MS) return;
    this.#isUsed = true;
    this.#options.log("Plain reads go to the replica.");
  }

  #failed(reason: string): void {
    this.#failedAt = this.#checkedAt;
    if (this.#isUsed === false) return;
    this.#isUsed = false;
    this.#options.log(`Plain reads go to the primary: ${reason}.`);
  }
}

/** Node tries all addresses of a host name, and wraps their errors in an AggregateError without a message. */
const messageOf = (error: unknown): string =>
  (error instanceof AggregateError ? error.errors[0] : (error as Error)).message;
