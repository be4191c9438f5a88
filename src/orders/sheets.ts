import { invalidValue } from "../core/problem.ts";
import { rowsOfText, type Separator } from "../core/text/csv.ts";
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
const SEPARATORS: readonly Separator[] = [";", "\t", ","];

/**
 * Reads a sheet. The separator is the one with which the header has the columns: of each group in `needs` at least one. A header
 * that could be of several columns is of the first. Throws `invalid_value` for `csv` without such a header, with two columns of
 * one kind, without rows, or with more than `maxRows`.
 */
export function readSheet<C extends string>(
  csv: string,
  columns: Readonly<Record<C, ColumnNames>>,
  { needs, maxRows }: { needs: readonly (readonly C[])[]; maxRows: number },
): SheetRow<C>[] {
  for (const separator of SEPARATORS) {
    const rows = rowsOfText(csv, separator);
    for (const [i, header] of rows.slice(0, MAX_LINES_BEFORE_HEADER).entries()) {
      const found = placesOf(header.cells, columns);
      if (!needs.every((group) => group.some((column) => found[column].length > 0))) continue;
      requireOneEach(header.cells, columns, found);
      const below = rows.slice(i + 1);
      if (below.length === 0) throw invalidValue("csv", "has no rows below its header");
      if (below.length > maxRows) throw invalidValue("csv", `has more than ${maxRows} rows: send it in parts`);
      return below.map(({ line, cells, problem }) => ({ line, cells: cellsAt(cells, found), problem }));
    }
  }
  const wanted = needs.map((group) => group.map((column) => columns[column].is).join(" or "));
  throw invalidValue("csv", `needs a header with columns for ${wanted.join(", and for ")}`);
}

type Places<C extends string> = Record<C, number[]>;

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
