import { setTimeout as pause } from "node:timers/promises";
import { STOREFRONT } from "../../src/app.ts";
import type { LoadedRequest } from "../load/protocol.ts";
import { residentMbOf } from "../setup/cpu.ts";
import type { Server } from "../setup/server.ts";
import { ratioRow, sideResult, valueRow } from "../statistics.ts";
import type { Work } from "../work.ts";

/** The resident memory of the server on PostgreSQL. */

const STARTS = 3;
const IDLE_MS = 3000;

/** Memory of a new server that has answered one request. */
export const idleMemory: Work = {
  name: "memory",
  about: "resident memory of the idle server on PostgreSQL, three seconds after its first answer",
  run: async (bench) => {
    const headers = { "x-api-key": (await bench.readStore()).publishable_key };
    const samples = [];
    for (let i = 0; i < STARTS; i++) {
      const server = await bench.startServer({ path: `${STOREFRONT}/store`, headers });
      await pause(IDLE_MS);
      samples.push({ value: residentMbOf(server.pid) });
      await server.stop();
    }
    const goal = { kind: "below", value: 130 } as const;
    const title = { name: "memory", work: "memory", about: idleMemory.about, unit: "MB", goal };
    return [valueRow(title, sideResult("server", samples))];
  },
};

const MILLION = 1_000_000;
const MINUTE_SECONDS = 60;
const MEMORY_SAMPLES = 5;
const SAMPLE_PAUSE_MS = 500;

/** Memory after many requests, against memory after the first minute. */
export const memoryGrowth: Work = {
  name: "million",
  about: "resident memory after a million mixed requests, against that after the first minute",
  isLong: true,
  run: async (bench) => {
    const { publishable_key } = await bench.readStore();
    const headers = { "x-api-key": publishable_key };
    const server = await bench.startServer();
    let served = 0;
    const minute = async () => {
      const sent = { url: server.url, headers, seconds: MINUTE_SECONDS, requests: MIXED };
      served += (await bench.generator.load(sent)).served;
      bench.say(`${served} requests, ${residentMbOf(server.pid).toFixed(0)} MB`);
    };
    await minute();
    const first = await memorySamples(server);
    while (served < MILLION) await minute();
    const last = await memorySamples(server);
    await server.stop();
    const goal = { kind: "at most", value: 1.1 } as const;
    const notes = [`${served} requests`];
    const title = { name: "million", work: "million", about: memoryGrowth.about, unit: "MB", goal, notes };
    return [ratioRow(title, sideResult("after all", last), sideResult("after the first minute", first))];
  },
};

/** Lists, details, collections, searches, menus, pages and new carts. */
const MIXED: LoadedRequest[] = [
  ...Array.from({ length: 40 }, (_, i): LoadedRequest => get(`/products/produit-${i * 25 + 1}`)),
  ...Array.from({ length: 10 }, (_, i): LoadedRequest => get(`/products?limit=24&offset=${i * 24}`)),
  ...Array.from({ length: 10 }, (_, i): LoadedRequest => get(`/collections/collection-${i + 1}?limit=24`)),
  ...["tapis", "robe", "huile"].map((word) => get(`/search?q=${word}`)),
  ...Array.from({ length: 12 }, (_, i): LoadedRequest => get(`/pages/page-${i + 1}`)),
  get("/store/menus"),
  ...Array.from({ length: 10 }, (): LoadedRequest => ({ method: "POST", path: `${STOREFRONT}/cart`, body: {} })),
];

function get(path: string): LoadedRequest {
  return { method: "GET", path: STOREFRONT + path };
}

async function memorySamples({ pid }: Server): Promise<{ value: number }[]> {
  const samples = [];
  for (let i = 0; i < MEMORY_SAMPLES; i++) {
    samples.push({ value: residentMbOf(pid) });
    await pause(SAMPLE_PAUSE_MS);
  }
  return samples;
}
