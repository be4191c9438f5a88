import { median } from "../harness/statistics.ts";

/** The rows of results: what a work measures, and the figures that are made of it. */

/** What a figure should be. */
export interface Goal {
  kind: "at least" | "at most" | "below";
  value: number;
}

/** One measurement of one side. */
export interface Sample {
  /** In the unit of the row. */
  value: number;
  /** CPU of the measured process for one unit of work, in milliseconds. Undefined where it cannot be read. */
  cpuMs?: number | undefined;
  /** CPU of all processes of PostgreSQL for one unit of work, in milliseconds. */
  postgresCpuMs?: number | undefined;
  /** CPU of the load generator during the measurement, in cores. Undefined where the side needs no generator. */
  generatorCpu?: number | undefined;
}

/** A side of a comparison: the server, or a yardstick. */
export interface Side {
  name: string;
  measure(seconds: number): Promise<Sample>;
}

/** The middle and the limits of several values. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** All measurements of one side. `cpuMs`, `postgresCpuMs` and `generatorCpu` are medians. */
export interface SideResult extends Spread {
  name: string;
  values: number[];
  cpuMs?: number | undefined;
  postgresCpuMs?: number | undefined;
  generatorCpu?: number | undefined;
}

/** One row of the table of results. */
export interface Row {
  /** Unique among all rows. */
  name: string;
  /** The name of the work. */
  work: string;
  about: string;
  /** The unit of both sides, such as "requests/s" or "ms". */
  unit: string;
  server: SideResult;
  /** Undefined for an absolute figure, such as the memory. */
  yardstick?: SideResult | undefined;
  /** The server's value divided by the yardstick's, one ratio for each round; without a yardstick the value itself. */
  figure: Spread;
  /** Undefined for a row that only informs. */
  goal?: Goal | undefined;
  /** What the checks of the answers found, in sentences. */
  notes: string[];
  /** ISO 8601. */
  measuredAt: string;
}

/** Returns the median, the smallest and the largest value. Throws for no values. */
export const spreadOf = (values: number[]): Spread => ({
  median: median(values),
  low: Math.min(...values),
  high: Math.max(...values),
});

/** Returns the ratio of each round. Neighbouring measurements are divided, so that slow changes of the machine cancel out. */
export function ratios(server: number[], yardstick: number[]): number[] {
  if (server.length !== yardstick.length) throw new Error("both sides need the same number of rounds");
  return server.map((value, round) => value / (yardstick[round] ?? Number.NaN));
}

/** Returns the result of one side from its samples. A figure that a sample lacks is undefined. */
export function sideResult(name: string, samples: Sample[]): SideResult {
  const values = samples.map(({ value }) => value);
  const middle = (key: "cpuMs" | "postgresCpuMs" | "generatorCpu") => {
    const known = samples.flatMap((sample) => sample[key] ?? []);
    return known.length === samples.length ? median(known) : undefined;
  };
  return {
    name,
    values,
    ...spreadOf(values),
    cpuMs: middle("cpuMs"),
    postgresCpuMs: middle("postgresCpuMs"),
    generatorCpu: middle("generatorCpu"),
  };
}

/** What a row is about. */
export type RowTitle = Pick<Row, "name" | "work" | "about" | "unit"> & { goal?: Goal | undefined; notes?: string[] };

/** Returns the row of a comparison. */
export const ratioRow = (title: RowTitle, server: SideResult, yardstick: SideResult): Row => ({
  ...title,
  notes: title.notes ?? [],
  server,
  yardstick,
  figure: spreadOf(ratios(server.values, yardstick.values)),
  measuredAt: new Date().toISOString(),
});

/** Returns the row of an absolute figure. */
export const valueRow = (title: RowTitle, server: SideResult): Row => ({
  ...title,
  notes: title.notes ?? [],
  server,
  figure: { median: server.median, low: server.low, high: server.high },
  measuredAt: new Date().toISOString(),
});

/** Whether the median of the figure reaches the goal; undefined without a goal. */
export function isMet({ figure, goal }: Pick<Row, "figure" | "goal">): boolean | undefined {
  if (!goal) return undefined;
  if (goal.kind === "at least") return figure.median >= goal.value;
  return goal.kind === "at most" ? figure.median <= goal.value : figure.median < goal.value;
}
