import { asStored } from "../core/media.ts";
import type { Database, SiteDb, Tenant } from "../db/database.ts";
import {
  addStoreCounter,
  findNewEvents,
  findStoresWithNewEvents,
  lockStoreCounter,
  type NewRow,
  numberEvents,
  raiseThingCounters,
} from "./queries.ts";
import { EVENT_TYPES, type EventType } from "./types.ts";

/** Events of one store that get numbers at once; then the next store has its turn. */
const AT_ONCE = 200;
/** Milliseconds between two looks for events of processes that have died. */
const POLL_MS = 2000;
const MAX_STORES = 100;

/** Reads a thing as a merchant's operation shows it; undefined when it is not there. */
export type ReadThing = (
  db: SiteDb,
  operation: string,
  args: Record<string, unknown>,
) => Promise<Record<string, unknown> | undefined>;

/**
 * Gives committed events their numbers, store by store: without gaps, and in the order of each thing's changes. The lock of the
 * store's counter lets one process at a time do it. A process numbers what it has committed itself at once, and every two seconds
 * what others have left.
 */
export class EventNumbering {
  readonly #database: Database;
  readonly #read: ReadThing;
  /** The stores that wait for their turn, by id. */
  readonly #due = new Map<string, Tenant>();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, read: ReadThing) {
    this.#database = database;
    this.#read = read;
  }

  /** Numbers what is committed from now on, and what is left. */
  start(): void {
    this.#database.onEvents = (tenant) => this.wake(tenant);
    this.#timer = setInterval(() => void this.#findDue(), POLL_MS).unref();
    void this.#findDue();
  }

  /** Resolves when the store that has its turn is done. */
  async stop(): Promise<void> {
    this.#database.onEvents = () => {};
    clearInterval(this.#timer);
    this.#due.clear();
    await this.#running;
  }

  /** Says that a store has new events. */
  wake(tenant: Tenant): void {
    this.#due.set(tenant.siteId, tenant);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #findDue(): Promise<void> {
    const stores = await findStoresWithNewEvents(this.#database.keyDirectory, MAX_STORES).catch(() => []);
    for (const { site_id: siteId, time_zone: timeZone, ...store } of stores) {
      this.wake({ ...store, siteId, timeZone, now: new Date().toISOString(), mediaUrl: asStored });
    }
  }

  /** One turn for each store, until none is due. What fails is found again by the next look. */
  async #run(): Promise<void> {
    for (let [first] = this.#due; first; [first] = this.#due) {
      const [siteId, tenant] = first;
      this.#due.delete(siteId);
      const isLeft = await this.#number(tenant).catch(() => false);
      if (isLeft) this.#due.set(siteId, tenant);
    }
  }

  /** Numbers up to AT_ONCE events of a store; returns whether more may be left. */
  #number(tenant: Tenant): Promise<boolean> {
    const now = new Date().toISOString();
    return this.#database.transact({ ...tenant, now, mediaUrl: asStored }, (db) => this.numberEvents(db));
  }

  /** The same inside a transaction of the store. */
  async numberEvents(db: SiteDb): Promise<boolean> {
    const [, counter] = await Promise.all([addStoreCounter(db), lockStoreCounter(db)]);
    if (!counter) return false; // the process that has the lock numbers them
    const events = await findNewEvents(db, AT_ONCE);
    if (events.length === 0) return false;
    const [lasts, data] = await Promise.all([raiseThingCounters(db, countsOf(events)), this.#dataOf(db, events)]);
    const next = new Map(lasts.map((one) => [keyOf(one), one.last_number]));
    for (const event of events) next.set(keyOf(event), (next.get(keyOf(event)) ?? 0) - 1);
    const numbered = events.map((event, i) => {
      const thing_number = (next.get(keyOf(event)) ?? 0) + 1;
      next.set(keyOf(event), thing_number);
      return { id: event.id, number: counter.last_number + i + 1, thing_number, data: data.get(event) };
    });
    numberEvents(db, numbered, counter.last_number + events.length);
    return events.length === AT_ONCE;
  }

  /** What the events have to say that did not say it themselves, each thing read once. */
  async #dataOf(db: SiteDb, events: NewRow[]): Promise<Map<NewRow, object>> {
    const read = new Map<string, Promise<object | undefined>>();
    const found = new Map<NewRow, object>();
    for (const event of events) {
      const { reads }: EventType = EVENT_TYPES[event.type as keyof typeof EVENT_TYPES] ?? {};
      if (event.has_data || !reads || event.thing_id === "") continue;
      const key = `${reads.operation} ${event.thing_id}`;
      const data = read.get(key) ?? this.#read(db, reads.operation, reads.argumentsOf(event.thing_id));
      read.set(key, data);
      const thing = await data;
      if (thing) found.set(event, thing);
    }
    return found;
  }
}

const keyOf = ({ thing, thing_id }: Pick<NewRow, "thing" | "thing_id">): string => `${thing} ${thing_id}`;

function countsOf(events: NewRow[]): { thing: string; thing_id: string; count: number }[] {
  const counts = new Map<string, { thing: string; thing_id: string; count: number }>();
  for (const { thing, thing_id } of events) {
    const counted = counts.get(keyOf({ thing, thing_id })) ?? { thing, thing_id, count: 0 };
    counted.count++;
    counts.set(keyOf({ thing, thing_id }), counted);
  }
  return [...counts.values()];
}
