import type { Goal, Row, Sample, SideResult, Spread } from "./work.ts";

/** The arithmetic of the report. */

/** Returns the median; of an even number of values the mean of the two in the middle. Throws for no values. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (low === undefined || high === undefined) throw new Error("the median of no values");
  return (low + high) / 2;
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
