import { Traffic } from "../../src/metrics/traffic.ts";
import { freePort } from "../../test/support/setup/postgres-programs.ts";
import { cpuMsOfTree } from "../harness/processes.ts";
import type { Server } from "../harness/server.ts";
import { type Goal, sideResult, valueRow } from "../report/row.ts";
import type { Work } from "../work.ts";

/**
 * What a warm read pays for the metrics: its own count, and its share of a scrape. Two servers side by side, one with metrics,
 * differ by less than their rounds (docs/decisions/0020-metrics-are-counted-by-ourselves.md).
 */

const SCRAPES = 50;
/** Between two scrapes, as operators of Prometheus usually set it: 15 s of 3,000 reads a second. */
const READS_PER_SCRAPE = 45_000;
/** 2% of the 25 µs that the cheapest read from memory takes. */
const MOST_NS = 500;
const COUNTED = 5_000_000;

export const metrics: Work = {
  name: "metrics",
  about: "what a count and a scrape take",
  unit: "ns",
  run: async (bench) => {
    const METRICS_PORT = String(await freePort());
    const server = await bench.startServer({ environment: { METRICS_PORT } });
    const url = `http://127.0.0.1:${METRICS_PORT}/metrics`;
    await msOfScrape(server, url);
    const rounds: { countNs: number; scrapeMs: number }[] = [];
    for (let round = 0; round < bench.rounds; round++) {
      rounds.push({ countNs: nsOfCount(), scrapeMs: await msOfScrape(server, url) });
    }
    await server.stop();
    const row = (name: string, about: string, unit: string, values: number[], goal?: Goal) =>
      valueRow(
        { work: metrics.name, name: `metrics, ${name}`, about, unit, goal },
        sideResult(
          "itself",
          values.map((value) => ({ value })),
        ),
      );
    return [
      row(
        "a read",
        "the count of a read from memory, and its part of a scrape every 15 s, computed for 3,000 reads a second",
        "ns",
        rounds.map(({ countNs, scrapeMs }) => countNs + (scrapeMs * 1e6) / READS_PER_SCRAPE),
        { kind: "below", value: MOST_NS },
      ),
      row(
        "a count",
        "to count an answer from memory, which every server does",
        "ns",
        rounds.map(({ countNs }) => countNs),
      ),
      row(
        "a scrape",
        "the server's CPU to answer a scrape, with nothing waiting",
        "ms",
        rounds.map(({ scrapeMs }) => scrapeMs),
      ),
    ];
  },
};

/** The CPU that a server takes to answer a scrape. Throws when it does not. */
async function msOfScrape({ pid }: Server, url: string): Promise<number> {
  const cpuMs = () => cpuMsOfTree(pid) ?? Number.NaN;
  const before = cpuMs();
  for (let i = 0; i < SCRAPES; i++) {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`a scrape got ${answer.status}: ${await answer.text()}`);
    await answer.text();
  }
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
