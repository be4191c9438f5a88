import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { newId } from "../../src/core/ids.ts";
import type { ChangeFeed } from "../../src/db/changes.ts";
import { Database, type Driver, type Tenant } from "../../src/db/database.ts";
import { openPostgres, type PostgresOptions } from "../../src/db/postgres/postgres.ts";
import { openShop, type Shop } from "./app.ts";
import { createOwnDatabase } from "./own-database.ts";

/** A process that works on a PostgreSQL database, and knows what others change there. */
export interface Process {
  database: Database;
  feed: ChangeFeed;
  /** The products of the changes that its listeners were told, or `everything`, in order. */
  told: string[];
  close(): Promise<void>;
}

/** A database of PostgreSQL for the tests of one file, with one store. */
export class ChangeScene {
  url = "";
  /** Works as the owner of the tables, and has no feed: other processes do not know of its commits. */
  owner!: Driver;
  shop!: Shop;

  constructor() {
    beforeAll(() => this.#open());
    afterAll(() => this.owner.close());
  }

  async #open(): Promise<void> {
    this.url = await createOwnDatabase();
    const limits = { statementTimeout: 60_000, idleInTransactionTimeout: 60_000 };
    this.owner = openPostgres(this.url, { poolSize: 10, ...limits, role: "login" });
    this.shop = await openShop({ over: new Database(this.owner, { checks: true }) });
  }

  get tenant(): Tenant {
    const { id, currency } = this.shop;
    const now = new Date().toISOString();
    return { siteId: id, currency, country: "DZ", locale: "en", timeZone: null, now, mediaUrl: (address) => address };
  }

  /** Opens the database as a server does. */
  openProcess(address = this.url, options: Partial<PostgresOptions> = {}): Process {
    const driver = openPostgres(address, { poolSize: 2, statementTimeout: 10_000, followsChanges: true, ...options });
    const database = new Database(driver, { checks: true });
    const told: string[] = [];
    database.changes.listen((changes) => told.push(...(changes === "everything" ? [changes] : changes.productIds)));
    return { database, feed: database.changes, told, close: () => driver.close() };
  }

  /** Opens a process until the end of the test, and waits until it is current. `told` starts empty. */
  async openReader(address?: string, options?: Partial<PostgresOptions>): Promise<Process> {
    const reader = this.openProcess(address, options);
    onTestFinished(() => reader.close());
    expect(reader.feed.isCurrent).toBe(false);
    await untilCurrent(reader);
    reader.told.length = 0;
    return reader;
  }

  /** Commits a change of a product in this process, and returns the product's id. */
  async change({ database }: Process): Promise<string> {
    const id = newId();
    await database.transact(this.tenant, async (db) => db.changed([], [id]));
    return id;
  }

  /** Commits a change that nobody publishes, like a process that is killed between its commit and its notice. */
  async changeUnpublished(): Promise<string> {
    const id = newId();
    await this.insert(this.owner, id);
    return id;
  }

  /** Writes a change without a notice. */
  async insert(on: Pick<Driver, "query">, productId: string): Promise<void> {
    const insert = "insert into changes (site_id, id, parts, product_ids) values ($1, $2, '{catalogue}', $3)";
    await on.query(insert, [this.shop.id, randomUUID(), [productId]]);
  }

  /** Waits until a process has polled `count` times more. */
  async untilPolled(reader: Process, count: number): Promise<void> {
    for (let i = 0; i < count; i++) await untilTold(reader, await this.changeUnpublished());
  }

  /** Ends the connections on which processes learn of changes; returns how many. */
  async cutFeeds(): Promise<number> {
    const ended = await this.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'hanout changes'`,
      [],
    );
    return ended.length;
  }
}

export const eventually = <T>(look: () => T) => expect.poll(look, { interval: 5, timeout: 20_000 });

export const untilCurrent = ({ feed }: Process) => eventually(() => feed.isCurrent).toBe(true);

/** Waits until a process was told; fails when the process calls itself current a second after the commit, without knowing. */
export async function untilTold({ feed, told }: Process, productId: string): Promise<void> {
  const committedBy = performance.now();
  await eventually(() => {
    const isCurrent = performance.now() - committedBy > 1000 && feed.isCurrent;
    return told.includes(productId) ? "told" : isCurrent ? "current without it" : "waiting";
  }).not.toBe("waiting");
  expect(told).toContain(productId);
}
