import type { ReportDefinition } from "./report.ts";
import { bestSellersReport } from "./reports/best-sellers.ts";
import { carrierDebtsReport } from "./reports/carrier-debts.ts";
import { carriersReport } from "./reports/carriers.ts";
import { couponsReport } from "./reports/coupons.ts";
import { customersReport } from "./reports/customers.ts";
import { lowStockReport } from "./reports/low-stock.ts";
import { ratesReport } from "./reports/rates.ts";
import { salesReport } from "./reports/sales.ts";
import { wilayasReport } from "./reports/wilayas.ts";

/** All reports, in the order in which they are listed. */
export const REPORTS = {
  sales: salesReport,
  best_sellers: bestSellersReport,
  low_stock: lowStockReport,
  wilayas: wilayasReport,
  carriers: carriersReport,
  carrier_debts: carrierDebtsReport,
  rates: ratesReport,
  customers: customersReport,
  coupons: couponsReport,
} as const satisfies Record<string, ReportDefinition>;

export type ReportName = keyof typeof REPORTS;
