import type { Bench } from "./setup/bench.ts";

/** The interfaces of the works that `npm run bench` measures. */

/** One thing that is measured. */
export interface Work {
  /** The name for `--only`. */
  name: string;
  /** One sentence about what is measured. */
  about: string;
  /** Whether it runs only when `--only` names it, because it takes longer than all others together. */
  isLong?: boolean;
  /** Checks that the answers are right, then measures. Throws when an answer is wrong. */
  run(bench: Bench): Promise<Row[]>;
}

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
