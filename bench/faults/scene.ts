import { STOREFRONT } from "../../src/app.ts";
import { freePort } from "../../test/support/setup/postgres-programs.ts";
import type { TestDatabase } from "../harness/database.ts";
import type { Answer } from "../harness/http.ts";
import type { Server } from "../harness/server.ts";
import type { FaultContext, Outcome } from "./fault.ts";
import { type Load, longestGap, startLoad, tally } from "./load.ts";
import { auditOrders, type OrderLoad, type SeededStore, seed, startOrders } from "./stores-and-orders.ts";

/** Clients of one store that read and order, and clients that measure availability. */
export interface Shoppers {
  reads: Load;
  orders: OrderLoad;
  /** One client that reads the store every 25 ms. */
  watch: Load;
  /** One client that reads /readyz every 100 ms. */
  ready: Load;
  /** Returns all answers except those of /readyz. */
  answers(): Answer[];
  stop(): Promise<void>;
}

export interface ShopperOptions {
  readers?: number;
  buyers?: number;
  /** A connection for each request, instead of one for each client. */
  reconnect?: boolean;
}

/** Starts the clients. `root` is the URL of the server or of the proxy in front of it. */
export function startShoppers(
  context: FaultContext,
  root: string,
  store: SeededStore,
  { readers = 8, buyers = 8, reconnect = false }: ShopperOptions = {},
): Shoppers {
  const api = root + STOREFRONT;
  const headers = { "x-api-key": store.publishable_key };
  const reading = (n: number) => ({ url: api + (READS[n % READS.length] ?? ""), headers });
  const watching = () => ({ url: `${api}/store`, headers });
  const reads = startLoad(context, { clients: readers, next: reading, pauseMs: 20, reconnect });
  const orders = startOrders(context, { api, store, clients: buyers, pauseMs: 20, reconnect });
  const watch = startLoad(context, { clients: 1, next: watching, pauseMs: 25, reconnect });
  const ready = startLoad(context, { clients: 1, next: () => ({ url: `${root}/readyz` }), pauseMs: 100, reconnect });
  return {
    reads,
    orders,
    watch,
    ready,
    answers: () => [...reads.answers, ...orders.answers, ...watch.answers],
    stop: async () => {
      await Promise.all([reads, orders, watch, ready].map((load) => load.stop()));
    },
  };
}

const READS = [
  "/products?limit=12",
  "/search?q=tapis",
  "/products?category=robes&sort_by=price",
  "/product-categories",
];

/** Stops the clients and checks the store's data. No server may have an embedded database open at that time. */
export async function conclude(
  shoppers: Shoppers,
  database: TestDatabase,
  store: SeededStore,
): Promise<Omit<Outcome, "measured" | "failures">> {
  await shoppers.stop();
  const { acknowledged } = shoppers.orders;
  return {
    answers: tally(shoppers.answers()),
    longestGapMs: longestGap(shoppers.watch.answers),
    ...(await database.use((db) => auditOrders(db, [{ store, acknowledged }]))),
  };
}

/** A store under load on one server. */
export interface RunningShop extends Shoppers {
  database: TestDatabase;
  store: SeededStore;
  server: Server;
  /** Starts a server with the same port and settings, after the first one ended. */
  restart(): Promise<Server>;
  /** Stops the load, checks the store's data, and returns the outcome. */
  finish(judge: () => Pick<Outcome, "measured" | "failures">): Promise<Outcome>;
}

export interface RunningShopOptions extends ShopperOptions {
  /** Default: a new database. */
  database?: TestDatabase;
  /** Settings of the server, in addition to those of the database. */
  environment?: Record<string, string>;
}

/** Opens a store on a new server, and starts the load. */
export async function openRunningShop(context: FaultContext, options: RunningShopOptions = {}): Promise<RunningShop> {
  const database = options.database ?? (await context.newDatabase());
  const store = await seedOne(database);
  const environment = { PORT: String(await freePort()), ...database.environment, ...options.environment };
  let server = await context.startServer(environment);
  const shoppers = startShoppers(context, server.url, store, options);
  return {
    ...shoppers,
    database,
    store,
    get server() {
      return server;
    },
    restart: async () => {
      server = await context.startServer(environment);
      return server;
    },
    finish: async (judge) => {
      await shoppers.stop();
      if (!database.postgres) await server.stop();
      return { ...(await conclude(shoppers, database, store)), ...judge() };
    },
  };
}

/** Creates one store with a small catalogue. */
export async function seedOne(database: TestDatabase): Promise<SeededStore> {
  const [store] = await database.use((db) => seed(db, { stores: 1, products: 200 }));
  if (!store) throw new Error("no store was made");
  return store;
}
