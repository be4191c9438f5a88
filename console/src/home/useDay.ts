import { useQuery } from "@tanstack/react-query";
import { useApi, useStore } from "../api/api.ts";
import type { Step } from "../parts/plots/step.ts";
import { daysAfter, localDateTime } from "../parts/writing/dates.ts";

type Totals = Readonly<Record<string, number | Readonly<Record<string, number>> | null>>;

export interface Report<Row> {
  totals: Totals;
  totals_before?: Totals;
  data: Row[];
}

export interface SalesRow {
  day: string;
  orders: number;
  cancelled: number;
  returned: number;
  before?: { orders: number; cancelled: number; returned: number };
}

/** Minutes after which the figures of today are asked for up to another time. */
const STEP = 5;
const DAYS = 30;

/** The days that the home screen is about, and the hour until which today is compared. */
export function useDays() {
  const { time_zone: timeZone } = useStore();
  const now = new Date();
  now.setUTCMinutes(Math.floor(now.getUTCMinutes() / STEP) * STEP, 0, 0);
  const local = localDateTime(now.toISOString(), timeZone);
  const today = local.slice(0, 10);
  return { today, weekBefore: daysAfter(today, -7), hour: local.slice(11), from: daysAfter(today, 1 - DAYS) };
}

/** A report of the server. */
export function useReport<Row>(args: Readonly<Record<string, unknown>>, isAllowed: boolean) {
  const { store, admin } = useApi();
  return useQuery({
    queryKey: [store, "analytics_report", "home", args],
    queryFn: ({ signal }) =>
      admin.run("analytics_report", args, { signal }) as Promise<unknown> as Promise<Report<Row>>,
    enabled: isAllowed,
  });
}

/** A figure among the totals. */
export const figureOf = (report: { totals: Totals } | undefined, name: string): number | null => {
  const value = report?.totals[name];
  return typeof value === "number" ? value : null;
};

/** How many orders were placed: those that count as sales, and those that were cancelled or came back since. */
export const placedIn = (row: { orders: number; cancelled: number; returned: number }): number =>
  row.orders + row.cancelled + row.returned;

/** The same of a whole report. */
export const placedOf = (report: Report<unknown> | undefined): number | null =>
  report === undefined
    ? null
    : placedIn({
        orders: figureOf(report, "orders") ?? 0,
        cancelled: figureOf(report, "cancelled") ?? 0,
        returned: figureOf(report, "returned") ?? 0,
      });

/** The orders of each day, from the oldest to the newest. */
export const stepsOf = (rows: readonly SalesRow[]): Step[] =>
  rows
    .map((row) => ({ day: row.day, now: placedIn(row), before: row.before ? placedIn(row.before) : null }))
    .sort((one, other) => (one.day < other.day ? -1 : 1));
