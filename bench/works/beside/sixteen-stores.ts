import { STOREFRONT } from "../../../src/app.ts";
import type { Server } from "../../harness/server.ts";
import { median } from "../../harness/statistics.ts";
import { createSellingStore, headersOf, type Store } from "../../harness/stores.ts";
import { interleave } from "../../interleave.ts";
import { measureWork } from "../../load/load.ts";
import type { Stream, StreamsResult } from "../../load/protocol.ts";
import { get, numbers } from "../../load/storefront-reads.ts";
import { type Row, ratioRow, type Side, sideResult } from "../../report/row.ts";
import type { Bench, Work } from "../../work.ts";
import { updateStatistics } from "../carts.ts";
import { type Flood, openFlood } from "../miss-flood.ts";
import { requireSameAsUncached } from "../same-answers.ts";
import { answersIn, compare, titleOf } from "../sides.ts";

/** Sixteen stores, one of them flooded with requests that no cache can answer. */

const OTHERS = 15;
const PRODUCTS = 200;
/** What the others are asked in a second, in the rows with a rate. */
const PER_SECOND = 1500;
const RATE = `asked ${PER_SECOND} times in a second`;

export const sixteenStores: Work = {
  name: "sixteen-stores",
  about: "the answers to 15 stores while a 16th is flooded with misses, against the 15 alone",
  run: async (bench) => {
    const stores: Store[] = [];
    for (const n of numbers(OTHERS + 1)) {
      const options = { slug: `many-${n + 1}`, products: PRODUCTS };
      stores.push(await bench.database.use((db) => createSellingStore(db, options)));
    }
    await updateStatistics(bench);
    const [flooded, ...others] = stores as [Store, ...Store[]];
    const server = await bench.startServer({ environment: DEFAULT_LIMIT });
    for (const store of others) await requireSameAsUncached(bench, server, headersOf(store), READ);
    const flood = openFlood(bench, flooded, PRODUCTS);
    const rows = [
      ...(await measureThroughput(bench, server, others, flood)),
      ...(await measureLatency(bench, server, others, flood)),
    ];
    for (const store of others) await requireSameAsUncached(bench, server, headersOf(store), READ);
    return rows;
  },
};

/** The limit that protects the other stores; other works send all their load to one store, and raise it. */
const DEFAULT_LIMIT = { EXPENSIVE_READS_PER_STORE: "0" };

/** What the other stores are asked, again and again. */
const READ = [
  ...numbers(8).map((page) => `/products?limit=24&offset=${page * 24}`),
  ...numbers(20).map((i) => `/products/article-${i * 10 + 1}`),
  "/search?q=article&limit=24",
  "/products?limit=24&facets=true",
].map((path) => STOREFRONT + path);

/** One connection for each of the other stores; together they send so many requests in a second, or as many as they can. */
const streamsOf = (others: Store[], perSecond?: number): Stream[] =>
  others.map((store) => ({
    connections: 1,
    headers: headersOf(store),
    requests: READ.map(get),
    statuses: [200],
    ...(perSecond && { perSecond: perSecond / others.length }),
  }));

/** How many answers the others get, when each asks again at once. */
async function measureThroughput(bench: Bench, server: Server, others: Store[], flood: Flood): Promise<Row[]> {
  const sideOf = (name: string, beside?: Flood): Side => ({
    name,
    measure: (seconds) =>
      measureWork({ pid: server.pid, postgresPid: bench.postgres.pid }, async () => {
        const { seconds: taken, cpuMs, streams } = await runBoth(bench, server, { others, seconds, flood: beside });
        return { units: answersIn(streams), seconds: taken, generatorCpuMs: cpuMs };
      }),
  });
  const rows = await compare(bench, sixteenStores, sideOf("server", flood), [
    { yardstick: sideOf("the 15 alone"), goal: { kind: "at least", value: 0.85 } },
  ]);
  const notes = [flood.description(), "CPU is that of all requests, per answer to the 15"];
  return rows.map((row) => ({ ...row, notes }));
}

/** How long the others wait, when they are asked at a rate that leaves room for the flood. Times are medians of the stores. */
async function measureLatency(bench: Bench, server: Server, others: Store[], flood: Flood): Promise<Row[]> {
  const sideOf = (beside?: Flood) => ({
    measure: async (seconds: number) => {
      const asked = { others, seconds, flood: beside, perSecond: PER_SECOND };
      const { streams, seconds: taken } = await runBoth(bench, server, asked);
      const middle = (key: "p50Ms" | "p99Ms") => median(streams.map((stream) => stream[key]));
      return { p50: middle("p50Ms"), p99: middle("p99Ms"), served: answersIn(streams) / taken };
    },
  });
  const [flooded = [], alone = []] = await interleave([sideOf(flood), sideOf()], bench);
  const rowOf = (name: string, about: string, unit: string, key: "p50" | "p99" | "served"): Row => {
    const title = { name: `sixteen-stores, ${name}`, about: `${about}, ${RATE}`, unit };
    const valuesOf = (rounds: typeof flooded) => rounds.map((round) => ({ value: round[key] }));
    return ratioRow(
      { ...titleOf(sixteenStores), ...title },
      sideResult("server", valuesOf(flooded)),
      sideResult("the 15 alone", valuesOf(alone)),
    );
  };
  return [
    rowOf("at a rate", "the answers to the 15", "requests/s", "served"),
    rowOf("median time", "the median time of an answer to the 15", "ms", "p50"),
    rowOf("p99 time", "the time that 99 of 100 answers to the 15 need at most", "ms", "p99"),
  ];
}

/** Asks the others, and floods meanwhile if there is a flood. Returns what the others got. */
async function runBoth(
  { generator }: Bench,
  server: Server,
  {
    others,
    seconds,
    flood,
    perSecond,
  }: { others: Store[]; seconds: number; flood: Flood | undefined; perSecond?: number },
): Promise<StreamsResult> {
  const asked = { url: server.url, seconds, streams: streamsOf(others, perSecond) };
  const [result] = await Promise.all([generator.streams(asked), flood?.run(server, seconds)]);
  return result;
}
