import { setTimeout as pause } from "node:timers/promises";
import { STOREFRONT } from "../../src/app.ts";
import { residentMbOf } from "../harness/processes.ts";
import type { Server } from "../harness/server.ts";
import { median } from "../harness/statistics.ts";
import { headersOf } from "../harness/stores.ts";
import type { LoadedRequest } from "../load/protocol.ts";
import { get, numbers } from "../load/storefront-reads.ts";
import { ratioRow, sideResult, valueRow } from "../report/row.ts";
import type { Work } from "../work.ts";
import { titleOf } from "./sides.ts";

/** The resident memory of the server on PostgreSQL. */

const STARTS = 3;
const IDLE_MS = 3000;

/** Memory of a new server that has answered one request. */
export const idleMemory: Work = {
  name: "memory",
  about: "resident memory of the idle server on PostgreSQL, three seconds after its first answer",
  unit: "MB",
  run: async (bench) => {
    const headers = headersOf(await bench.readStore());
    const samples = [];
    for (let i = 0; i < STARTS; i++) {
      const server = await bench.startServer({ path: `${STOREFRONT}/store`, headers });
      await pause(IDLE_MS);
      samples.push({ value: residentMbOf(server.pid) });
      await server.stop();
    }
    return [valueRow({ ...titleOf(idleMemory), goal: { kind: "below", value: 130 } }, sideResult("server", samples))];
  },
};

/** How many requests are sent, and for how long before the first look. `--quick` only tries whether it works. */
const WHOLE = { requests: 1_000_000, seconds: 60 };
const QUICK = { requests: 20_000, seconds: 10 };
/** How often the memory is read during the load; it changes with each collection of garbage. */
const SAMPLE_MS = 1000;

/** Memory after many requests, against memory after the first minute. */
export const memoryGrowth: Work = {
  name: "million",
  about: "resident memory in the last minute of a million mixed requests, against that in the first minute",
  unit: "MB",
  isLong: true,
  run: async (bench) => {
    const headers = headersOf(await bench.readStore());
    const { requests, seconds } = bench.quick ? QUICK : WHOLE;
    const server = await bench.startServer();
    let served = 0;
    const sendMixed = async () => {
      const sent = { url: server.url, headers, seconds, requests: MIXED };
      const samples = await samplesDuring(server, async () => {
        served += (await bench.generator.load(sent)).served;
      });
      bench.say(`${served} requests, ${median(samples.map(({ value }) => value)).toFixed(0)} MB`);
      return samples;
    };
    const first = await sendMixed();
    let last = first;
    while (served < requests) last = await sendMixed();
    const goal = { kind: "at most", value: 1.1 } as const;
    const title = { ...titleOf(memoryGrowth), goal, notes: [`${served} requests`] };
    return [ratioRow(title, medianSide("in the last minute", last), medianSide("in the first minute", first))];
  },
};

/** A side with one value, because the samples of the first minute and of the last are no pairs. */
const medianSide = (name: string, samples: { value: number }[]) =>
  sideResult(name, [{ value: median(samples.map(({ value }) => value)) }]);

/** Lists, details, collections, searches, menus, pages and new carts. */
const MIXED: LoadedRequest[] = [
  ...[
    ...numbers(40).map((i) => `/products/produit-${i * 25 + 1}`),
    ...numbers(10).map((i) => `/products?limit=24&offset=${i * 24}`),
    ...numbers(10).map((i) => `/collections/collection-${i + 1}?limit=24`),
    ...["tapis", "robe", "huile"].map((word) => `/search?q=${word}`),
    ...numbers(12).map((i) => `/pages/page-${i + 1}`),
    "/store/menus",
  ].map((path) => get(STOREFRONT + path)),
  ...numbers(10).map((): LoadedRequest => ({ method: "POST", path: `${STOREFRONT}/cart`, body: {} })),
];

/** The memory of the server during the second half of some work. */
async function samplesDuring({ pid }: Server, work: () => Promise<void>): Promise<{ value: number }[]> {
  const samples: { value: number }[] = [];
  const timer = setInterval(() => samples.push({ value: residentMbOf(pid) }), SAMPLE_MS);
  await work().finally(() => clearInterval(timer));
  return samples.slice(Math.floor(samples.length / 2));
}
