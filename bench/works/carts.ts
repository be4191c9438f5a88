import { STOREFRONT } from "../../src/app.ts";
import { checkInvariants } from "../faults/stores-and-orders.ts";
import { requestsInFlow } from "../load/flows.ts";
import { buyer } from "../recording/buyer.ts";
import type { Recording } from "../recording/program.ts";
import { recordPrograms, type SendRecorded } from "../recording/record.ts";
import type { Bench } from "../setup/bench.ts";
import type { Server } from "../setup/server.ts";
import type { Store } from "../setup/stores.ts";
import type { Side, Work } from "../work.ts";
import { type Compared, compare, databaseUrlOf, httpSide, loopSide, pgSide } from "./sides.ts";

/** Carts and orders, against the same statements and against the smallest SQL that is correct. */

const RECORDED_FLOWS = 100;

/** A cart with two products. */
export const cart: Work = {
  name: "cart",
  about: "a cart with two products: three requests",
  run: async (bench) => {
    const { side, child, notes } = await sameStatements(bench, false);
    const goal = { kind: "at least", value: 0.7 } as const;
    const title = { name: "cart", work: "cart", about: cart.about, unit: "carts/s", goal, notes };
    const server = shopperSide(bench, "server", await bench.server(), await bench.sellingStore(), { orders: false });
    const rows = await compare(bench, server, [{ title, yardstick: side }]);
    child.stop();
    return rows;
  },
};

/** A whole checkout: a cart with two products, and its order. */
export const order: Work = {
  name: "order",
  about: "a whole checkout, a cart with two products and its order: four requests",
  run: async (bench) => {
    const store = await bench.sellingStore();
    const same = await sameStatements(bench, true);
    const smallest = bench.startChild("yardsticks/order-sql.ts");
    const { id: siteId, products } = store;
    await smallest.call("prepare", { databaseUrl: databaseUrlOf(bench), siteId, products });
    await requireInvariants(bench, store);
    const title = { work: "order", about: order.about, unit: "orders/s" };
    const compared: Compared[] = [
      {
        title: { ...title, name: "order", goal: { kind: "at least", value: 0.4 } },
        yardstick: loopSide(bench, "smallest correct SQL", smallest),
      },
      { title: { ...title, name: "order, same statements", notes: same.notes }, yardstick: same.side },
    ];
    const server = shopperSide(bench, "server", await bench.server(), store, { orders: true });
    const rows = await compare(bench, server, compared);
    for (const child of [same.child, smallest]) child.stop();
    return rows;
  },
};

/** A server that shoppers of a store fill carts on, and order them or not. */
export function shopperSide(
  bench: Bench,
  name: string,
  server: Server,
  { publishable_key, products }: Store,
  { orders }: { orders: boolean },
): Side {
  const sent = { headers: { "x-api-key": publishable_key }, flow: { orders, products } };
  return httpSide(bench, name, server, sent, requestsInFlow(orders));
}

/** The yardstick that runs the statements of recorded flows. */
async function sameStatements(bench: Bench, orders: boolean) {
  const store = await bench.sellingStore();
  const units = Array.from({ length: RECORDED_FLOWS }, (_, n) => (send: SendRecorded) => shop(send, store, n, orders));
  const headers = { "x-api-key": store.publishable_key };
  const recording = await recordPrograms(databaseUrlOf(bench), headers, units);
  return { ...(await pgSide(bench, "bare pg", recording)), notes: [describe(recording)] };
}

function describe({ programs }: Recording): string {
  const steps = programs[0] ?? [];
  const statements = steps.reduce((sum, step) => sum + step.statements.length, 0);
  const transactions = steps.filter(({ transaction }) => transaction).length;
  return `${statements} statements, besides begin and commit of ${transactions} transactions`;
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
  const faults = await bench.database.use((db) => checkInvariants(db, { ...store, product_id: "" }));
  if (faults.length > 0) throw new Error(`the data is wrong: ${faults.join("; ")}`);
}

/** Updates PostgreSQL's statistics, when tables have grown faster than it does so itself. */
export const updateStatistics = ({ database }: Bench): Promise<void> =>
  database.use((_db, driver) => driver.exec("analyze"));
