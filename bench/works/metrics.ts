import { Traffic } from "../../src/metrics/traffic.ts";
import { freePort } from "../../test/support/setup/postgres-programs.ts";
import { cpuMsOfTree } from "../harness/processes.ts";
import type { Server } from "../harness/server.ts";
import { headersOf } from "../harness/stores.ts";
import { ratioRow, sideResult, valueRow } from "../report/row.ts";
import type { Work } from "../work.ts";
import { measureCpu } from "./workers.ts";

/** What a warm read pays for the metrics: for its own count, and for its share of a scrape. */

const PER_SECOND = 3000;
const SCRAPES = 50;
/** As operators of Prometheus usually set it. */
const SCRAPE_EVERY_SECONDS = 15;
const WARM_UP_SECONDS = 5;
/** 2% of the 25 µs that the cheapest read from memory takes. */
const MOST_NS = 500;
const COUNTED = 5_000_000;

export const metrics: Work = {
  name: "metrics",
  about: "reads from memory with what counts and scrapes take of the CPU, against the same reads without that",
  unit: "ms",
  run: async (bench) => {
    const headers = headersOf(await bench.readStore());
    const METRICS_PORT = String(await freePort());
    const server = await bench.startServer({ environment: { METRICS_PORT } });
    const read = (seconds: number) => measureCpu(bench, server, { headers, seconds, rate: PER_SECOND });
    await read(WARM_UP_SECONDS);
    const counts: number[] = [];
    const scrapes: number[] = [];
    const reads: number[] = [];
    for (let round = 0; round < bench.rounds; round++) {
      reads.push((await read(bench.seconds)).cpuMs);
      scrapes.push(await msOfScrape(server, `http://127.0.0.1:${METRICS_PORT}/metrics`));
      counts.push(nsOfCount());
    }
    await server.stop();
    const valuesOf = (values: number[]) => values.map((value) => ({ value }));
    const perRead = (scrapeMs: number) => scrapeMs / (PER_SECOND * SCRAPE_EVERY_SECONDS);
    return [
      ratioRow(
        {
          work: metrics.name,
          name: "metrics, CPU",
          about: `the CPU for a read from memory, ${PER_SECOND} in a second, with a scrape each ${SCRAPE_EVERY_SECONDS} s`,
          unit: "ms",
          goal: { kind: "at most", value: 1.02 },
        },
        sideResult("with metrics", valuesOf(reads.map((ms, round) => ms + perRead(scrapes[round] as number)))),
        sideResult("without", valuesOf(reads.map((ms, round) => ms - (counts[round] as number) / 1e6))),
      ),
      valueRow(
        {
          work: metrics.name,
          name: "metrics, a count",
          about: "to count an answer from memory, which every server does",
          unit: "ns",
          goal: { kind: "below", value: MOST_NS },
        },
        sideResult("a loop", valuesOf(counts)),
      ),
      valueRow(
        { work: metrics.name, name: "metrics, a scrape", about: "the CPU to answer a scrape", unit: "ms" },
        sideResult("scrapes", valuesOf(scrapes)),
      ),
    ];
  },
};

/** The CPU that a server takes to answer a scrape. */
async function msOfScrape({ pid }: Server, url: string): Promise<number> {
  const cpuMs = () => cpuMsOfTree(pid) ?? Number.NaN;
  const before = cpuMs();
  for (let i = 0; i < SCRAPES; i++) await fetch(url).then((answer) => answer.text());
  return (cpuMs() - before) / SCRAPES;
}

/** What an answer from memory does to be counted. */
function nsOfCount(): number {
  const traffic = new Traffic();
  const stores = Array.from({ length: 1000 }, (_, i) => `01980000-0000-7000-8000-${String(i).padStart(12, "0")}`);
  const seconds = traffic.secondsOf("GET", "/api/v1/storefront/products", 200);
  const startedAt = performance.now();
  for (let i = 0; i < COUNTED; i++) {
    seconds.note((i % 1000) / 100_000);
    const store = traffic.storeOf(stores[i % stores.length] as string, "shop");
    store.requests++;
    store.bytes += 10_000;
  }
  return ((performance.now() - startedAt) * 1e6) / COUNTED;
}
