import { availableParallelism } from "node:os";
import { interleave } from "../interleave.ts";
import { CONNECTIONS } from "../load/load.ts";
import { type Bench, WITHOUT_CACHE } from "../setup/bench.ts";
import { cpuMsOfTree } from "../setup/cpu.ts";
import type { Server } from "../setup/server.ts";
import { type RowTitle, ratioRow, sideResult } from "../statistics.ts";
import type { Row, Side, SideResult, Work } from "../work.ts";
import { answersIn } from "./sides.ts";
import { ALL_READS, mixOf } from "./storefront-reads.ts";

/** What a server with several workers costs, against the same server in one process. */

const WORKERS = 2;
/** With fewer, the workers, PostgreSQL and the load generator wait for each other, and throughput says nothing. */
const CORES_FOR_THROUGHPUT = 4;

export const workers: Work = {
  name: "workers",
  about: `all kinds of reads, with ${WORKERS} workers against one process`,
  run: async (bench) => [
    ...(await measure(bench, { kind: "from memory", environment: {}, perSecond: 3000 })),
    ...(await measure(bench, { kind: "without the cache", environment: WITHOUT_CACHE, perSecond: 150 })),
  ],
};

/** How long each server is asked first. Each worker compiles the code for itself, and gets a part of the requests. */
const WARM_UP_SECONDS = 10;

interface Measurement {
  kind: string;
  environment: Record<string, string>;
  /**
   * Requests in a second that leave room on two cores. At full load there, the processes take each other's place on the
   * cores, and each of them finds fewer requests when it wakes up.
   */
  perSecond: number;
}

async function measure(bench: Bench, { kind, environment, perSecond }: Measurement): Promise<Row[]> {
  const key = (await bench.readStore()).publishable_key;
  const one = await bench.startServer({ environment });
  const several = await bench.startServer({ environment: { ...environment, WEB_CONCURRENCY: String(WORKERS) } });
  for (const server of [one, several]) {
    await measuredSide(bench, { name: "warm-up", server, key, rate: undefined }).side.measure(WARM_UP_SECONDS);
  }
  const rowOf = async (title: Omit<RowTitle, "work">, value: (round: Measured) => number, rate?: number) => {
    const sides = [
      measuredSide(bench, { name: `${WORKERS} workers`, server: several, key, rate }),
      measuredSide(bench, { name: "1 process", server: one, key, rate }),
    ];
    await interleave(
      sides.map(({ side }) => side),
      bench,
    );
    const [ours, theirs] = sides.map(({ side, rounds }) =>
      sideResult(
        side.name,
        rounds.slice(-bench.rounds).map((round) => ({ value: value(round) })),
      ),
    ) as [SideResult, SideResult];
    return ratioRow({ ...title, work: "workers" }, ours, theirs);
  };
  const [name, about, cpu] = [`workers, CPU ${kind}`, `the CPU for all kinds of reads, ${kind}`, { unit: "ms" }];
  const goal = { kind: "at most", value: 1.1 } as const;
  const rows = [
    await rowOf({ name, about: `${about}, ${perSecond} in a second`, ...cpu, goal }, ({ cpuMs }) => cpuMs, perSecond),
    await rowOf({ name: `${name}, full load`, about: `${about}, at full load`, ...cpu }, ({ cpuMs }) => cpuMs),
  ];
  if (availableParallelism() >= CORES_FOR_THROUGHPUT) {
    const title = { name: `workers, ${kind}`, about: `all kinds of reads, ${kind}, at full load`, unit: "requests/s" };
    rows.push(await rowOf(title, ({ answered }) => answered));
  }
  await Promise.all([one.stop(), several.stop()]);
  return rows;
}

interface Measured {
  cpuMs: number;
  /** Requests in a second. */
  answered: number;
}

/** Measures the CPU of a server's processes per request. `rounds` has the results, also of the warm-up. */
function measuredSide(
  bench: Bench,
  { name, server, key, rate }: { name: string; server: Server; key: string; rate: number | undefined },
) {
  const rounds: Measured[] = [];
  const streams = [
    {
      connections: CONNECTIONS,
      headers: { "x-api-key": key },
      requests: mixOf(ALL_READS).map((path) => ({ method: "GET", path }) as const),
      statuses: [200],
      ...(rate !== undefined && { perSecond: rate }),
    },
  ];
  const cpuMs = () => cpuMsOfTree(server.pid) ?? Number.NaN;
  const side: Side = {
    name,
    measure: async (seconds) => {
      const before = cpuMs();
      const { streams: results, seconds: taken } = await bench.generator.streams({ url: server.url, seconds, streams });
      const count = answersIn(results);
      const measured = { cpuMs: (cpuMs() - before) / count, answered: count / taken };
      rounds.push(measured);
      return { value: measured.cpuMs };
    },
  };
  return { side, rounds };
}
