import { availableParallelism } from "node:os";
import { cpuMsOfTree } from "../harness/processes.ts";
import { type Server, WITHOUT_CACHE } from "../harness/server.ts";
import { headersOf } from "../harness/stores.ts";
import { interleave } from "../interleave.ts";
import { CONNECTIONS } from "../load/load.ts";
import { ALL_READS, get, mixOf } from "../load/storefront-reads.ts";
import { type Row, type RowTitle, ratioRow, sideResult } from "../report/row.ts";
import type { Bench, Work } from "../work.ts";
import { answersIn } from "./sides.ts";

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
  const headers = headersOf(await bench.readStore());
  const several = await bench.startServer({ environment: { ...environment, WEB_CONCURRENCY: String(WORKERS) } });
  const one = await bench.startServer({ environment });
  const sideOf = (server: Server, rate?: number) => ({
    measure: (seconds: number) => measureCpu(bench, server, { headers, seconds, rate }),
  });
  for (const server of [one, several]) await sideOf(server).measure(WARM_UP_SECONDS);
  const rowOf = async (title: Omit<RowTitle, "work">, key: keyof Measured, rate?: number) => {
    const [ours = [], theirs = []] = await interleave([sideOf(several, rate), sideOf(one, rate)], bench);
    const valuesOf = (rounds: Measured[]) => rounds.map((round) => ({ value: round[key] }));
    return ratioRow(
      { ...title, work: "workers" },
      sideResult(`${WORKERS} workers`, valuesOf(ours)),
      sideResult("1 process", valuesOf(theirs)),
    );
  };
  const [name, about, cpu] = [`workers, CPU ${kind}`, `the CPU for all kinds of reads, ${kind}`, { unit: "ms" }];
  const goal = { kind: "at most", value: 1.1 } as const;
  const rows = [
    await rowOf({ name, about: `${about}, ${perSecond} in a second`, ...cpu, goal }, "cpuMs", perSecond),
    await rowOf({ name: `${name}, full load`, about: `${about}, at full load`, ...cpu }, "cpuMs"),
  ];
  if (availableParallelism() >= CORES_FOR_THROUGHPUT) {
    const title = { name: `workers, ${kind}`, about: `all kinds of reads, ${kind}, at full load`, unit: "requests/s" };
    rows.push(await rowOf(title, "answered"));
  }
  await Promise.all([one.stop(), several.stop()]);
  return rows;
}

/** What a measurement found. */
interface Measured {
  /** CPU of all processes of a server, for one request. */
  cpuMs: number;
  /** Requests in a second. */
  answered: number;
}

/** Has a server read all kinds of reads, and measures what each took. */
async function measureCpu(
  { generator }: Bench,
  { url, pid }: Server,
  { headers, seconds, rate }: { headers: Record<string, string>; seconds: number; rate: number | undefined },
): Promise<Measured> {
  const stream = { connections: CONNECTIONS, headers, requests: mixOf(ALL_READS).map(get), statuses: [200] };
  const streams = [{ ...stream, ...(rate !== undefined && { perSecond: rate }) }];
  const cpuMs = () => cpuMsOfTree(pid) ?? Number.NaN;
  const before = cpuMs();
  const { streams: results, seconds: taken } = await generator.streams({ url, seconds, streams });
  const count = answersIn(results);
  return { cpuMs: (cpuMs() - before) / count, answered: count / taken };
}
