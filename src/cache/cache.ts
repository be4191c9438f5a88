import type { ChangeFeed } from "../db/changes.ts";
import type { Statistics } from "./statistics.ts";
import { StoreCache } from "./store-cache.ts";

/** What one store may use of the whole memory. */
const MAX_SHARE = 1 / 4;
/** What the structures of a store take before it has an entry. */
const STORE_BYTES = 4000;

/**
 * The memory of what shoppers read, of all stores: answers, the texts of products that they consist of, and what lists and
 * searches found. It is bounded in bytes; what was not used for the longest time makes room. What a transaction changed is
 * dropped after its commit, by the feed of changes. While the feed is not current, `storeOf` returns nothing.
 */
export class Cache {
  readonly #maxBytes: number;
  readonly #changes: ChangeFeed;
  /** By id. The store that was used last is the last one. */
  readonly #stores = new Map<string, StoreCache>();
  #lastUsed: StoreCache | undefined;
  #bytes = 0;
  readonly statistics: Statistics = { hits: 0, misses: 0, evictions: 0, invalidations: 0 };

  /** `maxBytes` 0: nothing is kept. */
  constructor(maxBytes: number, changes: ChangeFeed) {
    this.#maxBytes = maxBytes;
    this.#changes = changes;
    if (maxBytes === 0) return;
    changes.listen((changed) => {
      if (changed === "everything") this.#clear();
      else this.#stores.get(changed.siteId)?.drop(changed);
    });
  }

  /** The memory of a store; undefined while nothing may be served from memory. */
  storeOf(siteId: string): StoreCache | undefined {
    if (this.#maxBytes === 0 || !this.#changes.isCurrent) return undefined;
    const store = this.#stores.get(siteId) ?? this.#open(siteId);
    if (store && store !== this.#lastUsed) {
      this.#stores.delete(siteId);
      this.#stores.set(siteId, store);
      this.#lastUsed = store;
    }
    return store;
  }

  /** The figures for logs and metrics. */
  report(): Statistics & { stores: number; entries: number; bytes: number } {
    const entries = [...this.#stores.values()].reduce((sum, store) => sum + store.entries, 0);
    return { ...this.statistics, stores: this.#stores.size, entries, bytes: this.#bytes };
  }

  /** Undefined when there is no room for a store. */
  #open(siteId: string): StoreCache | undefined {
    const store: StoreCache = new StoreCache({
      maxBytes: Math.floor(this.#maxBytes * MAX_SHARE),
      // A store that was removed can still be used by the requests that began before.
      grown: (bytes) => this.#stores.get(siteId) === store && this.#grown(bytes),
      statistics: this.statistics,
    });
    this.#stores.set(siteId, store);
    this.#grown(STORE_BYTES);
    return this.#stores.get(siteId);
  }

  /** Makes room in the store that was not used for the longest time. */
  #grown(bytes: number): void {
    this.#bytes += bytes;
    if (bytes < 0) return;
    for (const [siteId, store] of this.#stores) {
      while (this.#bytes > this.#maxBytes && store.entries > 0) store.shrink();
      if (this.#bytes <= this.#maxBytes) return;
      this.#stores.delete(siteId);
      this.#bytes -= STORE_BYTES;
    }
  }

  /** Requests that are making something keep it in the memory of their store, which is no longer used. */
  #clear(): void {
    this.#stores.clear();
    this.#lastUsed = undefined;
    this.#bytes = 0;
  }
}
