import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { type Api, apiOf, useApi, useStore } from "../api/api.ts";
import type { Store } from "../api/person.ts";
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
const BEST = 5;
const LOW = 4;
const WILAYAS = 6;

/** The days that the home screen is about, the hour until which today is compared, and the reports of them that it shows. */
export function dayIn(timeZone: string) {
  const now = new Date();
  now.setUTCMinutes(Math.floor(now.getUTCMinutes() / STEP) * STEP, 0, 0);
  const local = localDateTime(now.toISOString(), timeZone);
  const [today, hour] = [local.slice(0, 10), local.slice(11)];
  const weekBefore = daysAfter(today, -7);
  const days = { from: daysAfter(today, 1 - DAYS), to: today };
  return {
    today,
    weekBefore,
    hour,
    reports: {
      now: { report: "sales", from: today, to: today, by: "day" },
      before: { report: "sales", from: weekBefore, to: `${weekBefore}T${hour}`, by: "day" },
      sales: { report: "sales", ...days, by: "day", compare: true },
      rates: { report: "rates", ...days, compare: true },
      wilayas: { report: "wilayas", ...days, limit: WILAYAS },
      best: { report: "best_sellers", ...days, limit: BEST },
      low: { report: "low_stock", ...days, limit: LOW },
    },
  };
}

export const useDay = () => dayIn(useStore().time_zone);

type Args = Readonly<Record<string, unknown>>;

const reportQuery = <Row>({ store, admin }: Api, args: Args) =>
  queryOptions({
    queryKey: [store, "analytics_report", "home", args],
    queryFn: ({ signal }) =>
      admin.run("analytics_report", args, { signal }) as Promise<unknown> as Promise<Report<Row>>,
  });

/** A report of the server. */
export const useReport = <Row>(args: Args, isAllowed: boolean) =>
  useQuery({ ...reportQuery<Row>(useApi(), args), enabled: isAllowed });

/** Asks for the reports of home while the screen is still loaded. */
export function askForDay(queryClient: QueryClient, { slug, scopes, time_zone: timeZone }: Store): void {
  if (!scopes.includes("reports:read")) return;
  const api = apiOf(slug);
  for (const args of Object.values(dayIn(timeZone).reports)) void queryClient.prefetchQuery(reportQuery(api, args));
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
