import { interleave } from "../interleave.ts";
import type { Done } from "../load/load.ts";
import { measureWork } from "../load/load.ts";
import type { Load, Stream, StreamResult } from "../load/protocol.ts";
import type { Recording } from "../recording/program.ts";
import type { Bench } from "../setup/bench.ts";
import type { Child } from "../setup/child.ts";
import { type RowTitle, ratioRow, sideResult } from "../statistics.ts";
import type { Row, Side } from "../work.ts";

/** The sides of comparisons, and the comparison itself. */

/** What is sent to a side. */
export type Sent = Pick<Load, "headers" | "requests" | "flow">;

/** A process that answers HTTP. One unit is `requestsPerUnit` requests, default 1. */
export function httpSide(
  bench: Bench,
  name: string,
  { url, pid }: { url: string; pid: number },
  sent: Sent,
  requestsPerUnit = 1,
): Side {
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
  beside?(seconds: number): Promise<unknown>;
  /** Receives the results of each measurement. */
  onResults?(results: StreamResult[]): void;
}

/** A process that answers HTTP to plain sockets, which need less CPU than autocannon. One unit is an answer. */
export function streamSide(
  bench: Bench,
  name: string,
  { url, pid }: { url: string; pid: number },
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

/** A yardstick that needs no HTTP: a process with the functions `prepare` and `measure`. */
export const loopSide = (bench: Bench, name: string, child: Child): Side => ({
  name,
  measure: (seconds) => measureWork(processes(bench, child.pid), () => child.call<Done>("measure", seconds)),
});

/** The yardstick that runs recorded statements with `pg`. */
export async function pgSide(bench: Bench, name: string, recording: Recording): Promise<{ side: Side; child: Child }> {
  const child = bench.startChild("yardsticks/bare-pg.ts");
  await child.call("prepare", { databaseUrl: databaseUrlOf(bench), recording });
  return { side: loopSide(bench, name, child), child };
}

/** Starts a yardstick that answers HTTP, and returns its address and process. */
export async function startHttpYardstick(
  bench: Bench,
  file: string,
  argument: object,
): Promise<{ url: string; pid: number; stop: () => void }> {
  const child = bench.startChild(file);
  const port = await child.call<number>("listen", argument);
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: child.stop };
}

export const databaseUrlOf = ({ database }: Bench): string => database.environment.DATABASE_URL ?? "";

const processes = ({ postgres }: Bench, pid: number) => ({ pid, postgresPid: postgres.pid });

/** A yardstick, and the row of its comparison. */
export interface Compared {
  title: RowTitle;
  yardstick: Side;
}

/** Measures the server and its yardsticks in turn. Returns a row for each yardstick. */
export async function compare(bench: Bench, server: Side, compared: Compared[]): Promise<Row[]> {
  const [ours = [], ...others] = await interleave([server, ...compared.map(({ yardstick }) => yardstick)], bench);
  return compared.map(({ title, yardstick }, index) =>
    ratioRow(title, sideResult(server.name, ours), sideResult(yardstick.name, others[index] ?? [])),
  );
}
