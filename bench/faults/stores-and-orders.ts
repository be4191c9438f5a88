import { setTimeout as pause } from "node:timers/promises";
import { Type } from "typebox";
import { type ProductInput, productDefaults, saveProduct, variantDefaults } from "../../src/catalog/catalog.ts";
import type { Database } from "../../src/db/database.ts";
import { sql } from "../../src/db/sql.ts";
import { createLoadTestStores } from "../../src/demo/load-test-stores.ts";
import { createFirstKeys } from "../../src/keys/keys.ts";
import { findStoreBySlug } from "../../src/store/store.ts";
import { invariantViolations, ViolationCount } from "../../test/support/invariants.ts";
import { type Store, tenantOf } from "../harness/stores.ts";
import type { FaultContext } from "./fault.ts";
import { type Load, type Send, startClients } from "./load.ts";

/** Creates stores, starts clients that order, and checks the stores' data. */

export interface SeededStore extends Omit<Store, "products"> {
  /** A product with more stock than any row sells. */
  product_id: string;
}

/** Creates stores, distributes products over them, and adds to each store the product that clients order. */
export async function seed(database: Database, size: { stores: number; products: number }): Promise<SeededStore[]> {
  for await (const _ of createLoadTestStores(database, size));
  return Promise.all(Array.from({ length: size.stores }, (_, index) => openStore(database, `load-${index + 1}`)));
}

async function openStore(database: Database, slug: string): Promise<SeededStore> {
  const store = await findStoreBySlug(database.directory, slug);
  if (!store) throw new Error(`there is no store ${slug}`);
  return database.transact(tenantOf(store.id), async (db) => {
    const { id: product_id } = await saveProduct(db, PRODUCT, { categoryName: null });
    return { id: store.id, product_id, ...(await createFirstKeys(db)) };
  });
}

const PRODUCT: ProductInput = {
  ...productDefaults,
  slug: "plenty",
  name: "Plenty",
  status: "active",
  category_id: null,
  images: [],
  options: [],
  variants: [{ ...variantDefaults, price: 100_000, inventory_quantity: 100_000_000 }],
};

export interface OrderLoad extends Load {
  /** Numbers of the orders that were answered with 201. */
  acknowledged: string[];
  /** When each order was first sent, and when it was answered, in milliseconds of performance.now(). */
  placed: { askedAt: number; at: number }[];
}

export interface OrderOptions {
  /** The URL of the storefront API. */
  api: string;
  store: SeededStore;
  clients: number;
  /** Each client waits this long between its orders. */
  pauseMs?: number;
  /** A connection for each request, instead of one for each client. */
  reconnect?: boolean;
}

const RETRY_MS = 100;
const MAX_TRIES = 600;

/**
 * Starts clients that fill a cart and order it, as a storefront does. A request without an answer, or with status 5xx,
 * is sent again with the same idempotency key.
 */
export function startOrders(
  context: Pick<FaultContext, "onEnd">,
  { api, store, clients, pauseMs = 0, reconnect = false }: OrderOptions,
): OrderLoad {
  const acknowledged: string[] = [];
  const placed: OrderLoad["placed"] = [];
  let stopped = false;
  const headers = { "x-api-key": store.publishable_key };
  const buy = async (send: Send) => {
    const insist = async (path: string, body: object, more: Record<string, string> = {}) => {
      for (let attempt = 0; attempt < MAX_TRIES && !stopped; attempt++) {
        const ask = () => ({ url: api + path, method: "POST" as const, headers: { ...headers, ...more }, body });
        const { what, text } = await send(ask);
        if (what.startsWith("2")) return JSON.parse(text) as { id: string; order_number: string };
        if (what.startsWith("4") && !text.includes("idempotency_in_progress")) break;
        await pause(RETRY_MS);
      }
      return undefined;
    };
    const cart = await insist("/cart", {});
    if (cart && (await insist(`/cart/${cart.id}/items`, { product_id: store.product_id, quantity: 1 }))) {
      const buyer = { customer_name: "Client", customer_phone: "0550123456" };
      const askedAt = performance.now();
      const order = await insist("/orders", { cart_id: cart.id, ...buyer }, { "idempotency-key": `key-${cart.id}` });
      if (order) {
        acknowledged.push(order.order_number);
        placed.push({ askedAt, at: performance.now() });
      }
    }
    if (pauseMs > 0) await pause(pauseMs);
  };
  const load = startClients(context, clients, buy, { reconnect });
  const stop: Load["stop"] = (graceMs) => {
    stopped = true;
    return load.stop(graceMs);
  };
  return { ...load, stop, acknowledged, placed };
}

/** Returns what is wrong with the data of stores, and how many of the orders that their clients received are not there. */
export async function auditOrders(
  database: Database,
  stores: { store: SeededStore; acknowledged: string[] }[],
): Promise<{ acknowledged: number; lost: number; invariants: string[] }> {
  const total = { acknowledged: 0, lost: 0, invariants: [] as string[] };
  for (const { store, acknowledged } of stores) {
    total.acknowledged += acknowledged.length;
    total.lost += (await lostOrders(database, store, acknowledged)).length;
    total.invariants.push(...(await checkInvariants(database, store)));
  }
  return total;
}

/** Returns the invariants that a store's data violates, with the number of violations. */
export const checkInvariants = (database: Database, store: Pick<Store, "id">): Promise<string[]> =>
  database.transact(tenantOf(store.id), async (db) => {
    const faults = await db.many(ViolationCount, invariantViolations(store.id));
    return faults.flatMap(({ what, faults: count }) => (count > 0 ? [`${what}: ${count}`] : []));
  });

/** Returns the order numbers that a client received but the database does not contain. */
const lostOrders = (database: Database, store: SeededStore, acknowledged: string[]): Promise<string[]> =>
  database.transact(tenantOf(store.id), async (db) => {
    const rows = await db.many(
      Type.Object({ order_number: Type.String() }),
      sql`select order_number from orders where site_id = ${store.id}`,
    );
    const kept = new Set(rows.map(({ order_number }) => order_number));
    return acknowledged.filter((number) => !kept.has(number));
  });
