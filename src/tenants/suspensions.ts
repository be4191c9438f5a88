import { LRUCache } from "lru-cache";
import type { Database } from "../db/database.ts";
import { findSuspension } from "./queries.ts";

/** How long a process believes what it has read of a store: as long as of a key. */
const CACHE_MS = 900;
const RESOLUTION_MS = 20;
const MAX_CACHED = 50_000;

/** Knows whether a store is suspended, where a request has neither a key nor a session. */
export class Suspensions {
  readonly #database: Database;
  readonly #known = new LRUCache<string, Promise<boolean>>({
    max: MAX_CACHED,
    ttl: CACHE_MS,
    ttlResolution: RESOLUTION_MS,
  });

  constructor(database: Database) {
    this.#database = database;
  }

  /** False while the database does not answer: what needs no database is sent all the same. */
  isSuspended(siteId: string): Promise<boolean> {
    const known = this.#known.get(siteId);
    if (known !== undefined) return known;
    const reading = findSuspension(this.#database.directory, siteId).then(
      (found) => found !== undefined,
      () => false,
    );
    this.#known.set(siteId, reading);
    return reading;
  }
}
