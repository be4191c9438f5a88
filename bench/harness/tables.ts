import { cpus, release, totalmem, type } from "node:os";
import Table, { type TableConstructorOptions } from "cli-table3";

/** The tables of the reports. */

/** Returns a table for a terminal. */
export function terminalTable(head: string[], rows: string[][], options: TableConstructorOptions = {}): string {
  const table = new Table({ head, style: { head: [], border: [] }, ...options });
  table.push(...rows);
  return table.toString();
}

/** Returns the lines of a table in Markdown. */
export const markdownTable = (head: string[], rows: string[][]): string[] =>
  [head, head.map(() => "---"), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`,
  );

/** Where and when something is measured. */
export const circumstances = () => ({
  date: new Date().toISOString(),
  node: process.versions.node,
  machine: `${type()} ${release()}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? "unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
});
