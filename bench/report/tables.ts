import Table from "cli-table3";
import type { Row } from "../work.ts";
import { cellsOf, HEAD } from "./format.ts";
import type { Results } from "./results.ts";

/** Returns a table for a terminal, and the notes below it. */
export function asTable({ rows }: Results): string {
  const table = new Table({ head: HEAD, style: { head: [], border: [] } });
  for (const row of rows) table.push(cellsOf(row));
  return [table.toString(), ...rows.flatMap(notesOf)].join("\n");
}

const notesOf = ({ name, notes }: Row): string[] => notes.map((note) => `${name}: ${note}`);

/** Returns the same in Markdown, with date and machine. */
export function asMarkdown({ date, node, machine, quick, rows }: Results): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const kept = rows.filter(({ measuredAt }) => measuredAt.slice(0, 10) !== date.slice(0, 10));
  return [
    `Measured on ${date.slice(0, 10)} with Node ${node} on ${machine}${quick ? ", with --quick" : ""}.`,
    "",
    line(HEAD),
    line(HEAD.map(() => "---")),
    ...rows.map((row) => line(cellsOf(row))),
    "",
    ...rows.flatMap(({ name, notes }) => (notes.length > 0 ? [`- ${name}: ${notes.join("; ")}`] : [])),
    ...kept.map(({ name, measuredAt }) => `- ${name}: measured on ${measuredAt.slice(0, 10)}`),
    "",
  ].join("\n");
}

/** Which results stand between two comments of a document. */
const MAIN_SECTION = "npm run bench";
export const LARGE_SECTION = "npm run bench -- --large";

const END = "<!-- end of results -->";

/** Replaces what a document has between the two comments of a section. Throws when they are missing. */
export function withResults(document: string, table: string, section = MAIN_SECTION): string {
  const begin = `<!-- results of ${section} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(END, from);
  if (from < 0 || to < from) throw new Error(`the document has no "${begin}" and "${END}"`);
  return `${document.slice(0, from + begin.length)}\n\n${table}\n${document.slice(to)}`;
}
