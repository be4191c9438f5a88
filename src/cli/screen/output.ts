import Table from "cli-table3";
import type { Checklist } from "../../store/store.ts";
import type { Screen } from "../call.ts";

/** Prints rows as a table. `widths`: of its columns, in characters; longer texts are wrapped. */
export function printTable<T extends object>(
  screen: Screen,
  rows: T[],
  columns: (keyof T & string)[],
  widths: number[] = [],
): void {
  if (rows.length === 0) {
    screen.print("Nothing to list.");
    return;
  }
  const table = new Table({
    head: columns.map((column) => column.replaceAll("_", " ")),
    style: { head: [], border: [] },
    colWidths: widths,
    wordWrap: true,
  });
  for (const row of rows) table.push(columns.map((column) => String(row[column] ?? "")));
  screen.print(table.toString());
}

/** Prints what a store still lacks; nothing when it has everything. */
export function printChecklist(screen: Screen, checklist: Checklist): void {
  if (checklist.length === 0) return;
  const lines = checklist.map(({ missing, detail }) => `  ${missing.replaceAll("_", " ").padEnd(17)}${detail}`);
  screen.print(
    ["", "Still missing (docs/mcp.md and docs/admin-api.md say how to call the operations):", ...lines].join("\n"),
  );
}

export const printJson = (screen: Screen, value: unknown): void => screen.print(JSON.stringify(value, null, 2));
