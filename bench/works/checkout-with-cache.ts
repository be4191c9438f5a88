import { setTimeout as pause } from "node:timers/promises";
import { STOREFRONT } from "../../src/app.ts";
import { type Server, WITHOUT_CACHE } from "../harness/server.ts";
import { headersOf, type Store } from "../harness/stores.ts";
import { ALL_READS, pathsOf } from "../load/storefront-reads.ts";
import type { Side } from "../report/row.ts";
import type { Work } from "../work.ts";
import { requireInvariants, shopperSide, updateStatistics } from "./carts.ts";
import { requireRight, requireSameAsUncached } from "./same-answers.ts";
import { compare } from "./sides.ts";

/** Whole checkouts on a server with the cache, against one without. */

export const checkoutWithCache: Work = {
  name: "checkout-cache",
  about: "a whole checkout on a server with the cache, against one without it on the same database",
  unit: "orders/s",
  run: async (bench) => {
    const store = await bench.busyStore();
    await updateStatistics(bench);
    const [cached, uncached] = [await bench.startServer(), await bench.startServer({ environment: WITHOUT_CACHE })];
    const side = (name: string, server: Server) =>
      afterReads(shopperSide(bench, name, server, store, { orders: true }), server, store);
    const notes = [
      "before each measurement all reads of the store are asked once; the other server is stopped meanwhile",
    ];
    const yardstick = alone(side("without the cache", uncached), cached, store);
    const rows = await compare(bench, checkoutWithCache, alone(side("server", cached), uncached, store), [
      { yardstick, goal: { kind: "at least", value: 0.95 }, notes },
    ]);
    await requireSameAsUncached(bench, cached, headersOf(store), ALL_READS.flatMap(pathsOf));
    await requireInvariants(bench, store);
    return rows;
  },
};

/** Asks for the store's answers before each measurement, so that a cache has what the sales change. */
const afterReads = ({ name, measure }: Side, server: Server, store: Store): Side => ({
  name,
  measure: async (seconds) => {
    for (const read of ALL_READS) await requireRight(server.url, headersOf(store), read);
    return measure(seconds);
  },
});

/** How long a server that runs again may still count the pause as load. */
const AFTER_PAUSE_MS = 300;

/** Stops the process of the other server while a side is measured: it would read what the side's orders change. */
const alone = ({ name, measure }: Side, other: Server, store: Store): Side => ({
  name,
  measure: async (seconds) => {
    process.kill(other.pid, "SIGSTOP");
    try {
      return await measure(seconds);
    } finally {
      process.kill(other.pid, "SIGCONT");
      await untilServed(other, store);
    }
  },
});

async function untilServed({ url }: Server, store: Store): Promise<void> {
  const isServed = async () => (await fetch(`${url}${STOREFRONT}/store`, { headers: headersOf(store) })).ok;
  while (!(await isServed())) await pause(AFTER_PAUSE_MS);
  await pause(AFTER_PAUSE_MS);
}
