import { daysAfter } from "../parts/writing/dates.ts";

export const PERIODS = ["today", "7", "30", "month", "own"] as const;
export type Period = (typeof PERIODS)[number];

/** What a report is asked for, as it stands in the address. */
export interface ReportSearch {
  report?: string;
  period?: Period | "all";
  /** Days of one's own period, both included: `2026-11-23`. */
  from?: string;
  to?: string;
  by?: string;
  sort?: string;
  order?: "asc" | "desc";
}

/** Days, both included. */
export interface Days {
  from: string;
  to: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The days of a period that ends with `today`; undefined: one's own, of which a day is missing, or all time. */
export function daysOf({ period, from, to }: ReportSearch, today: string): Days | undefined {
  switch (period) {
    case "all":
      return undefined;
    case "today":
      return { from: today, to: today };
    case "7":
      return { from: daysAfter(today, -6), to: today };
    case "month":
      return { from: `${today.slice(0, 8)}01`, to: today };
    case "own":
      return from && to ? { from, to } : undefined;
    default:
      return { from: daysAfter(today, -29), to: today };
  }
}

const MS_OF_DAY = 86_400_000;

/** How many days a period has. */
export const lengthOf = ({ from, to }: Days): number => Math.round((Date.parse(to) - Date.parse(from)) / MS_OF_DAY) + 1;

const DAYS_BY_DAY = 45;
const DAYS_BY_WEEK = 200;

/** The steps of time in which a period of this length is read best. */
export const stepFor = (days: Days): "day" | "week" | "month" =>
  lengthOf(days) <= DAYS_BY_DAY ? "day" : lengthOf(days) <= DAYS_BY_WEEK ? "week" : "month";

/** What an address asks for; what it could not mean is left out. */
export function readSearch(search: Record<string, unknown>): ReportSearch {
  const { report, period, from, to, by, sort, order } = search;
  const known = [...PERIODS, "all"].find((one) => one === String(period)) as ReportSearch["period"];
  return {
    ...(typeof report === "string" && { report }),
    ...(known && { period: known }),
    ...(typeof from === "string" && DAY.test(from) && { from }),
    ...(typeof to === "string" && DAY.test(to) && { to }),
    ...(typeof by === "string" && { by }),
    ...(typeof sort === "string" && { sort }),
    ...((order === "asc" || order === "desc") && { order }),
  };
}
