import { asStored } from "../core/media.ts";
import { Problem } from "../core/problem.ts";
import type { Database, SiteDb, Tenant } from "../db/database.ts";
import { tenantOf } from "../db/tenant.ts";
import {
  addStoreCounter,
  findNewEvents,
  findStoresWithNewEvents,
  lockStoreCounter,
  type NewRow,
  numberEvents,
  raiseThingCounters,
} from "./queries.ts";
import { THINGS, type Thing } from "./types.ts";

/** Events of one store that get numbers at once; then the next store has its turn. */
const AT_ONCE = 100;
/** Milliseconds for which committed events wait for others: those of a busy store get their numbers by the same statements. */
const PAUSE_MS = 300;
/** Milliseconds between two looks for events of processes that have died. */
const POLL_MS = 2000;
const MAX_STORES = 100;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** Reads a thing as merchants see it; undefined when it is not there, and for a thing whose events say all by themselves. */
export type ReadThing = (db: SiteDb, thing: Thing, id: string) => Promise<object | undefined>;

/** Told of events in the transaction that gives them their numbers, of each event once. `last`: the greatest number. */
export type OnNumbered = (db: SiteDb, events: readonly NumberedChange[], last: number) => Promise<void>;

/** What an event says of what happened. */
export type NumberedChange = Pick<NewRow, "id" | "type" | "thing_id" | "fields">;

/**
 * Gives committed events their numbers, store by store: without gaps, and in the order of each thing's changes. The lock of the
 * store's counter lets one process at a time do it. A process numbers what it has committed itself after a short pause, and every two
 * seconds what others have left.
 */
export class EventNumbering {
  readonly #database: Database;
  readonly #read: ReadThing;
  readonly #onNumbered: OnNumbered;
  /** The stores that wait for their turn, by id. */
  readonly #due = new Map<string, Store>();
  /** Where the next look for stores begins. */
  #nextId = FIRST_ID;
  #running: Promise<void> | undefined;
  #pause: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database, read: ReadThing, onNumbered: OnNumbered = async () => {}) {
    this.#database = database;
    this.#read = read;
    this.#onNumbered = onNumbered;
  }

  /** Numbers what is committed from now on, and what is left. */
  start(): void {
    this.#database.onEvents = (tenant) => this.#wake(tenant);
    this.#timer = setInterval(() => void this.#findDue(), POLL_MS).unref();
    void this.#findDue();
  }

  /** Resolves when the store that has its turn is done. */
  async stop(): Promise<void> {
    this.#database.onEvents = () => {};
    clearInterval(this.#timer);
    clearTimeout(this.#pause);
    this.#due.clear();
    await this.#running;
  }

  #wake({ siteId, currency, country, locale, timeZone }: Store): void {
    this.#due.set(siteId, { siteId, currency, country, locale, timeZone });
    if (this.#running) return;
    this.#pause ??= setTimeout(() => {
      this.#pause = undefined;
      this.#running ??= this.#run().finally(() => {
        this.#running = undefined;
      });
    }, PAUSE_MS).unref();
  }

  async #findDue(): Promise<void> {
    const stores = await findStoresWithNewEvents(this.#database.keyDirectory, this.#nextId, MAX_STORES).catch(
      (error) => {
        warnOfBug(error);
        return [];
      },
    );
    const last = stores[MAX_STORES - 1];
    this.#nextId = last ? last.site_id : FIRST_ID;
    for (const store of stores) this.#wake(tenantOf(store, "")); // each turn has a time of its own
  }

  /** One turn for each store, until none is due. What fails is found again by the next look. */
  async #run(): Promise<void> {
    for (let [first] = this.#due; first; [first] = this.#due) {
      const [siteId, store] = first;
      this.#due.delete(siteId);
      const isLeft = await this.#number(store).catch(warnOfBug);
      if (isLeft) this.#due.set(siteId, store);
    }
  }

  /** Numbers up to AT_ONCE events of a store; returns whether more may be left. */
  #number(store: Store): Promise<boolean> {
    const now = new Date().toISOString();
    return this.#database.transact({ ...store, now, mediaUrl: asStored }, (db) => this.numberEvents(db));
  }

  /** The same inside a transaction of the store. */
  async numberEvents(db: SiteDb): Promise<boolean> {
    const claimed = await claimNewEvents(db);
    if (!claimed) return false; // the process that has the lock numbers them
    const { counter, events } = claimed;
    const last = events.at(-1);
    if (!last) return false;
    const [lasts, data] = await Promise.all([
      raiseThingCounters(db, countsOf(events)),
      this.#dataOf(db, events),
      this.#onNumbered(db, events, counter.last_number + events.length),
    ]);
    const next = new Map(lasts.map((one) => [keyOf(one), one.last_number]));
    for (const event of events) next.set(keyOf(event), (next.get(keyOf(event)) ?? 0) - 1);
    const numbered = events.map((event, i) => {
      const thing_number = (next.get(keyOf(event)) ?? 0) + 1;
      next.set(keyOf(event), thing_number);
      return { id: event.id, number: counter.last_number + i + 1, thing_number, data: data.get(event) };
    });
    numberEvents(db, numbered, last.place, counter.last_number + events.length);
    return events.length === AT_ONCE;
  }

  /** What the events have to say that did not say it themselves, each thing read once. */
  async #dataOf(db: SiteDb, events: NewRow[]): Promise<Map<NewRow, object>> {
    const read = new Map<string, Promise<object | undefined>>();
    const found = new Map<NewRow, object>();
    for (const event of events) {
      const name = event.thing as Thing;
      if (event.thing_id === "") found.set(event, { ask: THINGS[name].list });
      if (event.has_data) continue;
      const key = keyOf(event);
      const data = read.get(key) ?? this.#read(db, name, event.thing_id);
      read.set(key, data);
      const thing = await data;
      if (thing) found.set(event, thing);
    }
    return found;
  }
}

/** Locks the store's counter and reads what is to be numbered; undefined while another process does. */
async function claimNewEvents(db: SiteDb) {
  const claim = () => Promise.all([lockStoreCounter(db), findNewEvents(db, AT_ONCE)]);
  let [counter, events] = await claim();
  if (!counter) {
    await addStoreCounter(db); // a store's first events
    [counter, events] = await claim();
  }
  return counter && { counter, events };
}

/** A store, without what belongs to one request. */
type Store = Omit<Tenant, "now" | "mediaUrl" | "kept">;

/** What fails by the database is tried again by the next look; so is the rest, but it stays, so it is said. */
function warnOfBug(error: unknown): boolean {
  if (!(error instanceof Problem)) process.emitWarning(error as Error);
  return false;
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
