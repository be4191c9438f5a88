import { type Static, Type } from "typebox";
import { invalidValue } from "../core/problem.ts";
import type { SiteDb } from "../db/database.ts";
import { From, Limit, To } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { sanitize } from "../operations/sanitize.ts";
import { storeZone } from "../store/store.ts";
import {
  bestSellersReport,
  couponsReport,
  customersReport,
  lowStockReport,
  type Period,
  periodText,
  type Report,
  ratesReport,
  readPeriod,
  salesReport,
  wilayasReport,
} from "./analytics.ts";

const BY = {
  sales: ["day", "week", "month"],
  best_sellers: ["units", "revenue"],
} as const;

const By = Type.Enum([...BY.sales, ...BY.best_sellers], {
  description: "sales: day (default), week, month; best_sellers: units (default), revenue",
});
type By = Static<typeof By>;

interface ReportInput {
  by: By | undefined;
  threshold: number;
  limit: number;
}

const REPORTS = {
  sales: (db: SiteDb, period: Period, { by }: ReportInput) => salesReport(db, period, readBy("sales", by)),
  best_sellers: (db: SiteDb, period: Period, { by, limit }: ReportInput) =>
    bestSellersReport(db, period, readBy("best_sellers", by), limit),
  low_stock: (db: SiteDb, period: Period, { threshold, limit }: ReportInput) =>
    lowStockReport(db, period, threshold, limit),
  wilayas: (db: SiteDb, period: Period, { limit }: ReportInput) => wilayasReport(db, period, limit),
  rates: (db: SiteDb, period: Period) => ratesReport(db, period),
  customers: (db: SiteDb, period: Period, { limit }: ReportInput) => customersReport(db, period, limit),
  coupons: (db: SiteDb, period: Period, { limit }: ReportInput) => couponsReport(db, period, limit),
} satisfies Record<string, (db: SiteDb, period: Period, asked: ReportInput) => Promise<Report>>;
type ReportName = keyof typeof REPORTS;

function readBy<R extends keyof typeof BY>(report: R, by: By | undefined): (typeof BY)[R][number] {
  const allowed: readonly (typeof BY)[R][number][] = BY[report];
  const found = by === undefined ? allowed[0] : allowed.find((one) => one === by);
  if (found) return found;
  throw invalidValue("by", `must be one of: ${allowed.join(", ")}`);
}

export const analyticsOperations: Operation[] = [
  defineOperation({
    name: "analytics_report",
    title: "Report on the shop",
    description:
      "Reports on a period, by default the last 30 days. Cancelled and returned orders do not count as sales. low_stock: products running out, with units sold; rates: confirmation, delivery, returns, calls.",
    area: "reports",
    effect: "read",
    takes: ["cursor"],
    input: {
      report: Type.Enum(Object.keys(REPORTS) as ReportName[]),
      from: From,
      to: To,
      by: Type.Optional(By),
      threshold: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: "low_stock; default 5" })),
      time_zone: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: "IANA; default the shop's" })),
      limit: Limit,
    },
    example: { report: "sales", by: "week" },
    run: async ({ db }, { report, by, threshold = 5, limit = 20, ...given }) => {
      if (by !== undefined && !(report in BY)) throw invalidValue("by", `is not for ${report}: leave it out`);
      const period = readPeriod(given, await storeZone(db), db.now);
      const { text, totals, data } = await REPORTS[report](db, period, { by, threshold, limit });
      const { from, to, zone } = period;
      return {
        text: `${periodText(period)}: ${text}`,
        data: { report, from, to, time_zone: zone.name, currency: db.currency, totals, data: sanitize(data) },
      };
    },
  }),
];
