import { MultiBar, Presets, type SingleBar } from "cli-progress";
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
  for (const row of rows) table.push(columns.map((column) => String(row[column] ?? "")));
  return table.toString();
}

export const printJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

/** Progress of long work: a bar on a terminal, nothing in a pipe. */
export interface Progress {
  advance(by: number): void;
  stop(): void;
}

/** `total` in the unit of `advance`; `format` is cli-progress's, with `{bar}`, `{percentage}`, `{value}` and `{eta}`. */
export function progressBar(total: number, format: string): Progress {
  if (!process.stderr.isTTY) return { advance: () => {}, stop: () => {} };
  const bars = new MultiBar(
    { format, hideCursor: true, clearOnComplete: true, stream: process.stderr },
    Presets.shades_classic,
  );
  const bar: SingleBar = bars.create(total, 0);
  return { advance: (by) => bar.increment(by), stop: () => bars.stop() };
}
