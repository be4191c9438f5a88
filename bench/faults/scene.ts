import { STOREFRONT } from "../../src/app.ts";
import { freePort } from "../../test/setup/postgres-programs.ts";
import type { FaultContext, Outcome, PostgresOptions, Server, TestDatabase } from "./fault.ts";
import { type Answer, type Load, longestGap, startLoad, tally } from "./load.ts";
import { checkBooks, lostOf, type OrderLoad, type SeededStore, seed, startOrders } from "./selling.ts";

/** A shop in business: a server with shoppers who read, shoppers who order, and somebody who watches. */
export interface Scene {
  database: TestDatabase;
  store: SeededStore;
  server: Server;
  /** Another server on the same port and settings, once the first is gone. */
  restart(): Promise<Server>;
  reads: Load;
  orders: OrderLoad;
  /** One client that reads the store every 25 ms. */
  watch: Load;
  /** One client that asks /readyz every 100 ms. */
  ready: Load;
  /** Everything that shoppers were answered. */
  answers(): Answer[];
  /** Ends the load, looks into the books, and says what came of it. */
  finish(judge: () => Pick<Outcome, "measured" | "failures">): Promise<Outcome>;
}

export interface SceneOptions {
  /** Of the server, beside those that name the database. */
  environment?: Record<string, string>;
  postgres?: PostgresOptions;
  /** Where the server finds the database, when not where it is: behind a proxy. */
  reach?: (database: TestDatabase) => Promise<Record<string, string>>;
  readers?: number;
  buyers?: number;
}

/** Opens a shop and lets the shoppers in. */
export async function openScene(context: FaultContext, options: SceneOptions = {}): Promise<Scene> {
  const { environment = {}, postgres = {}, reach, readers = 8, buyers = 8 } = options;
  const database = await context.newDatabase(postgres);
  const [store] = await database.use((db) => seed(db, { stores: 1, products: 200 }));
  if (!store) throw new Error("no store was made");
  const settings = {
    PORT: String(await freePort()),
    ...database.environment,
    ...(await reach?.(database)),
    ...environment,
  };
  let server = await context.startServer(settings);
  const root = server.url; // the port stays the same
  const api = root + STOREFRONT;
  const headers = { "x-api-key": store.publishable_key };
  const reading = (n: number) => ({ url: api + (READS[n % READS.length] ?? ""), headers });

  const reads = startLoad(context, { clients: readers, next: reading, pauseMs: 20 });
  const orders = startOrders(context, { api: () => api, store, clients: buyers, pauseMs: 20 });
  const watch = startLoad(context, { clients: 1, next: () => ({ url: `${api}/store`, headers }), pauseMs: 25 });
  const ready = startLoad(context, { clients: 1, next: () => ({ url: `${root}/readyz` }), pauseMs: 100 });
  const answers = () => [...reads.answers, ...orders.answers, ...watch.answers];

  return {
    database,
    store,
    get server() {
      return server;
    },
    restart: async () => {
      server = await context.startServer(settings);
      return server;
    },
    reads,
    orders,
    watch,
    ready,
    answers,
    finish: async (judge) => {
      await Promise.all([reads, orders, watch, ready].map((load) => load.stop()));
      if (!database.postgres) await server.stop();
      const books = await database.use(async (db) => ({
        invariants: await checkBooks(db, store),
        lost: await lostOf(db, store, orders.acknowledged),
      }));
      return {
        answers: tally(answers()),
        longestGapMs: longestGap(watch.answers),
        acknowledged: orders.acknowledged.length,
        lost: books.lost.length,
        invariants: books.invariants,
        ...judge(),
      };
    },
  };
}

const READS = [
  "/products?limit=12",
  "/search?q=tapis",
  "/products?category=robes&sort_by=price",
  "/product-categories",
];
