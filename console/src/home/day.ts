import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { type Api, apiOf, useApi, useStore } from "../api/api.ts";
import { operationsQuery } from "../api/operations.ts";
import type { Store } from "../api/person.ts";
import type { Step } from "../parts/plots/step.ts";
import { dayIn, seesOrders, seesReports } from "./asked.ts";
import { waitingQuery } from "./useWaiting.ts";

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

/** Asks for what home shows while the screen is still loaded. */
export function askForDay(queryClient: QueryClient, store: Store): void {
  const api = apiOf(store.slug);
  void queryClient.prefetchQuery(operationsQuery(api));
  if (seesOrders(store)) void queryClient.prefetchQuery(waitingQuery(api, store));
  if (!seesReports(store)) return;
  for (const args of Object.values(dayIn(store.time_zone).reports))
    void queryClient.prefetchQuery(reportQuery(api, args));
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
