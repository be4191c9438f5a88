import { setTimeout as pause } from "node:timers/promises";
import type { Server } from "../harness/server.ts";
import { headersOf, type Store } from "../harness/stores.ts";
import { CONNECTIONS } from "../load/load.ts";
import type { LoadedRequest } from "../load/protocol.ts";
import { ALL_READS, get, mixOf, pathsOf, READS } from "../load/storefront-reads.ts";
import type { Row } from "../report/row.ts";
import type { Bench, Work } from "../work.ts";
import { requireInvariants, updateStatistics } from "./carts.ts";
import { prepareOrders, requireAll } from "./prepared-orders.ts";
import { requireRight, requireSameAsUncached } from "./same-answers.ts";
import { compare, type Streaming, streamSide } from "./sides.ts";

/** Reads of a store that sells what they show, against the same reads while it sells nothing. */

/** Longer than other works, so that a measurement has several sales. */
const SECONDS = { whole: 3, quick: 2 };
const SALE_EVERY_MS = 1000;
const ONE_IN = 100;
/** More than are used: the fastest server answers fewer than 20,000 reads in a second. */
const ORDERS_PER_SECOND = 200;

export const selling: Work = {
  name: "selling",
  about: "reads of a store that sells once a second, against the same reads without sales",
  run: (bench) =>
    measureSelling(bench, selling, {
      goal: 0.8,
      notes: ["a sale is a cart, one product of the lists and the order; only reads are counted"],
      open: async (bench, server, store, product) => ({
        beside: (seconds) => sellOften(bench, server, store, { seconds, product }),
      }),
    }),
};

export const oneIn100: Work = {
  name: "one-in-100",
  about: "99 reads and an order of what they show in turn, against reads alone",
  run: (bench) =>
    measureSelling(bench, oneIn100, {
      goal: 0.5,
      notes: ["an order is one request, and counts as one: its cart is filled before the measurement"],
      open: openRareOrders,
    }),
};

type OpenSales = (
  bench: Bench,
  server: Server,
  store: Store,
  product: () => string,
) => Promise<{
  beside?: Streaming["beside"];
  rare?: (seconds: number) => Promise<{ every: number; requests: LoadedRequest[] }>;
  onResults?: Streaming["onResults"];
}>;

/** Measures a mix of all reads, and lists alone: they show most of what is sold. */
async function measureSelling(
  bench: Bench,
  work: Work,
  { goal, notes, open }: { goal: number; notes: string[]; open: OpenSales },
): Promise<Row[]> {
  const server = await bench.server();
  const store = await bench.busyStore();
  await updateStatistics(bench);
  const key = headersOf(store);
  for (const read of ALL_READS) await requireRight(server.url, key, read);
  const sales = await open(bench, server, store, await soldProducts(server, store));
  const rows: Row[] = [];
  const lists = READS.filter(({ name }) => name === "list");
  for (const [name, paths] of [
    [work.name, mixOf(ALL_READS)],
    [`${work.name}, lists`, mixOf(lists)],
  ] as const) {
    const stream = { connections: CONNECTIONS, headers: key, requests: paths.map(get), statuses: [200] };
    const withSales: Streaming = {
      streams: async (seconds) => {
        const rare = await sales.rare?.(seconds);
        return [rare ? { ...stream, rare, statuses: [200, 201] } : stream];
      },
      beside: sales.beside,
      onResults: sales.onResults,
    };
    const rounds = { ...bench, seconds: bench.quick ? SECONDS.quick : SECONDS.whole };
    const yardstick = streamSide(bench, "without sales", server, { streams: () => [stream] });
    rows.push(
      ...(await compare(rounds, work, streamSide(bench, "server", server, withSales), [
        { name, yardstick, goal: { kind: "at least", value: goal }, notes },
      ])),
    );
  }
  await requireSameAsUncached(bench, server, key, ALL_READS.flatMap(pathsOf));
  await requireInvariants(bench, store);
  return rows;
}

/** Returns a function that returns the products of the lists in turn. Products with sizes are left out. */
async function soldProducts(server: Server, store: Store): Promise<() => string> {
  const shown: string[] = [];
  for (const path of READS.filter(({ name }) => name === "list").flatMap(pathsOf)) {
    const reply = await fetch(server.url + path, { headers: headersOf(store) });
    shown.push(...((await reply.json()) as { data: { id: string }[] }).data.map(({ id }) => id));
  }
  const sold = shown.filter((id) => store.products.includes(id));
  if (sold.length === 0) throw new Error("the lists show no product without sizes");
  let next = 0;
  return () => sold[next++ % sold.length] ?? "";
}

/** Sells once a second, in the middle of each second. */
async function sellOften(
  bench: Bench,
  server: Server,
  store: Store,
  { seconds, product }: { seconds: number; product: () => string },
): Promise<void> {
  const startedAt = performance.now();
  for (let at = SALE_EVERY_MS / 2; at < seconds * 1000; at += SALE_EVERY_MS) {
    await pause(Math.max(0, startedAt + at - performance.now()));
    const requests = await prepareOrders(bench, server, store, { count: 1, product });
    const headers = headersOf(store);
    requireAll((await bench.generator.burst({ url: server.url, headers, requests })).answers, 201);
  }
}

/** Orders between the reads. Carts that a measurement does not use are there for the next. */
const openRareOrders: OpenSales = async (bench, server, store, product) => {
  const orders: LoadedRequest[] = [];
  return {
    rare: async (seconds) => {
      const count = Math.ceil(seconds * ORDERS_PER_SECOND) - orders.length;
      orders.push(...(await prepareOrders(bench, server, store, { count, product })));
      return { every: ONE_IN, requests: orders };
    },
    onResults: ([result]) => void orders.splice(0, result?.sentRare),
  };
};
