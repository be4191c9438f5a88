import { setTimeout as pause } from "node:timers/promises";
import { STOREFRONT } from "../../../src/app.ts";
import { compareDuring } from "../background-load.ts";
import type { Fault, FaultContext } from "../fault.ts";
import { flood, outcomeOf, servedOrRefused, toolCall } from "../flood.ts";
import { type SeededStore, startOrders } from "../stores-and-orders.ts";
import { openTwoStores } from "../two-stores.ts";

const WIDE = { from: "2020-01-01", limit: 100 };
const CALLS: [tool: string, args: (n: number) => object][] = [
  ["products_search", (n) => ({ query: `tapis berbrèe tlemcne oran ${n}`, limit: 100, response_format: "detailed" })],
  ["orders_search", () => ({ query: "client", limit: 100, response_format: "detailed" })],
  ["analytics_report", () => ({ report: "low_stock", threshold: 1_000_000, ...WIDE })],
  ["analytics_report", () => ({ report: "best_sellers", ...WIDE })],
  ["analytics_report", () => ({ report: "customers", ...WIDE })],
  ["analytics_report", () => ({ report: "rates", from: "2020-01-01" })],
  ["products_search", (n) => ({ query: "m-a-t-b-o-c-d-e-f-g-h-i", in_stock: n % 2 === 0, limit: 100 })],
];

/** One secret key sends the most expensive reads of the tool endpoint, thirty concurrently. */
export const merchantFloods: Fault = {
  name: "merchant-floods",
  about: "Thirty clients with one secret key ask the tool endpoint for its most expensive searches and reports.",
  databases: ["postgres", "citus"],
  quick: false,
  run: async (context) => {
    const shops = await openTwoStores(context, { products: 15_000 });
    const { url } = shops.server;
    await sell(context, url, shops.crowd);
    const beside = await compareDuring(context, { url, store: shops.other }, () =>
      flood(context, (n) => {
        const [tool, args] = CALLS[n % CALLS.length] ?? CALLS[0]!;
        return toolCall(url, shops.crowd, tool, args(n));
      }),
    );
    return outcomeOf(context, shops, beside, servedOrRefused(beside.result));
  },
};

/** Places orders, so that the reports have data. */
async function sell(context: FaultContext, url: string, store: SeededStore): Promise<void> {
  const selling = startOrders(context, { api: url + STOREFRONT, store, clients: 8 });
  await pause(10_000);
  await selling.stop();
}
