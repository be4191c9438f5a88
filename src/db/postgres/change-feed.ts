import assert from "node:assert/strict";
import type pg from "pg";
import {
  type ChangeFeed,
  type ChangeListener,
  RETENTION_MS,
  type RecordedChanges,
  type StoreChanges,
} from "../changes.ts";
import { ChangeConnection, type Poll } from "./change-connection.ts";

/*
 * When may a listener serve at time t what it keeps? When it was told of everything that was committed before t - 1 s.
 *
 * - A poll that is sent at time s reads a snapshot that is taken after s. So it sees every transaction that was committed
 *   before s, whenever its answer arrives. Its rows and those of the polls before it are told before the poll counts.
 *   So "the last poll that counts was sent less than a second ago" is enough. The time of its answer says nothing: a commit
 *   may happen between the snapshot and the answer.
 * - A poll finds exactly the rows that the snapshot of the poll before it did not see. Ids of transactions and sequences are
 *   given in another order than the commits, so "all ids above the last one" would miss a transaction that commits late.
 * - A poll that fails changes nothing: the next one starts from the last snapshot that was read. Rows stay for
 *   `RETENTION_MS`; after half of that, everything counts as changed.
 */

/** Milliseconds for which what was told counts as current, from the time at which the poll was sent. */
const MAX_AGE_MS = 1000;
/**
 * Milliseconds from the start of a poll to the start of the next. With a poll each second, what is kept would be older
 * than `MAX_AGE_MS` just before the answer; so an answer may take half a second.
 */
const INTERVAL_MS = 500;
/** Notifications within this time cause one poll. */
const GATHER_MS = 5;
/** Milliseconds from the start of a poll to the start of the next at least, however many notifications arrive. */
const MIN_INTERVAL_MS = 20;
/** Commits within this time cause one notification. */
const NOTIFY_MS = 10;
/** Milliseconds before a poll is tried again, the first time and at most. */
const RETRY_MS = { first: 100, most: 250 };
/** With more rows that were published and not yet read, these are forgotten, and told again. */
const MAX_PUBLISHED = 10_000;

/** The last poll that counts, and when it was sent by the clock of this process. */
type LastPoll = Poll & { sentAt: number };

/** `waiting` for the time of the next poll, or `polling` until its answer; `stopped` is the end of both. */
type State = "waiting" | "polling" | "stopped";

/** Tells the listeners what this process and other processes change, by polls of the table `changes`. */
export class PostgresChanges implements ChangeFeed {
  readonly #listeners: ChangeListener[] = [];
  readonly #connection: ChangeConnection;
  #last: LastPoll | undefined;
  /** When the last poll that counts was sent; never, as long as there is none. */
  #knownUntil = Number.NEGATIVE_INFINITY;
  /** The rows that were published, and not yet read: before the last poll that counts was sent, and since. */
  #published = { before: new Set<string>(), since: new Set<string>() };
  #sentAt = Number.NEGATIVE_INFINITY;
  #dueAt = 0;
  #retryMs = RETRY_MS.first;
  #state: State = "waiting";
  #pollTimer: NodeJS.Timeout | undefined;
  #notifyTimer: NodeJS.Timeout | undefined;

  /**
   * Reads at this address, as a role that may select `changes`. `sessions`: whether a connection keeps its session; without,
   * processes do not wake each other, and a change arrives by the next poll.
   */
  constructor(address: pg.ClientConfig, { sessions }: { sessions: boolean }) {
    this.#connection = new ChangeConnection(address, {
      sessions,
      onNotification: () => this.#pollBy(Math.max(performance.now() + GATHER_MS, this.#sentAt + MIN_INTERVAL_MS)),
      onLost: () => this.#pollBy(performance.now() + this.#retryMs),
    });
    this.#schedule();
  }

  get isCurrent(): boolean {
    return performance.now() - this.#knownUntil < MAX_AGE_MS;
  }

  listen(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  publish(changes: RecordedChanges): void {
    this.#tell(changes);
    if (this.#published.since.size >= MAX_PUBLISHED) this.#published.since.clear();
    this.#published.since.add(changes.id);
    this.#notifyTimer ??= setTimeout(() => {
      this.#notifyTimer = undefined;
      this.#connection.notify();
    }, NOTIFY_MS).unref();
  }

  /** The next poll tells it again. */
  receive(changes: RecordedChanges): void {
    this.#tell(changes);
  }

  stop(): void {
    this.#state = "stopped";
    this.#knownUntil = Number.NEGATIVE_INFINITY;
    clearTimeout(this.#pollTimer);
    clearTimeout(this.#notifyTimer);
    this.#connection.close();
  }

  #tell(changes: StoreChanges | "everything"): void {
    for (const listener of this.#listeners) listener(changes);
  }

  /** Brings the next poll forward to this time. */
  #pollBy(time: number): void {
    if (time >= this.#dueAt) return;
    this.#dueAt = time;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#state !== "waiting") return;
    clearTimeout(this.#pollTimer);
    this.#pollTimer = setTimeout(() => void this.#poll(), Math.max(0, this.#dueAt - performance.now())).unref();
  }

  /** A notification that arrives meanwhile causes another poll, because this one may not see its transaction. */
  async #poll(): Promise<void> {
    assert.equal(this.#state, "waiting");
    this.#state = "polling";
    this.#sentAt = performance.now();
    this.#dueAt = this.#sentAt + INTERVAL_MS;
    const { before, since } = this.#published;
    const isFull = before.size >= MAX_PUBLISHED; // polls have failed for long
    this.#published = { before: isFull ? new Set() : new Set([...before, ...since]), since: new Set() };
    try {
      const poll = await this.#connection.poll(this.#last?.snapshot);
      if (this.#isStopped()) return;
      this.#take({ ...poll, sentAt: this.#sentAt });
      this.#retryMs = RETRY_MS.first;
    } catch {
      this.#dueAt = performance.now() + this.#retryMs;
      this.#retryMs = RETRY_MS.most;
    }
    if (this.#isStopped()) return;
    assert.equal(this.#state, "polling");
    this.#state = "waiting";
    this.#schedule();
  }

  /** A function, because the state may have changed during an await, which the compiler does not see. */
  #isStopped(): boolean {
    return this.#state === "stopped";
  }

  #take(poll: LastPoll): void {
    const rows = this.#last && isContinued(this.#last, poll) ? poll.rows : undefined;
    if (rows) for (const row of rows) if (!this.#wasTold(row, poll)) this.#tell(row);
    if (!rows) this.#tell("everything");
    this.#last = poll;
    this.#knownUntil = poll.sentAt;
    this.#published.before.clear(); // they were committed before this poll was sent, so it or an earlier one has read them
  }

  /** A standby is behind: what listeners read there after `publish` may be older, so it is told again. */
  #wasTold({ id }: RecordedChanges, { isStandby }: Poll): boolean {
    return !isStandby && (this.#published.before.has(id) || this.#published.since.delete(id));
  }
}

/**
 * Whether the rows of the poll are all that was committed since the last one. Not when another server answers, or the
 * same data of an earlier time: ids of transactions were given twice then. Not when rows may have been removed unread; the
 * clock of the database counts, too, because that of a process stands still while its machine is suspended.
 */
function isContinued(last: LastPoll, next: LastPoll): boolean {
  const gap = Math.max(next.now - last.now, next.sentAt - last.sentAt);
  return next.server === last.server && xminOf(next) >= xminOf(last) && next.now >= last.now && gap < RETENTION_MS / 2;
}

/** Transactions before it had ended. A bigint, because ids of transactions have 64 bits. */
const xminOf = ({ snapshot }: Poll): bigint => BigInt(snapshot.slice(0, snapshot.indexOf(":")));
