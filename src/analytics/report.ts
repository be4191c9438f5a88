import type { SiteDb } from "../db/database.ts";
import type { Columns, ReportRow, RowsAsked, SortTerm } from "./columns.ts";
import type { TimeRange } from "./queries.ts";

export type By = "day" | "week" | "month" | "units" | "revenue";

/** What a report is asked for. */
export interface Asked {
  /** Whose orders count: the period, or the one before it. */
  range: TimeRange;
  rows: RowsAsked;
  by: By | undefined;
  /** The steps of time in the range, if the report has a row for each. */
  steps: readonly ReportStep[];
  threshold: number;
  /** Whether the asker may see texts that shoppers wrote. */
  seesPeople: boolean;
}

/** A step of time: its beginning (ISO 8601), and its local date. `key`: the date of the same step in the period asked for. */
export interface ReportStep {
  key: string;
  start: string;
  date: string;
}

/** Figures by name; those of what has several are objects of figures. */
export type Totals = Record<string, number | null | Record<string, number>>;

/** What a report finds. */
export interface Found {
  /** A summary sentence; it contains no text that shoppers wrote. */
  text: string;
  /** Of the whole report, whatever rows are asked for; amounts are in major units. */
  totals: Totals;
  /** The rows that are asked for; amounts are in minor units. */
  rows: readonly ReportRow[];
}

/** A report: an entry of `REPORTS`, from which arguments, refusals, pages, comparisons and documentation are made. */
export interface ReportDefinition {
  /** What it is of, for the documentation. */
  about: string;
  columns: Columns;
  /** The order of the rows when none is asked for; ties are broken by the key. */
  order: readonly SortTerm[];
  /** Values of the argument `by`, the default first: columns to sort by, or steps of time, each a column of its own. */
  by?: { values: readonly By[]; means: "sort" | "step" };
  /** Whether it takes the argument `threshold`. */
  hasThreshold?: true;
  /** Whether its period, when no `from` is given, is all the time until `to`. */
  isOfAllTime?: true;
  /** Rows of an answer when no `limit` is asked for; default 20. */
  limit?: number;
  /** The totals that are figures of the period; default all. */
  comparedTotals?: readonly string[];
  read(db: SiteDb, asked: Asked): Promise<Found>;
}
