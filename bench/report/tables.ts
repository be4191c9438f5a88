import { markdownTable, terminalTable } from "../harness/tables.ts";
import { cellsOf, HEAD } from "./format.ts";
import type { Results } from "./results.ts";
import type { Row } from "./row.ts";

/** Returns a table for a terminal, and the notes below it. */
export const asTable = ({ rows }: Results): string =>
  [terminalTable(HEAD, rows.map(cellsOf)), ...rows.flatMap(notesOf)].join("\n");

const notesOf = ({ name, notes }: Row): string[] => notes.map((note) => `${name}: ${note}`);

/** A line for each text, with the names of all rows or works that it is about. */
function linesByText(named: { name: string; text: string }[]): string[] {
  const texts = new Set(named.map(({ text }) => text));
  const namesOf = (text: string) => named.filter((one) => one.text === text).map(({ name }) => name);
  return [...texts].map((text) => `- ${[...new Set(namesOf(text))].join("; ")}: ${text}`);
}

/** Returns the same in Markdown, with date and machine. */
export function asMarkdown({ date, node, machine, quick, rows }: Results): string {
  const kept = rows.filter(({ measuredAt }) => measuredAt.slice(0, 10) !== date.slice(0, 10));
  return [
    `Measured on ${date.slice(0, 10)} with Node ${node} on ${machine}${quick ? ", with --quick" : ""}.`,
    "",
    ...markdownTable(HEAD, rows.map(cellsOf)),
    "",
    ...linesByText(
      rows.filter(({ notes }) => notes.length > 0).map(({ name, notes }) => ({ name, text: notes.join("; ") })),
    ),
    ...linesByText(
      kept.map(({ work, measuredAt }) => ({ name: work, text: `measured on ${measuredAt.slice(0, 10)}` })),
    ),
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
