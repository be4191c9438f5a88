import { daysAfter, localDateTime } from "../parts/writing/dates.ts";

/** What is known of a store before anything of it is loaded. */
export interface KnownStore {
  slug: string;
  scopes: readonly string[];
  time_zone: string;
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

export const seesReports = ({ scopes }: Pick<KnownStore, "scopes">): boolean => scopes.includes("reports:read");
export const seesOrders = ({ scopes }: Pick<KnownStore, "scopes">): boolean =>
  scopes.some((one) => one.startsWith("orders:"));

export const MAX_WAITING_READ = 100;

/** Which orders wait: who only calls sees those to call now. */
export const waitingArgs = ({ scopes }: Pick<KnownStore, "scopes">) => ({
  ...(scopes.includes("orders:read") ? { status: "pending" as const } : { to_call: true }),
  limit: MAX_WAITING_READ,
});

/** The operations that home reads first, and their arguments. */
export const askedAtHome = (store: KnownStore): [operation: string, args: object][] => [
  ...(seesOrders(store) ? [["orders_search", waitingArgs(store)] as [string, object]] : []),
  ...(seesReports(store)
    ? Object.values(dayIn(store.time_zone).reports).map((args): [string, object] => ["analytics_report", args])
    : []),
];
