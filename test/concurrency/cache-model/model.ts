import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { vi } from "vitest";
import { importShopifyCsv } from "../../../src/imports/imports.ts";
import { type Answer, database, driver, keyring, onPostgres, type Shop } from "../../support/app.ts";
import { call, callConfirmed } from "../../support/operations.ts";
import { Comparison } from "./comparison.ts";
import type { HeldReads } from "./held-reads.ts";
import { csvFile, newProduct, operationArguments, WRITES_BEFORE } from "./operation-writes.ts";
import { Random } from "./random.ts";
import { isBySales, type Read, randomRead, readAfter, readsOfProduct } from "./random-reads.ts";
import { shopperWrites } from "./shopper-writes.ts";
import { CATEGORIES, COLLECTIONS, PRODUCTS, World } from "./world.ts";

const IMPORT = "import a file";
/** Every kind of write. */
export const WRITES = [...Object.keys(operationArguments), ...Object.keys(shopperWrites), IMPORT];

export interface ModelOptions {
  seed: number;
  /** A store that only this model writes to; its requests go to an application without a cache. */
  shop: Shop;
  /** The application with a cache, and what holds the reads of its driver. */
  subject: FastifyInstance;
  held: HeldReads;
  /** The application without a cache. */
  reference: FastifyInstance;
  /** For how long after a write the subject may answer as before it, in milliseconds. */
  maxAgeMs: number;
  /** The kinds of writes that are drawn; all unless given. */
  drawn?: string[];
  /** What happens to the subject from time to time. */
  disturb?: (() => Promise<unknown>) | undefined;
}

/** How old an order by sales may be, and a millisecond. */
const SALES_AGE_MS = 60_001;
/** How far the clock is set back at most. */
const MAX_BACK_MS = 3_600_000;
/** Reads that are repeated: what is kept of them must be dropped in time. */
const REPEATED = 40;
/** Codes of answers that are no refusals. */
const FAILURES = ["internal_error", "overloaded", "unavailable"];
/** What the report of a failure shows. */
const LOGGED = 12;

/**
 * A store with random writes by merchants and shoppers, a clock that is moved, and after each write random reads that
 * an application with a cache and one without must answer the same. The clock is fake: call `vi.useRealTimers` at the end.
 */
export class CacheModel {
  readonly #options: ModelOptions;
  readonly #world: World;
  readonly #comparison: Comparison;
  readonly #reads: Read[] = [];
  readonly #log: string[] = [];
  #kinds: string[] = [];
  /** The kinds of writes that succeeded. */
  readonly succeeded = new Set<string>();
  steps = 0;

  constructor(options: ModelOptions) {
    this.#options = options;
    this.#world = new World(new Random(options.seed));
    const { subject, reference, shop, maxAgeMs } = options;
    this.#comparison = new Comparison(subject, reference, shop.publishable_key, maxAgeMs);
  }

  /** Takes random steps, until it is over. Throws an Error, with the last steps and the seed, for the first answers that differ. */
  async run(steps: number, isOver = () => false): Promise<void> {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    try {
      if (this.steps === 0) await this.#furnish();
      for (const end = this.steps + steps; this.steps < end && !isOver(); this.steps++) await this.#step();
    } catch (error) {
      const log = this.#log.slice(-LOGGED).join("\n");
      throw new Error(`seed ${this.#options.seed}, step ${this.steps}: ${(error as Error).message}\nafter\n${log}`, {
        cause: error,
      });
    }
  }

  /** The store's first products and what else shoppers see. */
  async #furnish(): Promise<void> {
    for (const slug of CATEGORIES) await this.#operate("categories_save", { slug, name: `Rayon ${slug}` });
    for (const slug of COLLECTIONS) await this.#operate("collections_save", { slug, title: `Collection ${slug}` });
    for (const slug of PRODUCTS) await this.#operate("products_save", newProduct(this.#world, slug));
    for (const name of ["shipping_rates_set", "menus_save", "promotions_save", "content_save", "content_save"]) {
      await this.#operate(name);
    }
  }

  async #step(): Promise<void> {
    if (this.#world.random.chance(0.1)) await this.#options.disturb?.();
    await this.#world.random.weighted([
      [5, () => this.#writeThenRead()],
      [2, () => this.#race()],
      [2, () => this.#moveClock().then(() => this.#readSome(3))],
      [1, () => this.#readSome(5)],
    ]);
  }

  async #writeThenRead(): Promise<void> {
    const kind = this.#nextKind();
    const read = readAfter(this.#world, kind); // so that it is kept before the write, and read again at once
    await this.#compare(read);
    await this.#write(kind);
    await this.#compare(read);
    await this.#readSome(2);
  }

  /** Reads are in the middle of their statements while something is written, and others begin as soon as it is. */
  async #race(): Promise<void> {
    const { random } = this.#world;
    const product = random.pick(PRODUCTS);
    const reads = [...random.some(readsOfProduct(this.#world, product), 2), randomRead(this.#world)].filter(
      (read) => !isBySales(read),
    );
    await this.#operate("inventory_adjust", { changes: [{ variant: `${product}-0`.toUpperCase(), by: 1 }] });
    this.#note(`  race with ${reads.map(({ path }) => path).join(" ")}`);
    const { held } = this.#options;
    held.begin(random.integer(0, 3));
    try {
      let isOver = false;
      const first = Promise.all(reads.map((read) => this.#comparison.ask(read))).finally(() => {
        isOver = true;
      });
      first.catch(() => {}); // it is awaited below
      while (!isOver && held.waiting === 0) await setImmediate();
      await (random.chance(0.6) ? this.#sellOrStock(product) : this.#write());
      held.letNewPass();
      const then = Promise.all(reads.map((read) => this.#comparison.expectEqual(read)));
      then.catch(() => {}); // it is awaited below
      await setImmediate();
      held.end();
      await Promise.all([first, then]);
    } finally {
      held.end();
    }
    for (const read of reads) await this.#compare(read);
  }

  /** Changes the stock of a product, and nothing else. */
  async #sellOrStock(product: string): Promise<void> {
    const sku = `${product}-0`.toUpperCase();
    const { random } = this.#world;
    if (random.chance(0.5)) return this.#operate("inventory_adjust", { changes: [{ variant: sku, by: 1 }] });
    return this.#operate("orders_create", {
      ...operationArguments.orders_create?.(this.#world),
      items: [{ item: sku, quantity: 1 }],
    });
  }

  async #readSome(count: number): Promise<void> {
    const { random } = this.#world;
    for (let i = 0; i < count; i++) {
      const isNew = this.#reads.length === 0 || random.chance(0.25);
      const read = isNew ? randomRead(this.#world) : random.pick(this.#reads);
      if (isNew) this.#reads.push(read);
      if (this.#reads.length > REPEATED) this.#reads.splice(random.integer(0, REPEATED - 1), 1);
      await this.#compare(read);
    }
  }

  async #compare(read: Read): Promise<void> {
    if (isBySales(read) && Date.now() < this.#world.soldAt + SALES_AGE_MS)
      await this.#setClock(Math.max(Date.now(), this.#world.soldAt) + SALES_AGE_MS);
    await this.#comparison.expectEqual(read);
  }

  /** Moves the clock: often to the moment at which something begins or ends, or to just before it; sometimes back. */
  async #moveClock(): Promise<void> {
    const { random, boundaries } = this.#world;
    const now = Date.now();
    const next = Math.min(...boundaries.filter((time) => time > now));
    const last = Math.max(...boundaries.filter((time) => time <= now));
    const time = random.weighted([
      [4, () => (Number.isFinite(next) ? Math.max(now, next - random.integer(0, 1)) : now + 1)],
      [3, () => now + random.integer(1, 5000)],
      [1, () => now + random.integer(1, 60) * 60_000],
      [2, () => (last > now - MAX_BACK_MS ? last - 1 : now)],
    ]);
    await this.#setClock(time);
  }

  async #setClock(time: number): Promise<void> {
    if (!onPostgres) await driver.exec("select pg_stat_force_next_flush()"); // PGlite has a timer by this clock
    this.#note(`clock ${new Date(time).toISOString()}`);
    this.#world.latest = Math.max(this.#world.latest, Date.now(), time);
    vi.setSystemTime(time);
  }

  /** The next kind of write; all that are drawn in random order, then all again in another. */
  #nextKind(): string {
    if (this.#kinds.length === 0) this.#kinds = this.#world.random.shuffled(this.#options.drawn ?? WRITES);
    return this.#kinds.pop() as string;
  }

  /** Writes, after what this kind of write needs. */
  async #write(kind = this.#nextKind()): Promise<void> {
    if (kind === IMPORT) return this.#importFile();
    if (kind in shopperWrites) return this.#shop(kind);
    if (this.#world.random.chance(0.7)) for (const first of WRITES_BEFORE[kind] ?? []) await this.#operate(first);
    return this.#operate(kind);
  }

  /** Runs an operation, with a confirm token where it wants one. Its refusal is an answer like another. */
  async #operate(name: string, given?: object): Promise<void> {
    const { shop, reference } = this.#options;
    const world = this.#world;
    const args = given ?? operationArguments[name]?.(world) ?? {};
    let answer = await call(shop, name, args, shop.secret_key, reference);
    if (answer.problem?.code === "confirmation_required") {
      answer = await callConfirmed(shop, name, args, shop.secret_key, reference);
    }
    if (name === "store_update") keyring.clearCache(); // it holds the store's language for some seconds
    const { data, problem } = answer;
    this.#written(`${name} ${JSON.stringify(args)}`, name, problem?.code);
    if (problem) return;
    world.remember(world.changes, data.change_id);
    if (name === "changes_undo") world.soldAt = Math.max(Date.now(), world.latest); // a product comes back with its sales
    if (name === "orders_create") {
      world.remember(world.orders, data.order_number);
      world.soldAt = Math.max(Date.now(), world.latest);
    }
    if (name.startsWith("orders_")) world.soldAt = Math.max(Date.now(), world.latest); // cancelled orders count as well
    if (name === "promotions_save") world.remember(world.promotions, data.id);
    if (name === "customers_save") world.remember(world.customers, (args as { email?: string }).email);
    if (name === "api_keys_create") world.remember(world.keys, (args as { name?: string }).name);
    if (name === "products_save") world.remember(world.productIds, data.id);
  }

  async #shop(name: string): Promise<void> {
    const answer: Answer | undefined = await shopperWrites[name]?.(this.#options.shop, this.#world);
    const refusal = answer && answer.status >= 400 ? answer.body.code : undefined;
    this.#written(name, name, refusal);
  }

  /** As the command line does. */
  async #importFile(): Promise<void> {
    const { id: siteId, currency } = this.#options.shop;
    const tenant = { siteId, currency, country: "DZ", locale: "en", timeZone: null, now: new Date().toISOString() };
    const csv = csvFile(this.#world);
    const file = Readable.from([csv]);
    const mediaUrl = <T>(url: T) => url;
    for await (const _ of importShopifyCsv(database, { ...tenant, mediaUrl }, file, { dryRun: false }));
    this.#written(`${IMPORT} ${csv}`, IMPORT, undefined);
  }

  #written(line: string, name: string, refusal: string | undefined): void {
    this.#comparison.written();
    this.#note(refusal ? `${line}: ${refusal}` : line);
    if (refusal && FAILURES.includes(refusal)) throw new Error(`${name} failed`);
    if (!refusal) this.succeeded.add(name);
  }

  #note(line: string): void {
    this.#log.push(`${this.steps} ${line}`);
    if (this.#log.length > LOGGED * 4) this.#log.splice(0, LOGGED);
  }
}
