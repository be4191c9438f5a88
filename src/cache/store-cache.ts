import { LRUCache } from "lru-cache";
import type { Part, StoreChanges } from "../db/changes.ts";
import { type Entry, isTrueAt } from "./entry.ts";
import type { Statistics } from "./statistics.ts";

/** What a store's memory must tell the memory of all stores. */
export interface Budget {
  /** Bytes that this store may use. */
  maxBytes: number;
  /** The memory of the store grew by `bytes`; below zero it shrank. */
  grown(bytes: number): void;
  statistics: Statistics;
}

/** A request that makes something. */
export interface Maker {
  /** Ids of products that have changed since the request began. */
  readonly changedProducts: Set<string>;
}

/** What is kept of one store. */
export class StoreCache {
  readonly #budget: Budget;
  readonly #entries: LRUCache<string, Entry>;
  readonly #keysByProduct = new Map<string, Set<string>>();
  /** The view that was used last is the last one. Clients choose their host, so the number of views is theirs. */
  readonly #keysByView = new Map<string, Set<string>>();
  #lastView = "";
  /** Counts the changes of the store. */
  #changes = 0;
  /** The count at the last change of each part. */
  readonly #changedAt = new Map<Part, number>();
  /** Requests that are making something now. They began before the next change. */
  readonly #makers = new Set<Maker>();
  /**
   * Entries that are being made, by requests that know of every change until now, so that other requests wait for them.
   * Undefined when they could not be made.
   */
  readonly running = new Map<string, Promise<Entry | undefined>>();

  constructor(budget: Budget) {
    this.#budget = budget;
    this.#entries = new LRUCache({
      maxSize: budget.maxBytes,
      sizeCalculation: ({ bytes }) => bytes,
      dispose: (entry, key, reason) => {
        this.#forget(entry, key);
        if (reason === "evict") budget.statistics.evictions++;
      },
    });
  }

  get entries(): number {
    return this.#entries.size;
  }

  get changes(): number {
    return this.#changes;
  }

  /** The entry of this key when it is true at `now` (milliseconds since 1970). */
  find(key: string, now: number): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (now < entry.from) return undefined; // it is for requests that came later than this one
    if (isTrueAt(entry, now) && !this.#isOutdated(entry)) {
      this.#use(entry.view);
      return entry;
    }
    this.#budget.statistics.invalidations++;
    this.#entries.delete(key);
    return undefined;
  }

  #use(view: string): void {
    if (view === this.#lastView) return;
    this.#lastView = view;
    const keys = this.#keysByView.get(view) ?? new Set();
    this.#keysByView.delete(view);
    this.#keysByView.set(view, keys);
  }

  #isOutdated({ parts, madeAt }: Entry): boolean {
    if (madeAt === this.#changes) return false;
    for (const part of parts) if ((this.#changedAt.get(part) ?? 0) > madeAt) return true;
    return false;
  }

  /** A request begins to make something. */
  begin(maker: Maker): void {
    this.#makers.add(maker);
  }

  end(maker: Maker): void {
    this.#makers.delete(maker);
  }

  /** Keeps an entry, unless its request has ended, or something that it depends on has changed since the request began. */
  put(key: string, entry: Entry, maker: Maker): void {
    if (!this.#makers.has(maker) || this.#isOutdated(entry) || entry.until <= entry.from) return;
    for (const id of entry.productIds) if (maker.changedProducts.has(id)) return;
    const { maxBytes } = this.#budget;
    if (entry.bytes > maxBytes) return;
    this.#use(entry.view);
    while (this.#entries.calculatedSize + entry.bytes > maxBytes) this.shrink();
    this.#entries.set(key, entry);
    keysOf(this.#keysByView, entry.view).add(key);
    for (const id of entry.productIds) keysOf(this.#keysByProduct, id).add(key);
    this.#budget.grown(entry.bytes); // at the end, because it may remove this entry, too
  }

  /** Drops what depends on changes. Entries of a part are found outdated when they are asked for. */
  drop({ parts, productIds }: StoreChanges): void {
    this.#changes++;
    for (const part of parts) this.#changedAt.set(part, this.#changes);
    for (const id of productIds) {
      for (const key of this.#keysByProduct.get(id) ?? []) {
        this.#budget.statistics.invalidations++;
        this.#entries.delete(key);
      }
      for (const maker of this.#makers) maker.changedProducts.add(id);
    }
    this.running.clear(); // whoever asks from now on must not get what was read before
  }

  /**
   * Removes something of the view that was not used for the longest time; of a single one, what was not used for the longest
   * time. So whoever names new hosts takes the place of others who did, and not of a host in use.
   */
  shrink(): void {
    const [[key] = []] = this.#keysByView.values();
    if (key === undefined || this.#keysByView.size === 1) {
      this.#entries.pop();
      return;
    }
    this.#budget.statistics.evictions++;
    this.#entries.delete(key);
  }

  #forget({ bytes, productIds, view }: Entry, key: string): void {
    this.#budget.grown(-bytes);
    for (const id of productIds) removeKey(this.#keysByProduct, id, key);
    removeKey(this.#keysByView, view, key);
  }
}

type KeysBy = Map<string, Set<string>>;

function keysOf(keysBy: KeysBy, group: string): Set<string> {
  const keys = keysBy.get(group) ?? new Set();
  keysBy.set(group, keys);
  return keys;
}

function removeKey(keysBy: KeysBy, group: string, key: string): void {
  const keys = keysBy.get(group);
  keys?.delete(key);
  if (keys?.size === 0) keysBy.delete(group);
}
