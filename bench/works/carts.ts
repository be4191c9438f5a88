import { STOREFRONT } from "../../src/app.ts";
import { checkInvariants } from "../faults/stores-and-orders.ts";
import type { Server } from "../harness/server.ts";
import { headersOf, type Store } from "../harness/stores.ts";
import { requestsInFlow } from "../load/flows.ts";
import { buyer } from "../recording/buyer.ts";
import { type Recording, statementsIn } from "../recording/program.ts";
import { recordPrograms, type SendRecorded } from "../recording/record.ts";
import type { Side } from "../report/row.ts";
import type { Bench, Work } from "../work.ts";
import { type Compared, compare, httpSide, loopSide, pgSide } from "./sides.ts";

/** Carts and orders, against the same statements and against the smallest SQL that is correct. */

const RECORDED_FLOWS = 100;

/** A cart with two products. */
export const cart: Work = {
  name: "cart",
  about: "a cart with two products: three requests",
  unit: "carts/s",
  run: async (bench) => {
    const same = await sameStatements(bench, false);
    const server = shopperSide(bench, "server", await bench.server(), await bench.sellingStore(), { orders: false });
    return compare(bench, cart, server, [{ ...same, goal: { kind: "at least", value: 0.7 } }]);
  },
};

/** A whole checkout: a cart with two products, and its order. */
export const order: Work = {
  name: "order",
  about: "a whole checkout, a cart with two products and its order: four requests",
  unit: "orders/s",
  run: async (bench) => {
    const store = await bench.sellingStore();
    const same = await sameStatements(bench, true);
    const { id: siteId, products } = store;
    const smallest = await loopSide(bench, "smallest correct SQL", "yardsticks/order-sql.ts", { siteId, products });
    await requireInvariants(bench, store);
    const server = shopperSide(bench, "server", await bench.server(), store, { orders: true });
    return compare(bench, order, server, [
      { yardstick: smallest, goal: { kind: "at least", value: 0.4 } },
      { ...same, name: "order, same statements" },
    ]);
  },
};

/** A server that shoppers of a store fill carts on, and order them or not. */
export function shopperSide(
  bench: Bench,
  name: string,
  server: Server,
  store: Store,
  { orders }: { orders: boolean },
): Side {
  const sent = { headers: headersOf(store), flow: { orders, products: store.products } };
  return httpSide(bench, name, server, sent, requestsInFlow(orders));
}

/** The yardstick that runs the statements of recorded flows. */
async function sameStatements(bench: Bench, orders: boolean): Promise<Compared> {
  const store = await bench.sellingStore();
  const units = Array.from({ length: RECORDED_FLOWS }, (_, n) => (send: SendRecorded) => shop(send, store, n, orders));
  const recording = await recordPrograms(bench.databaseUrl, headersOf(store), units);
  return { yardstick: await pgSide(bench, recording), notes: [describe(recording)] };
}

function describe({ programs }: Recording): string {
  const steps = programs[0] ?? [];
  const transactions = steps.filter(({ transaction }) => transaction).length;
  return `${statementsIn([steps])} statements, besides begin and commit of ${transactions} transactions`;
}

async function shop(send: SendRecorded, { products }: Store, n: number, orders: boolean): Promise<void> {
  const cart = JSON.parse(await send({ method: "POST", path: `${STOREFRONT}/cart`, body: {} })) as { id: string };
  let answer = "";
  for (const product_id of [products[2 * n], products[2 * n + 1]]) {
    const body = { product_id, quantity: 1 };
    answer = await send({ method: "POST", path: `${STOREFRONT}/cart/${cart.id}/items`, body });
  }
  if (orders) answer = await send({ method: "POST", path: `${STOREFRONT}/orders`, body: buyer(cart.id) });
  const { items_count, items } = JSON.parse(answer) as { items_count: number; items: unknown[] };
  if (items_count !== 2 || items.length !== 2) throw new Error("the cart or order does not have two lines");
}

/** Throws when the store's stock, orders and sums do not agree. */
export async function requireInvariants(bench: Bench, store: Store): Promise<void> {
  await updateStatistics(bench);
  const faults = await bench.database.use((db) => checkInvariants(db, store));
  if (faults.length > 0) throw new Error(`the data is wrong: ${faults.join("; ")}`);
}

/** Updates PostgreSQL's statistics, when tables have grown faster than it does so itself. */
export const updateStatistics = ({ database }: Bench): Promise<void> =>
  database.use((_db, driver) => driver.exec("analyze"));
