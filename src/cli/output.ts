import { MultiBar, Presets } from "cli-progress";
import Table from "cli-table3";
import { OperatorError } from "../core/operator-error.ts";

/** A command cannot do what its arguments ask. */
export class CommandError extends OperatorError {}

/** Prints rows as a table, or as JSON. */
export function printRows<T extends object>(
  rows: T[],
  columns: (keyof T & string)[],
  { json }: { json?: boolean },
): void {
  if (json) printJson(rows);
  else if (rows.length === 0) console.log("Nothing to list.");
  else console.log(tableOf(rows, columns));
}

function tableOf<T extends object>(rows: T[], columns: (keyof T & string)[]): string {
  const table = new Table({
    head: columns.map((column) => column.replaceAll("_", " ")),
    style: { head: [], border: [] },
  });
  for (const row of rows) table.push(columns.map((column) => [row[column] ?? ""].flat().join(", ")));
  return table.toString();
}

export const printJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

/** The progress of a long task: a bar on a terminal, nothing in a pipe. */
export interface Progress {
  /** Sets how much of the total is done. */
  update(value: number): void;
  /** Prints a line above the bar, on standard error. */
  log(line: string): void;
  stop(): void;
}

/** Starts a progress bar. `format` is that of cli-progress, with `{bar}`, `{percentage}`, `{value}`, `{total}` and `{eta_formatted}`. */
export function progressBar(total: number, format: string): Progress {
  if (!process.stderr.isTTY) return { update: () => {}, log: console.error, stop: () => {} };
  const bars = new MultiBar(
    { format, hideCursor: true, clearOnComplete: true, stream: process.stderr },
    Presets.shades_classic,
  );
  const bar = bars.create(total, 0);
  return { update: (value) => bar.update(value), log: (line) => bars.log(`${line}\n`), stop: () => bars.stop() };
}
