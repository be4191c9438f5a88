import { once } from "node:events";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { invalidValue, Problem } from "../core/problem.ts";
import type { Scope } from "../core/scopes.ts";
import type { Database, SiteDb } from "../db/database.ts";
import { listEvents } from "./list.ts";
import { type EventRow, findLastNumbers, findOpenSessions } from "./queries.ts";
import { eventSeenWith, typesSeenWith } from "./seen.ts";
import { EVENT_TYPES } from "./types.ts";

/** Milliseconds between two looks for what other processes have numbered, and for callers who may read no more, or others things. */
const POLL_MS = 500;
const HEARTBEAT_MS = 15_000;
/** A stream is ended after so long, and up to a tenth more, before a balancer would cut it in the middle of a message. */
const MAX_AGE_MS = 10 * 60_000;
/** A client that takes nothing for so long is let go; one that takes no end, after a second. */
const PATIENCE_MS = 30_000;
const END_MS = 1000;
/** Events that are read at once, and that a store's followers have in common, with so many characters. */
const AT_ONCE = 100;
const RECENT = 200;
const RECENT_TEXT = 1_000_000;

const ALL_TYPES = Object.keys(EVENT_TYPES);

export interface StreamOptions {
  /** Streams that may be open at the same time. */
  limits: { perKey: number; perStore: number; inAll: number };
  /** Whether the server stops: its streams end then. */
  isClosing: () => boolean;
  /** Puts names of people in the place of their ids; default: the ids stay. */
  withNames?: (db: SiteDb, events: EventRow[]) => Promise<EventRow[]>;
  /** For tests. */
  heartbeatMs?: number;
  maxAgeMs?: number;
  patienceMs?: number;
}

/** The store of a stream. */
export interface StreamSite {
  readonly id: string;
  report<T>(work: (db: SiteDb) => Promise<T>): Promise<T>;
}

/** Whose stream it is: of a key, or of a person's session. */
export interface StreamKey {
  readonly id: string;
  /** Null: a key. */
  readonly session: { readonly id: string; readonly role: string } | null;
  readonly scopes: readonly Scope[];
}

/** An event in memory, with what it says to keys of the same scopes. */
interface Recent {
  event: EventRow;
  length: number;
  texts: Map<string, string>;
}

/** What this process knows of a store that is followed. */
interface Followed {
  site: StreamSite;
  /** The last number that the store is known to have. */
  last: number;
  /** The newest events, without gaps: what many followers are told is read once. */
  recent: Recent[];
  /** Running reads by the number after which they begin. */
  reads: Map<number, Promise<Page>>;
  followers: Set<Follower>;
}

interface Page {
  events: Recent[];
  upTo: number;
}

interface Follower {
  key: StreamKey;
  /** What it may see, as a key of `texts`. */
  view: string;
  types: ReadonlySet<string>;
  /** The last number that it was told, or does not see. */
  position: number;
  endsAt: number;
  stream: PassThrough;
  /** What takes the stream to its client. */
  client: Writable;
  wake: () => void;
}

/** The streams of events that are open in this process. */
export class EventStreams {
  readonly #database: Database;
  readonly #options: Required<StreamOptions>;
  /** By the id of the store. */
  readonly #stores = new Map<string, Followed>();
  /** Streams of each key; all together. */
  readonly #ofKey = new Map<string, number>();
  #open = 0;
  #timers: NodeJS.Timeout[] = [];

  constructor(database: Database, options: StreamOptions) {
    this.#database = database;
    this.#options = {
      withNames: async (_db, events) => events,
      heartbeatMs: HEARTBEAT_MS,
      maxAgeMs: MAX_AGE_MS,
      patienceMs: PATIENCE_MS,
      ...options,
    };
  }

  /**
   * Opens a stream of the store's events with higher numbers than `after`, or of what happens from now on. `client`: the answer that it is
   * piped to. Throws `rate_limited`, `invalid_value` for a number that the store does not have yet, and `unavailable` while the server
   * stops.
   */
  async open(site: StreamSite, key: StreamKey, after: number | undefined, client: Writable): Promise<Readable> {
    if (this.#options.isClosing()) throw new Problem("unavailable", (say) => say.server.unavailable);
    const giveBack = this.#take(site.id, key.id);
    try {
      const last = (await findLastNumbers(this.#database.keyDirectory, [key.id])).get(key.id)?.last_number ?? 0;
      if (after !== undefined && after > last) {
        throw invalidValue("after", `is above the store's last number, ${last}: read everything anew`);
      }
      // It closes once: what closed meanwhile would never give its place back.
      if (client.destroyed || client.closed) throw new Problem("unavailable", (say) => say.server.unavailable);
      return this.#follow(site, { key, client, position: after ?? last }, last, giveBack);
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /** Says that this process gave a store's events numbers, up to this one. */
  numbered(siteId: string, last: number): void {
    const store = this.#stores.get(siteId);
    if (store) tellOf(store, last);
  }

  /** Ends all streams; clients open them again, at another server. */
  end(): void {
    for (const { followers } of this.#stores.values()) for (const follower of followers) end(follower);
  }

  /** How many are open. */
  get count(): number {
    return this.#open;
  }

  /** Takes a place; returns what gives it back. Throws `rate_limited`. */
  #take(siteId: string, keyId: string): () => void {
    const { perKey, perStore, inAll } = this.#options.limits;
    const ofKey = this.#ofKey.get(keyId) ?? 0;
    const ofStore = this.#ofKey.get(siteId) ?? 0;
    if (ofKey >= perKey) throw new Problem("rate_limited", "This key has as many open streams as it may; close one.");
    if (ofStore >= perStore)
      throw new Problem("rate_limited", "This store has as many open streams as it may; close one.");
    if (this.#open >= inAll) throw new Problem("rate_limited", "The server has as many open streams as it may.");
    const count = (by: number) => {
      this.#open += by;
      for (const id of [siteId, keyId]) {
        const open = (this.#ofKey.get(id) ?? 0) + by;
        if (open === 0) this.#ofKey.delete(id);
        else this.#ofKey.set(id, open);
      }
    };
    count(1);
    let isTaken = true;
    return () => {
      if (isTaken) count(-1);
      isTaken = false;
    };
  }

  #follow(
    site: StreamSite,
    { key, client, position }: Pick<Follower, "key" | "client" | "position">,
    last: number,
    giveBack: () => void,
  ): Readable {
    const store: Followed = this.#stores.get(site.id) ?? {
      site,
      last,
      recent: [],
      reads: new Map(),
      followers: new Set(),
    };
    this.#stores.set(site.id, store);
    const stream = new PassThrough();
    const follower: Follower = {
      key,
      view: [...key.scopes].sort().join(" "),
      types: new Set(typesSeenWith(key.scopes)),
      position,
      endsAt: performance.now() + this.#options.maxAgeMs * (1 + Math.random() / 10),
      stream,
      client,
      wake: () => {},
    };
    store.followers.add(follower);
    stream.on("error", () => {}); // a client that went away
    client.once("close", () => {
      stream.destroy();
      store.followers.delete(follower);
      if (store.followers.size === 0) this.#stores.delete(site.id);
      giveBack();
      follower.wake();
      if (this.#stores.size === 0) this.#rest();
    });
    stream.write(`retry: 1000\nid: ${position}\n\n`);
    tellOf(store, last);
    this.#watch();
    void this.#tell(store, follower).catch((error) => {
      process.emitWarning(error);
      client.destroy();
    });
    return stream;
  }

  /** Tells a follower everything that it may see, until its stream ends. */
  async #tell(store: Followed, follower: Follower): Promise<void> {
    const { stream, view, key, types } = follower;
    while (stream.writable) {
      const page = await this.#after(store, follower.position);
      if (!page) {
        await new Promise<void>((resolve) => {
          follower.wake = resolve;
          if (!stream.writable) resolve();
        });
        continue;
      }
      for (const one of page.events) {
        const { number, type } = one.event;
        if (number <= follower.position || !types.has(type)) continue;
        if (!stream.writable) return;
        stream.write(textOf(one, view, key));
        follower.position = number;
        await this.#taken(follower);
      }
      follower.position = page.upTo;
    }
  }

  /** Waits until the client has room for more, or lets it go: what it does not take waits in no memory of ours. */
  async #taken({ stream, client }: Follower): Promise<void> {
    await setImmediate(); // what was written is with the client's connection then
    if (!stream.writableNeedDrain && !client.writableNeedDrain) return;
    const waited = new AbortController();
    const timer = setTimeout(() => client.destroy(), this.#options.patienceMs).unref();
    const drained = client.writableNeedDrain ? client : stream;
    const { signal } = waited;
    await Promise.race([once(drained, "drain", { signal }), once(client, "close", { signal })]).catch(() => {});
    clearTimeout(timer);
    waited.abort();
  }

  /** What comes after a number; undefined when nothing does, or when it cannot be read now. */
  async #after(store: Followed, position: number): Promise<Page | undefined> {
    if (position >= store.last) return undefined;
    const first = store.recent[0]?.event.number;
    const end = store.recent.at(-1)?.event.number ?? 0;
    if (first !== undefined && first <= position + 1 && end > position) {
      return { events: store.recent.filter(({ event }) => event.number > position), upTo: end };
    }
    const running = store.reads.get(position) ?? this.#read(store, position);
    store.reads.set(position, running);
    try {
      const page = await running;
      return page.upTo > position ? page : undefined; // a database that was put back has fewer numbers
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return undefined; // the next look tries again
    } finally {
      store.reads.delete(position);
    }
  }

  async #read(store: Followed, after: number): Promise<Page> {
    const { named, upTo } = await store.site.report(async (db) => {
      const { data, last_number } = await listEvents(db, { after, types: ALL_TYPES }, AT_ONCE);
      return { named: await this.#options.withNames(db, data), upTo: last_number };
    });
    const events = named.map((event) => ({ event, length: JSON.stringify(event).length, texts: new Map() }));
    const isNext = store.recent.length === 0 ? upTo >= store.last : store.recent.at(-1)?.event.number === after;
    if (isNext) store.recent = newest([...store.recent, ...events]);
    return { events, upTo };
  }

  #watch(): void {
    if (this.#timers.length > 0) return;
    this.#timers = [
      setInterval(() => void this.#look(), POLL_MS).unref(),
      setInterval(() => this.#beat(), this.#options.heartbeatMs).unref(),
    ];
  }

  #rest(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  /** Asks, for all streams together, which keys and sessions are in force, who works in the store with which role, and what was numbered by others. */
  async #look(): Promise<void> {
    if (this.#options.isClosing()) return this.end();
    const followers = [...this.#stores.values()].flatMap((store) =>
      [...store.followers].map((one) => ({ store, one })),
    );
    const ids = [...new Set(followers.map(({ one }) => one.key.id))];
    const sessions = [...new Set(followers.flatMap(({ one }) => one.key.session?.id ?? []))];
    const { keyDirectory } = this.#database;
    const found = await Promise.all([
      findLastNumbers(keyDirectory, ids),
      sessions.length > 0 ? findOpenSessions(keyDirectory, sessions) : new Set<string>(),
    ]).catch(() => undefined);
    if (!found) return; // the database does not answer: nothing is told meanwhile
    const [lasts, open] = found;
    for (const { store, one } of followers) {
      const { id, session } = one.key;
      const last = lasts.get(id);
      const isInForce =
        last !== undefined && (session === null || (last.held === session.role && open.has(session.id)));
      if (isInForce) tellOf(store, last.last_number);
      else end(one);
    }
  }

  /** Signs of life, with the number to go on from; streams that are old end. */
  #beat(): void {
    const now = performance.now();
    for (const { followers } of this.#stores.values()) {
      for (const follower of followers) {
        const { stream, client, position, endsAt } = follower;
        if (now > endsAt) end(follower);
        else if (!stream.writableNeedDrain && !client.writableNeedDrain)
          stream.write(`: heartbeat\nid: ${position}\n\n`);
      }
    }
  }
}

/** Ends a stream, also of a client that does not read. */
function end({ stream, client }: Follower): void {
  if (stream.writableEnded) return;
  stream.end();
  const timer = setTimeout(() => client.destroy(), END_MS).unref();
  client.once("close", () => clearTimeout(timer));
}

function tellOf(store: Followed, last: number): void {
  store.last = Math.max(store.last, last);
  for (const follower of store.followers) if (follower.position < store.last) follower.wake();
}

/** As many of the newest as are kept in memory. */
function newest(events: Recent[]): Recent[] {
  let [start, length] = [events.length, 0];
  while (start > 0 && events.length - start < RECENT) {
    length += events[start - 1]?.length ?? 0;
    if (length > RECENT_TEXT) break;
    start--;
  }
  return events.slice(start);
}

/** The message of an event, as a key of these scopes sees it. */
function textOf({ event, texts }: Recent, view: string, { scopes }: StreamKey): string {
  const known = texts.get(view);
  if (known !== undefined) return known;
  const text = `id: ${event.number}\nevent: ${event.type}\ndata: ${JSON.stringify(eventSeenWith(scopes, event))}\n\n`;
  texts.set(view, text);
  return text;
}
