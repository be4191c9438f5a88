import type { Server } from "../harness/server.ts";
import { createSellingStore, headersOf, type Store } from "../harness/stores.ts";
import { type Done, measureWork } from "../load/load.ts";
import type { LoadedRequest } from "../load/protocol.ts";
import type { Side } from "../report/row.ts";
import type { Bench, Work } from "../work.ts";
import { requireInvariants } from "./carts.ts";
import { prepareOrders, requireAll } from "./prepared-orders.ts";
import { compare } from "./sides.ts";

/** Orders that arrive at the same time, for one product and for different products. */

const AT_ONCE = 64;
/** Bursts of one measurement, for each second that other works measure. */
const BURSTS_PER_SECOND = 2;
const SCARCE_STOCK = 32;

export const contention: Work = {
  name: "contention",
  about: `${AT_ONCE} orders at once on one product, against ${AT_ONCE} at once spread over 1,000 products`,
  unit: "orders/s",
  run: async (bench) => {
    const server = await bench.server();
    const store = await bench.database.use((db) => createSellingStore(db, { slug: "contention" }));
    const sold = await requireNoneOversold(bench, server);
    let next = 0;
    const one = burstSide(bench, "one product", server, store, () => store.products[0] ?? "");
    const spread = burstSide(bench, "1,000 products", server, store, () => {
      next = (next + 17) % store.products.length;
      return store.products[next] ?? "";
    });
    const rows = await compare(bench, contention, one, [
      { yardstick: spread, goal: { kind: "at least", value: 0.35 }, notes: [sold] },
    ]);
    await requireInvariants(bench, store);
    return rows;
  },
};

/** Sells a product with less stock than there are orders. Throws unless exactly the stock is sold. */
async function requireNoneOversold(bench: Bench, server: Server): Promise<string> {
  const few = { slug: "scarce", products: 1, stock: SCARCE_STOCK };
  const store = await bench.database.use((db) => createSellingStore(db, few));
  const product = () => store.products[0] ?? "";
  const orders = await prepareOrders(bench, server, store, { count: AT_ONCE, product });
  const { answers } = await bench.generator.burst({ url: server.url, headers: headersOf(store), requests: orders });
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  if (count(201) !== SCARCE_STOCK || count(422) !== AT_ONCE - SCARCE_STOCK) {
    throw new Error(`${count(201)} of ${AT_ONCE} orders were accepted for ${SCARCE_STOCK} units`);
  }
  await requireInvariants(bench, store);
  return `of ${AT_ONCE} orders at once for ${SCARCE_STOCK} units, ${count(201)} were accepted; the data is right`;
}

/** Bursts of orders whose carts are made before, unmeasured. */
function burstSide(bench: Bench, name: string, server: Server, store: Store, product: () => string): Side {
  const measure = async (seconds: number) => {
    const bursts: LoadedRequest[][] = [];
    for (let i = 0; i < Math.ceil(seconds * BURSTS_PER_SECOND); i++) {
      bursts.push(await prepareOrders(bench, server, store, { count: AT_ONCE, product }));
    }
    const sell = async (): Promise<Done> => {
      const done = { units: 0, seconds: 0, generatorCpuMs: 0 };
      for (const requests of bursts) {
        const burst = { url: server.url, headers: headersOf(store), requests };
        const { ms, answers, cpuMs } = await bench.generator.burst(burst);
        requireAll(answers, 201);
        done.units += answers.length;
        done.seconds += ms / 1000;
        done.generatorCpuMs += cpuMs;
      }
      return done;
    };
    return measureWork({ pid: server.pid, postgresPid: bench.postgres.pid }, sell);
  };
  return { name, measure };
}
