import { Traffic } from "../../src/metrics/traffic.ts";
import { freePort } from "../../test/support/setup/postgres-programs.ts";
import type { Server } from "../harness/server.ts";
import { headersOf } from "../harness/stores.ts";
import { interleave } from "../interleave.ts";
import { ratioRow, sideResult, valueRow } from "../report/row.ts";
import type { Work } from "../work.ts";
import { type Measured, measureCpu } from "./workers.ts";

/** What a warm read pays for the metrics: for the count that every server makes, and for the port and a scrape each second. */

const PER_SECOND = 3000;
const SCRAPE_MS = 1000;
const WARM_UP_SECONDS = 5;
/** 2% of the 25 µs that the cheapest read from memory takes. */
const MOST_NS = 500;
const COUNTED = 5_000_000;

export const metrics: Work = {
  name: "metrics",
  about: "reads from memory on a server that is scraped each second, against one without METRICS_PORT",
  unit: "ms",
  run: async (bench) => {
    const headers = headersOf(await bench.readStore());
    const METRICS_PORT = String(await freePort());
    const scraped = await bench.startServer({ environment: { METRICS_PORT } });
    const plain = await bench.startServer();
    const scraping = setInterval(
      () => void fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`).then((answer) => answer.text()),
      SCRAPE_MS,
    );
    const sideOf = (server: Server) => ({
      measure: (seconds: number) => measureCpu(bench, server, { headers, seconds, rate: PER_SECOND }),
    });
    for (const server of [scraped, plain]) await sideOf(server).measure(WARM_UP_SECONDS);
    const [ours = [], theirs = []] = await interleave([sideOf(scraped), sideOf(plain)], bench);
    clearInterval(scraping);
    await Promise.all([scraped.stop(), plain.stop()]);
    const valuesOf = (rounds: Measured[]) => rounds.map(({ cpuMs }) => ({ value: cpuMs }));
    return [
      ratioRow(
        {
          work: metrics.name,
          name: "metrics, CPU",
          about: `the CPU for all kinds of reads from memory, ${PER_SECOND} in a second`,
          unit: "ms",
          goal: { kind: "at most", value: 1.02 },
        },
        sideResult("scraped", valuesOf(ours)),
        sideResult("without the port", valuesOf(theirs)),
      ),
      valueRow(
        {
          work: metrics.name,
          name: "metrics, a count",
          about: "to count an answer from memory, which every server does",
          unit: "ns",
          goal: { kind: "below", value: MOST_NS },
        },
        sideResult(
          "a loop",
          Array.from({ length: bench.rounds }, () => ({ value: nsOfCount() })),
        ),
      ),
    ];
  },
};

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
