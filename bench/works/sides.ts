import type { Server } from "../harness/server.ts";
import { interleave, type Rounds } from "../interleave.ts";
import { type Done, measureWork } from "../load/load.ts";
import type { Load, Stream, StreamResult } from "../load/protocol.ts";
import type { Recording } from "../recording/program.ts";
import { type Row, type RowTitle, ratioRow, type Side, sideResult } from "../report/row.ts";
import type { Bench, Work } from "../work.ts";

/** The sides of comparisons, and the comparison itself. */

/** A process that answers HTTP: the server or a yardstick. */
export type Address = Pick<Server, "url" | "pid">;

/** What is sent to a side. */
export type Sent = Pick<Load, "headers" | "requests" | "flow">;

/** A process that answers HTTP. One unit is `requestsPerUnit` requests, default 1. */
export function httpSide(bench: Bench, name: string, { url, pid }: Address, sent: Sent, requestsPerUnit = 1): Side {
  const load = async (seconds: number): Promise<Done> => {
    const { served, seconds: taken, cpuMs } = await bench.generator.load({ ...sent, url, seconds });
    return { units: served / requestsPerUnit, seconds: taken, generatorCpuMs: cpuMs };
  };
  return { name, measure: (seconds) => measureWork(processes(bench, pid), () => load(seconds)) };
}

/** What a side of streams sends, and what counts. */
export interface Streaming {
  /** Returns the streams of one measurement. */
  streams(seconds: number): Stream[] | Promise<Stream[]>;
  /** Runs beside the streams, and ends about when they do. */
  beside?: ((seconds: number) => Promise<unknown>) | undefined;
  /** Receives the results of each measurement. */
  onResults?: ((results: StreamResult[]) => void) | undefined;
}

/** A process that answers HTTP to plain sockets, which need less CPU than autocannon. One unit is an answer. */
export function streamSide(
  bench: Bench,
  name: string,
  { url, pid }: Address,
  { streams, beside, onResults }: Streaming,
): Side {
  const measure = async (seconds: number) => {
    const sent = { url, seconds, streams: await streams(seconds) };
    return measureWork(processes(bench, pid), async (): Promise<Done> => {
      const [{ seconds: taken, cpuMs, streams: results }] = await Promise.all([
        bench.generator.streams(sent),
        beside?.(seconds),
      ]);
      onResults?.(results);
      return { units: answersIn(results), seconds: taken, generatorCpuMs: cpuMs };
    });
  };
  return { name, measure };
}

/** The number of answers in the results of streams. */
export const answersIn = (results: StreamResult[]): number =>
  results.flatMap(({ answers }) => Object.values(answers)).reduce((sum, count) => sum + count, 0);

/** Starts a yardstick that needs no HTTP: a process with the functions `prepare` and `measure`. */
export async function loopSide(bench: Bench, name: string, file: string, prepared: object): Promise<Side> {
  const child = bench.startChild(file);
  await child.call("prepare", { databaseUrl: bench.databaseUrl, ...prepared });
  return {
    name,
    measure: (seconds) => measureWork(processes(bench, child.pid), () => child.call<Done>("measure", seconds)),
  };
}

/** Starts the yardstick that runs recorded statements with `pg`. */
export const pgSide = (bench: Bench, recording: Recording): Promise<Side> =>
  loopSide(bench, "bare pg", "yardsticks/bare-pg.ts", { recording });

/** Starts a yardstick that answers HTTP, and returns its address and process. */
export async function startHttpYardstick(bench: Bench, file: string, argument: object): Promise<Address> {
  const child = bench.startChild(file);
  const port = await child.call<number>("listen", argument);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid };
}

const processes = ({ postgres }: Bench, pid: number) => ({ pid, postgresPid: postgres.pid });

/** A yardstick, and what its row has instead of the name and the sentence of the work. */
export interface Compared extends Partial<RowTitle> {
  yardstick: Side;
}

/** What a row has from its work. */
export const titleOf = ({ name, about, unit = "requests/s" }: Work) => ({ work: name, name, about, unit });

/** Measures the server and its yardsticks in turn. Returns a row for each yardstick. */
export async function compare(rounds: Rounds, work: Work, server: Side, compared: Compared[]): Promise<Row[]> {
  const [ours = [], ...others] = await interleave([server, ...compared.map(({ yardstick }) => yardstick)], rounds);
  return compared.map(({ yardstick, ...title }, index) =>
    ratioRow(
      { ...titleOf(work), ...title },
      sideResult(server.name, ours),
      sideResult(yardstick.name, others[index] ?? []),
    ),
  );
}
