import { type Child, startChild } from "../harness/child.ts";
import { cpuMsOf, cpuMsOfTree } from "../harness/processes.ts";
import type { Sample } from "../report/row.ts";
import type { Burst, BurstResult, Load, LoadResult, StreamsLoad, StreamsResult } from "./protocol.ts";

/** The number of connections of every load. */
export const CONNECTIONS = 16;

export interface Generator {
  load(load: Omit<Load, "connections">): Promise<LoadResult>;
  burst(burst: Burst): Promise<BurstResult>;
  streams(load: StreamsLoad): Promise<StreamsResult>;
}

/** Starts the load generator's process. */
export function startGenerator(onEnd: (cleanup: () => unknown) => void): Generator {
  const child: Child = startChild(onEnd, "load/generator.ts");
  return {
    load: (load) => child.call("load", { ...load, connections: CONNECTIONS }),
    burst: (burst) => child.call("burst", burst),
    streams: (load) => child.call("streams", load),
  };
}

/** The processes whose CPU is measured: the server or yardstick, and PostgreSQL. */
export interface MeasuredProcesses {
  pid: number;
  postgresPid: number;
}

/** How much was done in a measurement. */
export interface Done {
  /** Units of work: requests, flows, orders. */
  units: number;
  seconds: number;
  /** CPU of the load generator; undefined when there was none. */
  generatorCpuMs?: number;
}

/** Runs `work`, and returns its units per second, with the CPU for each unit. */
export async function measureWork({ pid, postgresPid }: MeasuredProcesses, work: () => Promise<Done>): Promise<Sample> {
  const read = () => ({ own: cpuMsOf(pid), postgres: cpuMsOfTree(postgresPid) });
  const before = read();
  const { units, seconds, generatorCpuMs } = await work();
  const after = read();
  const perUnit = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? undefined : (to - from) / units;
  return {
    value: units / seconds,
    cpuMs: perUnit(before.own, after.own),
    postgresCpuMs: perUnit(before.postgres, after.postgres),
    generatorCpu: generatorCpuMs === undefined ? undefined : generatorCpuMs / 1000 / seconds,
  };
}
