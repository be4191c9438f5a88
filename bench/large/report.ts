import { markdownTable, terminalTable } from "../harness/tables.ts";
import { number } from "../report/format.ts";
import type { StoreKind } from "./asked-stores.ts";
import { type ComparedRow, GOALS, isReached, type Mode, ratioOf, type Times } from "./comparison.ts";
import type { ValueRow } from "./process-values.ts";

/** What is in one of the databases, and how it came there. */
export interface Contents {
  stores: number;
  products: number;
  variants: number;
  orders: number;
  megabytes: number;
  /** Seconds to load it. */
  seconds: number;
  /** Products that were compared with the same ones saved by the server. */
  compared: number;
}

/** A row that misses its goal, and the plan of its slowest statement. */
export interface Plan {
  kind: string;
  store: StoreKind;
  plan: string;
}

/** All that a run of `--large` has found, as it is stored in large.json. */
export interface LargeResults {
  /** ISO 8601. */
  date: string;
  node: string;
  machine: string;
  postgres: string;
  scale: number;
  databases: Record<keyof Times, Contents>;
  rows: ComparedRow[];
  values: ValueRow[];
}

const HEAD = ["work", "store", "asked", "p50 large / small", "ratio", "p99 large / small", "ratio", "goal", "verdict"];

function cellsOf(row: ComparedRow): string[] {
  const { kind, mode, store, asked, p50, p99 } = row;
  return [
    `${mode} ${kind}`,
    store,
    String(asked),
    timesText(p50),
    ratioOf(p50).toFixed(2),
    timesText(p99),
    ratioOf(p99).toFixed(2),
    `≤ ${GOALS[mode]}`,
    isReached(row) ? "met" : "missed",
  ];
}

const timesText = ({ large, small }: Times): string => `${number(large)} / ${number(small)} ms`;

/** Returns the tables for a terminal. */
export const asTable = ({ rows, values }: LargeResults): string =>
  [terminalTable(HEAD, rows.map(cellsOf)), ...values.map(valueText)].join("\n");

const valueText = ({ name, unit, values }: ValueRow): string =>
  `${name}: ${number(values.large)} ${unit}, in the small database ${number(values.small)} ${unit}`;

/** Returns the section for docs/performance.md. */
export function asMarkdown(results: LargeResults): string {
  const { date, node, machine, postgres, databases, rows, values } = results;
  const missed = (mode: Mode) => rows.filter((row) => row.mode === mode && !isReached(row)).length;
  return [
    `Measured on ${date.slice(0, 10)} with Node ${node} and ${postgres} on ${machine}.`,
    "",
    `- The large database: ${contentsText(databases.large)}`,
    `- The small database: ${contentsText(databases.small)}`,
    ...values.map((value) => `- ${valueText(value)}`),
    `- Of ${rows.length} rows, ${missed("warm")} warm and ${missed("cold")} cold ones miss their goal.`,
    "",
    ...markdownTable(HEAD, rows.map(cellsOf)),
    "",
  ].join("\n");
}

/** Returns the plans as a document of their own. */
export const plansAsMarkdown = (plans: Plan[]): string =>
  plans
    .map(
      ({ kind, store, plan }) => `The slowest statement of ${kind}, ${store} store:\n\n\`\`\`text\n${plan}\n\`\`\`\n`,
    )
    .join("\n");

const contentsText = ({ stores, products, variants, orders, megabytes, seconds, compared }: Contents): string =>
  `${stores.toLocaleString("en")} stores, ${products.toLocaleString("en")} products of ${variants.toLocaleString("en")} variants, ` +
  `${orders.toLocaleString("en")} orders, ${megabytes.toLocaleString("en")} MB; loaded in ${seconds.toFixed(0)} s, ` +
  `${((seconds * 1000) / products).toFixed(2)} ms for a product. ${compared} of its products have the same rows as when the server saves them.`;
