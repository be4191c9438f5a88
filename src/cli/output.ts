import { MultiBar, Presets } from "cli-progress";
import Table from "cli-table3";

/** A refusal for the person at the terminal: its message is printed as it stands, and the exit code is 1. */
export class CommandError extends Error {}

/** Rows as a table for people, or as JSON for programs. */
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

/** Progress of long work: a bar on a terminal, nothing in a pipe. */
export interface Progress {
  /** How much of the total is done, in its unit. */
  reach(value: number): void;
  /** A line beside the bar, on standard error. */
  say(line: string): void;
  stop(): void;
}

/** `format` is cli-progress's, with `{bar}`, `{percentage}`, `{value}`, `{total}` and `{eta_formatted}`. */
export function progressBar(total: number, format: string): Progress {
  if (!process.stderr.isTTY) return { reach: () => {}, say: console.error, stop: () => {} };
  const bars = new MultiBar(
    { format, hideCursor: true, clearOnComplete: true, stream: process.stderr },
    Presets.shades_classic,
  );
  const bar = bars.create(total, 0);
  return { reach: (value) => bar.update(value), say: (line) => bars.log(`${line}\n`), stop: () => bars.stop() };
}
