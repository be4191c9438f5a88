import { invalidValue } from "../core/problem.ts";
import { type CsvRow, rowsOfText, SEPARATORS } from "../core/text/csv.ts";
import { words } from "../core/text/fold.ts";
import { truncate } from "../core/text/truncate.ts";

/** Sheets of carriers: CSV with a header, in French, English or Arabic, as their websites and Excel write it. */

/** How a column may be called, in any letter case and with or without accents. */
export interface ColumnNames {
  /** What the column is, in a word, for a refusal. */
  is: string;
  /** Whole names. */
  names?: readonly string[];
  /** Words that such a name contains. */
  parts: readonly string[];
}

export interface SheetRow<C extends string> {
  /** Where it begins in the text; the first line is 1. */
  line: number;
  /** Trimmed; empty where the sheet has no such column. */
  cells: Record<C, string>;
  /** Why its cells cannot be trusted; undefined when they can. */
  problem: string | undefined;
}

/** The header may follow some lines of title. */
const MAX_LINES_BEFORE_HEADER = 20;

/**
 * Reads a sheet. The header has of each group in `needs` at least one column; its separator is the one that parts it into most cells. A title
 * that could be of several columns is of the first. Throws `invalid_value` for `csv` without such a header, with two columns of
 * one kind, without rows, or with more than `maxRows`.
 */
export function readSheet<C extends string>(
  csv: string,
  columns: Readonly<Record<C, ColumnNames>>,
  { needs, maxRows }: { needs: readonly (readonly C[])[]; maxRows: number },
): SheetRow<C>[] {
  const headers = SEPARATORS.flatMap((separator) => findHeader(rowsOfText(csv, separator), columns, needs) ?? []);
  const [header] = headers.sort((one, other) => other.cells.length - one.cells.length);
  if (!header) {
    const wanted = needs.map((group) => group.map((column) => columns[column].is).join(" or "));
    throw invalidValue("csv", `needs a header with columns for ${wanted.join(", and for ")}`);
  }
  const { cells: titles, places, below } = header;
  requireOneEach(titles, columns, places);
  if (below.length === 0) throw invalidValue("csv", "has no rows below its header");
  if (below.length > maxRows) throw invalidValue("csv", `has more than ${maxRows} rows: send it in parts`);
  return below.map(({ line, cells, problem }) => ({ line, cells: cellsAt(cells, places), problem }));
}

type Places<C extends string> = Record<C, number[]>;

/** The first row that has the columns, and the rows below it. A line of title has one cell, and may have words of a header. */
function findHeader<C extends string>(
  rows: CsvRow[],
  columns: Readonly<Record<C, ColumnNames>>,
  needs: readonly (readonly C[])[],
): { cells: string[]; places: Places<C>; below: CsvRow[] } | undefined {
  const headers = rows.slice(0, MAX_LINES_BEFORE_HEADER).flatMap(({ cells }, i) => {
    const places = placesOf(cells, columns);
    const isHeader = needs.every((group) => group.some((column) => places[column].length > 0));
    return isHeader ? [{ cells, places, below: rows.slice(i + 1) }] : [];
  });
  return headers.find(({ cells }) => cells.filter((cell) => cell.trim() !== "").length > 1) ?? headers[0];
}

/** Where each column stands: cells with one of its names, else those with a part of one. */
function placesOf<C extends string>(header: string[], columns: Readonly<Record<C, ColumnNames>>): Places<C> {
  const titles = header.map(foldedTitle);
  const taken = new Set<number>();
  const places = {} as Places<C>;
  for (const column of Object.keys(columns) as C[]) {
    const [names = [], parts = []] = [columns[column].names, columns[column].parts].map((list) =>
      list?.map(foldedTitle),
    );
    const free = [...titles.keys()].filter((i) => !taken.has(i));
    const named = free.filter((i) => [...names, ...parts].includes(titles[i] ?? ""));
    const like = free.filter((i) => parts.some((part) => ` ${titles[i]} `.includes(` ${part} `)));
    places[column] = named.length > 0 ? named : like;
    for (const i of places[column]) taken.add(i);
  }
  return places;
}

const foldedTitle = (title: string): string => words(truncate(title)).join(" ");

function requireOneEach<C extends string>(
  header: string[],
  columns: Readonly<Record<C, ColumnNames>>,
  places: Places<C>,
): void {
  for (const column of Object.keys(places) as C[]) {
    if (places[column].length <= 1) continue;
    const titles = places[column].map((i) => truncate((header[i] ?? "").trim()));
    throw invalidValue("csv", `has several columns for ${columns[column].is}: ${titles.join(", ")}; leave one of them`);
  }
}

const cellsAt = <C extends string>(cells: string[], places: Places<C>): Record<C, string> =>
  Object.fromEntries(
    (Object.entries(places) as [C, number[]][]).map(([column, [place = -1]]) => [column, cells[place]?.trim() ?? ""]),
  ) as Record<C, string>;
