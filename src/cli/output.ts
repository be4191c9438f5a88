import { MultiBar, Presets } from "cli-progress";
import Table from "cli-table3";
import { OperatorError } from "../core/operator-error.ts";
import type { Checklist } from "../store/store.ts";

/** A command cannot do what its arguments ask. */
export class CommandError extends OperatorError {}

/** Prints rows as a table. `widths`: of its columns, in characters; longer texts are wrapped. */
export function printTable<T extends object>(rows: T[], columns: (keyof T & string)[], widths: number[] = []): void {
  if (rows.length === 0) {
    console.log("Nothing to list.");
    return;
  }
  const table = new Table({
    head: columns.map((column) => column.replaceAll("_", " ")),
    style: { head: [], border: [] },
    colWidths: widths,
    wordWrap: true,
  });
  for (const row of rows) table.push(columns.map((column) => String(row[column] ?? "")));
  console.log(table.toString());
}

/** Prints what a store still lacks; nothing when it has everything. */
export function printChecklist(checklist: Checklist): void {
  if (checklist.length === 0) return;
  const lines = checklist.map(({ missing, detail }) => `  ${missing.replaceAll("_", " ").padEnd(17)}${detail}`);
  console.log(
    ["", "Still missing (docs/mcp.md and docs/admin-api.md say how to call the operations):", ...lines].join("\n"),
  );
}

export const printJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

/** The progress of a long task, on standard error: a bar on a terminal, a line for each tenth anywhere else. */
export interface Progress {
  /** Sets how much of the total is done, as a number, and in words if they say more: "3,000 of 10,000". */
  update(done: number, words?: string): void;
  /** Prints a line above the bar. */
  log(line: string): void;
  stop(): void;
}

export const startProgress = (title: string, total: number): Progress =>
  process.stderr.isTTY ? progressBar(title, total) : progressLines(title, total);

function progressBar(title: string, total: number): Progress {
  const format = `${title} {bar} {percentage}% {words}`;
  const bars = new MultiBar(
    { format, hideCursor: true, clearOnComplete: true, stream: process.stderr },
    Presets.shades_classic,
  );
  const bar = bars.create(total, 0, { words: "" });
  const stop = () => bars.stop();
  process.once("exit", stop); // the terminal shows its cursor again
  return {
    update: (done, words = "") => bar.update(done, { words }),
    log: (line) => bars.log(`${line}\n`),
    stop: () => {
      process.removeListener("exit", stop);
      bars.update(); // prints the last lines
      stop();
    },
  };
}

function progressLines(title: string, total: number): Progress {
  let tenths = 0;
  const update: Progress["update"] = (done, words = "") => {
    const reached = Math.floor((10 * done) / total);
    if (reached === tenths || reached === 10) return; // the command itself says that it is done
    tenths = reached;
    console.error(`${title}: ${10 * reached} %${words && ` (${words})`}`);
  };
  return { update, log: console.error, stop: () => {} };
}
