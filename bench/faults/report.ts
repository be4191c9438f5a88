import { circumstances, markdownTable, terminalTable } from "../harness/tables.ts";
import type { DatabaseKind, Fault, Outcome } from "./fault.ts";

/** The result of one row: its outcome, or the reason why there is none. */
export interface FaultResult {
  fault: Fault;
  database: DatabaseKind;
  seconds: number;
  outcome: Outcome | undefined;
  /** Why the row was not run, or the error that it threw. */
  reason: string;
  verdict: "met" | "not met" | "not run" | "failed";
}

const HEAD = ["fault", "database", "answers", "longest gap", "acknowledged", "lost", "invariants", "verdict"];

/** Returns a table for a terminal, followed by the figures and the criteria that did not hold. */
export function asTable(results: FaultResult[]): string {
  const options = { colWidths: [24, 10, 34, 13, 14, 6, 20, 10], wordWrap: true };
  return [terminalTable(HEAD, results.map(cellsOf), options), "", ...results.flatMap(linesOf)].join("\n");
}

/** Returns the same as Markdown, with date and machine. */
export function asMarkdown(results: FaultResult[]): string {
  const { date, node, machine } = circumstances();
  const rows = results.map((row) => [
    ...cellsOf(row),
    [row.outcome?.measured ?? row.reason, ...failuresOf(row)].join("; "),
  ]);
  return [
    `Measured on ${date.slice(0, 10)} with Node ${node} on ${machine}.`,
    "",
    ...markdownTable([...HEAD, "measured"], rows),
    "",
  ].join("\n");
}

function cellsOf({ fault, database, outcome, verdict }: FaultResult): string[] {
  if (!outcome) return [fault.name, database, "", "", "", "", "", verdict];
  const answers = Object.entries(outcome.answers).map(([what, count]) => `${what}: ${count}`);
  return [
    fault.name,
    database,
    answers.join(", "),
    `${(outcome.longestGapMs / 1000).toFixed(2)} s`,
    String(outcome.acknowledged),
    String(outcome.lost),
    outcome.invariants.join("; ") || "hold",
    verdict,
  ];
}

const linesOf = (row: FaultResult): string[] => [
  `${row.fault.name} (${row.database}, ${row.seconds.toFixed(0)} s): ${row.outcome?.measured ?? row.reason}`,
  ...failuresOf(row).map((sentence) => `  - ${sentence}`),
];

const failuresOf = ({ outcome }: FaultResult): string[] =>
  outcome?.failures.map((sentence) => `not met: ${sentence}`) ?? [];
