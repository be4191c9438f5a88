import type { Database } from "../db/database.ts";
import { tenantById } from "../db/tenant.ts";
import { addUse } from "./queries.ts";

/** Milliseconds between two writes: what a process that is killed has counted since is lost. */
const INTERVAL_MS = 60_000;

/** What a process has served of a store since its start. */
interface Served {
  requests: number;
  bytes: number;
}

interface RecorderOptions {
  /** By the ids of stores. */
  served: () => Iterable<[id: string, Served]>;
  onError: (error: unknown) => void;
}

/** Adds what this process serves to the use of each store, every minute. */
export class UseRecorder {
  readonly #database: Database;
  readonly #options: RecorderOptions;
  /** What is written already. */
  readonly #written = new Map<string, Served>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(database: Database, options: RecorderOptions) {
    this.#database = database;
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.record(), INTERVAL_MS).unref();
  }

  /** Writes what was served last. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
    await this.record();
  }

  /** Writes what was served since the last time, one store after the other. What fails is written the next time. */
  record(): Promise<void> {
    this.#running ??= this.#record().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #record(): Promise<void> {
    for (const [siteId, { requests, bytes }] of [...this.#options.served()]) {
      const before = this.#written.get(siteId) ?? { requests: 0, bytes: 0 };
      if (requests === before.requests) continue;
      const tenant = tenantById(siteId);
      try {
        await this.#database.transact(tenant, (db) =>
          addUse(db, db.now.slice(0, "2027-01-31".length), requests - before.requests, bytes - before.bytes),
        );
        this.#written.set(siteId, { requests, bytes });
      } catch (error) {
        this.#options.onError(error);
        return; // the database has a trouble: the other stores wait, too
      }
    }
  }
}
