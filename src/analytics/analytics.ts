import type { Static } from "typebox";
import type { SiteDb } from "../db/database.ts";
import { storeZone } from "../store/store.ts";
import type { Report as ReportSchema } from "./admin-answers.ts";
import { columnsOf, readBy, reportOf, requireTaken } from "./arguments.ts";
import { type Columns, positionOf, type ReportRow, type SortAsked, sortTerms } from "./columns.ts";
import { changes, comparedRow, type ShownRow, shownRow } from "./comparison.ts";
import { cursorText, readReportCursor, requirePosition } from "./cursor.ts";
import {
  isStep,
  localDate,
  type PeriodBefore,
  type PeriodInput,
  periodBefore,
  periodText,
  readPeriod,
  stepsOf,
} from "./period.ts";
import type { By, Found, ReportStep, Totals } from "./report.ts";
import type { ReportName } from "./reports.ts";

/** The arguments of a report. */
export interface ReportInput extends PeriodInput, SortAsked {
  report: ReportName;
  by?: By | undefined;
  /** Units in stock. */
  threshold?: number | undefined;
  limit?: number | undefined;
  /** Of the answer before; the other arguments are the same, but for `limit` and `compare`. */
  cursor?: string | undefined;
  /** Whether to compare with the period before. */
  compare?: boolean | undefined;
}

/** A page of a report. Amounts are in major units. */
export interface Report {
  /** A summary sentence; it contains no text that shoppers wrote. */
  text: string;
  /** Period, currency, totals, and the totals of the period before. */
  head: Omit<Static<typeof ReportSchema>, "data" | "next_cursor">;
  rows: ShownRow[];
  /** The cursor of the rows after the first `shown` rows; null when none follow. */
  cursorAfter(shown: number): string | null;
}

const DEFAULT_LIMIT = 20;
const DEFAULT_THRESHOLD = 5;
/** Before the first order of every store. */
const LONG_AGO = "2000-01-01";

/**
 * Makes a report. Pages of the same report count the orders that were placed until the first page was made. Throws
 * `invalid_value` naming the argument, also for more than 400 steps. Without `seesPeople`, regions that are no wilaya are one row.
 */
export async function makeReport(db: SiteDb, input: ReportInput, seesPeople: boolean): Promise<Report> {
  const { report, threshold = DEFAULT_THRESHOLD, cursor, compare = false } = input;
  requireTaken(report, input);
  const { order, by: choice, limit: ownLimit = DEFAULT_LIMIT, comparedTotals, isOfAllTime, read } = reportOf(report);
  const by = readBy(report, input.by);
  const columns = columnsOf(report, by);
  const sort = choice?.means === "sort" ? (input.sort ?? by) : input.sort;
  const terms = sortTerms(report, columns, order, { sort, order: input.order });

  const continued = cursor === undefined ? undefined : readReportCursor(cursor, input);
  const after = continued ? requirePosition(continued.after, terms) : null;
  const at = continued?.at ?? db.now;
  const from = input.from ?? (isOfAllTime ? LONG_AGO : undefined);
  const period = readPeriod({ ...input, from }, storeZone(db), at);
  const earlier = compare ? periodBefore(period, at) : undefined;

  const limit = input.limit ?? ownLimit;
  const range = continued && continued.at < period.to ? { from: period.from, to: continued.at } : period;
  const page = { terms, after, limit: limit + 1 };
  const steps = isStep(by) ? stepsOf(period, by).map((step) => ({ ...step, key: step.date })) : [];
  const asked = { by, threshold, seesPeople };
  const found = await read(db, { ...asked, range, rows: page, steps });
  const rows = found.rows.slice(0, limit);
  const before = earlier && (await read(db, { ...asked, ...sameBefore(earlier, rows, steps) }));

  return {
    text: `${periodText(period)}: ${found.text}${earlier && before ? textOfBefore(earlier, before, comparedTotals) : ""}`,
    head: {
      report,
      from: period.from,
      to: period.to,
      time_zone: period.zone.name,
      currency: db.currency,
      totals: found.totals,
      ...(earlier && before && headOfBefore(earlier, found, before, comparedTotals)),
    },
    rows: before ? comparedRows(rows, before, columns, db) : rows.map((row) => shownRow(row, columns, db.currency)),
    cursorAfter(shown) {
      const last = rows[shown - 1];
      if (!last || found.rows.length <= shown) return null;
      return cursorText({ args: input, at, after: positionOf(last, terms) });
    },
  };
}

/** The same rows and steps in the period before. */
const sameBefore = (
  { from, to, zone, move }: PeriodBefore,
  rows: readonly ReportRow[],
  steps: readonly ReportStep[],
) => ({
  range: { from, to },
  rows: { keys: rows.map(({ key }) => String(key)) },
  steps: steps.map(({ key, start }) => {
    const moved = move(start);
    return { key, start: moved, date: localDate(Date.parse(moved), zone) };
  }),
});

const textOfBefore = (earlier: PeriodBefore, { text }: Found, comparedTotals: readonly string[] | undefined): string =>
  ` ${earlier.isPart ? "The period is not over; the same part of the one before" : "Before that"}, ${periodText(earlier)}${comparedTotals ? ": see totals_before." : `: ${text}`}`;

function headOfBefore(
  { from, to }: PeriodBefore,
  { totals }: Found,
  before: Found,
  comparedTotals: readonly string[] = Object.keys(totals),
) {
  const totals_before: Totals = Object.fromEntries(comparedTotals.map((name) => [name, before.totals[name] ?? null]));
  return { from_before: from, to_before: to, totals_before, totals_change_percent: changes(totals, totals_before) };
}

function comparedRows(
  rows: readonly ReportRow[],
  before: Found,
  columns: Columns,
  { currency }: Pick<SiteDb, "currency">,
): ShownRow[] {
  const byKey = new Map(before.rows.map((row) => [row.key, row]));
  return rows.map((row) => ({
    ...shownRow(row, columns, currency),
    ...comparedRow(row, byKey.get(row.key), columns, currency),
  }));
}
