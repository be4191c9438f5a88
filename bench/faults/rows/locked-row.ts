import pg from "pg";
import { STOREFRONT } from "../../../src/app.ts";
import { type Answer, type Request, sendRequest } from "../../harness/http.ts";
import { compareDuring, comparisonText, gapOf, ms, slowdownFailures } from "../background-load.ts";
import { type Fault, type FaultContext, FaultSkipped, unmetCriteria } from "../fault.ts";
import { slowest, tally } from "../load.ts";
import { auditStores, openTwoStores, type TwoStores } from "../two-stores.ts";

const ORDERS = 20;

/** The longest wait of an order: five seconds in the queue, and three for each of two locks, with a margin. */
const MAX_WAIT_MS = 12_000;

/** An open transaction locks one variant, so orders for it wait. */
export const lockedRow: Fault = {
  name: "locked-row",
  about: `An open transaction locks one variant until the ${ORDERS} waiting orders for it are answered.`,
  databases: ["postgres", "citus"],
  quick: true,
  run: async (context) => {
    const shops = await openTwoStores(context, { products: 20 });
    const orders = await prepareOrders(shops);
    const { result: waited, ...beside } = await compareDuring(
      context,
      { url: shops.server.url, store: shops.other },
      () => orderWhileLocked(context, shops, orders),
    );
    const again = await Promise.all(orders.map((order) => sendRequest(order)));
    const placed = [...waited, ...again].filter(({ what }) => what === "201");
    const numbers = new Set(placed.map(({ text }) => (JSON.parse(text) as { order_number: string }).order_number));
    const audit = await auditStores(shops, { crowd: [...numbers], other: beside.acknowledged });
    const refused = waited.filter(({ what, headers }) => what === "503" && headers["retry-after"] !== undefined);
    return {
      answers: tally(waited, again),
      longestGapMs: gapOf(beside),
      ...audit,
      measured: `${comparisonText(beside)}; slowest waiting order ${ms(slowest(waited))}`,
      failures: [
        ...slowdownFailures(beside),
        ...unmetCriteria([
          [refused.length === waited.length, `waiting orders see ${JSON.stringify(tally(waited))}, or no Retry-After`],
          [slowest(waited) <= MAX_WAIT_MS, `an order waits ${ms(slowest(waited))}`],
          [again.every(({ what }) => what === "201"), `orders sent again see ${JSON.stringify(tally(again))}`],
          [numbers.size === ORDERS, `${numbers.size} orders of ${ORDERS} are placed`],
        ]),
      ],
    };
  },
};

/** Fills one cart for each order, and returns the order requests, each with its own idempotency key. */
async function prepareOrders({ server, crowd }: TwoStores): Promise<Request[]> {
  const headers = { "x-api-key": crowd.publishable_key };
  const post = (path: string, body: object): Request => ({
    url: server.url + STOREFRONT + path,
    method: "POST",
    headers,
    body,
  });
  const orders: Request[] = [];
  for (let number = 0; number < ORDERS; number++) {
    const cart = JSON.parse((await sendRequest(post("/cart", {}))).text) as { id: string };
    await sendRequest(post(`/cart/${cart.id}/items`, { product_id: crowd.product_id, quantity: 1 }));
    const order = post("/orders", { cart_id: cart.id, customer_name: "Client", customer_phone: "0550123456" });
    orders.push({ ...order, headers: { ...headers, "idempotency-key": `locked-${number}` } });
  }
  return orders;
}

async function orderWhileLocked(
  context: FaultContext,
  { database, crowd }: TwoStores,
  orders: Request[],
): Promise<Answer[]> {
  if (!database.postgres) throw new FaultSkipped("needs PostgreSQL");
  const holder = new pg.Client({ connectionString: database.postgres.url("hanout") });
  holder.on("error", () => {});
  await holder.connect();
  context.onEnd(() => holder.end());
  await holder.query("begin");
  await holder.query("select 1 from variants where site_id = $1 and product_id = $2 for update", [
    crowd.id,
    crowd.product_id,
  ]);
  const waited = await Promise.all(orders.map((order) => sendRequest(order)));
  await holder.query("commit");
  return waited;
}
