import { STOREFRONT } from "../../src/app.ts";
import type { Child } from "../harness/child.ts";
import type { Server } from "../harness/server.ts";
import { headersOf, type Store } from "../harness/stores.ts";
import type { Stream, StreamsResult } from "../load/protocol.ts";
import { get, numbers, SORTS } from "../load/storefront-reads.ts";
import type { Bench } from "../work.ts";

/** A flood of requests that are each sent once: short lists, and searches, of which a store may run only so many at a time. */

/** Makes the n-th address of a store with so many products; none is made twice soon. */
type MakePath = (n: number, products: number) => string;

const list: MakePath = (n, products) =>
  `/products?limit=${1 + (Math.floor(n / 8 / products) % 24)}&offset=${Math.floor(n / 8) % products}&${SORTS[n % 8]}`;
const search: MakePath = (n, products) => `/search?q=article%20${1 + (n % products)}&limit=24&max_price=${100_000 + n}`;

/** As many connections as the other stores have: eight send lists, seven send searches. */
const FLOOD = [
  { path: list, connections: 8, perSecond: 10_000 },
  { path: search, connections: 7, perSecond: 1000 },
];
/** Searches that wait too long for their turn are refused. */
const FLOOD_STATUSES = [200, 503];

export interface Flood {
  /** Floods the store for some seconds. */
  run(server: Server, seconds: number): Promise<void>;
  /** What the floods so far sent, in words. */
  description(): string;
}

/** Opens the flood of a store with so many products. It has a load generator of its own, so that its CPU is known. */
export function openFlood(bench: Bench, store: Store, products: number): Flood {
  const generator: Child = bench.startChild("load/generator.ts");
  const next = FLOOD.map(() => 0);
  const runs: StreamsResult[] = [];
  const streamOf = (
    { path, connections, perSecond }: (typeof FLOOD)[number],
    index: number,
    seconds: number,
  ): Stream => ({
    connections,
    headers: headersOf(store),
    requests: numbers(Math.ceil(perSecond * seconds)).map((i) =>
      get(STOREFRONT + path((next[index] ?? 0) + i, products)),
    ),
    statuses: FLOOD_STATUSES,
    once: true,
  });
  const run = async ({ url }: Server, seconds: number) => {
    const streams = FLOOD.map((stream, index) => streamOf(stream, index, seconds));
    const result = await generator.call<StreamsResult>("streams", { url, seconds, streams });
    for (const [index, { sent }] of result.streams.entries()) next[index] = (next[index] ?? 0) + sent;
    runs.push(result);
  };
  const description = () => {
    const seconds = runs.reduce((sum, one) => sum + one.seconds, 0);
    const rate = (status: number) =>
      runs.flatMap(({ streams }) => streams).reduce((sum, { answers }) => sum + (answers[status] ?? 0), 0) / seconds;
    const cores = runs.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1000 / seconds;
    return `the flood gets ${rate(200).toFixed(0)} answers and ${rate(503).toFixed(0)} refusals in a second; its generator needs ${cores.toFixed(2)} cores`;
  };
  return { run, description };
}
