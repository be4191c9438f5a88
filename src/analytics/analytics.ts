import { toMajor } from "../core/money.ts";
import type { SiteDb } from "../db/database.ts";
import { ORDER_STATUSES } from "../orders/orders.ts";
import { WILAYAS } from "../shipping/shipping.ts";
import { orderOutcomes, salesByRegion, topCustomers } from "./customer-queries.ts";
import { type Period, type Step, stepsOf } from "./period.ts";
import { bestSellers, couponsUsed, lowStock, type SalesRow, salesByStep } from "./queries.ts";

export { type Period, type PeriodInput, periodText, readPeriod, type Step } from "./period.ts";

/** A report. Amounts are in major units. */
export interface Report {
  /** A summary sentence; it contains no text that shoppers wrote. */
  text: string;
  totals: Record<string, unknown>;
  data: Record<string, unknown>[];
}

const money = ({ currency }: SiteDb, minor: number): number => toMajor(minor, currency);
const amountText = (db: SiteDb, minor: number): string => `${money(db, minor)} ${db.currency}`;

/** `part / whole`, rounded to four decimals; null when `whole` is 0. */
const ratio = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
const percent = (part: number, whole: number): string => (whole === 0 ? "–" : `${Math.round((part / whole) * 100)} %`);
const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const ZERO_SALES = {
  orders: 0,
  units: 0,
  gross: 0,
  discounts: 0,
  shipping: 0,
  total: 0,
  cancelled: 0,
  returned: 0,
} satisfies Omit<SalesRow, "step">;

/** Sales over time, by day, week or month. Throws `invalid_value` for more than 400 steps. */
export async function salesReport(db: SiteDb, period: Period, by: Step): Promise<Report> {
  const steps = stepsOf(period, by);
  const rows = await salesByStep(
    db,
    period,
    steps.map(({ start }) => start),
  );
  const all = { ...ZERO_SALES };
  for (const row of rows) {
    for (const name of Object.keys(all) as (keyof typeof all)[]) all[name] += row[name];
  }
  const byStep = new Map(rows.map((row) => [row.step, row]));
  const average = all.orders === 0 ? 0 : Math.round(all.total / all.orders);
  return {
    text: `${plural(all.orders, "order")}, ${plural(all.units, "unit")}, ${amountText(db, all.total)}; not counted: ${all.cancelled} cancelled, ${all.returned} returned.`,
    totals: { ...figures(db, all), average_order: money(db, average) },
    data: steps.map(({ date }, i) => ({ [by]: date, ...figures(db, byStep.get(i + 1) ?? ZERO_SALES) })),
  };
}

const figures = (db: SiteDb, row: Omit<SalesRow, "step">) => ({
  orders: row.orders,
  units: row.units,
  gross: money(db, row.gross),
  discounts: money(db, row.discounts),
  shipping: money(db, row.shipping),
  total: money(db, row.total),
  cancelled: row.cancelled,
  returned: row.returned,
});

/** The best-selling products by units or revenue. Revenue is after discounts and without delivery. */
export async function bestSellersReport(
  db: SiteDb,
  period: Period,
  by: "units" | "revenue",
  limit: number,
): Promise<Report> {
  const rows = await bestSellers(db, period, by, limit);
  const { all_products: products = 0, all_units: units = 0, all_revenue: revenue = 0 } = rows[0] ?? {};
  return {
    text: `${plural(products, "product")} sold, ${plural(units, "unit")}, ${amountText(db, revenue)} after discounts, without delivery.`,
    totals: { products, units, revenue: money(db, revenue) },
    data: rows.map((row) => ({
      product_id: row.product_id,
      slug: row.slug,
      name: row.name,
      units: row.units,
      orders: row.orders,
      revenue: money(db, row.revenue),
      in_stock: row.in_stock,
    })),
  };
}

/** Variants with at most `threshold` units in stock, and the units of each that were sold in the period. */
export async function lowStockReport(db: SiteDb, period: Period, threshold: number, limit: number): Promise<Report> {
  const rows = await lowStock(db, period, threshold, limit);
  const { all_variants: variants = 0, all_out: out_of_stock = 0 } = rows[0] ?? {};
  return {
    text: `${plural(variants, "variant")} with at most ${plural(threshold, "unit")}; ${out_of_stock} out of stock.`,
    totals: { threshold, variants, out_of_stock },
    data: rows.map(({ all_variants: _all, all_out: _out, ...row }) => row),
  };
}

/** Orders by wilaya. A region that was not recognised as a wilaya appears as shoppers wrote it. */
export async function wilayasReport(db: SiteDb, period: Period, limit: number): Promise<Report> {
  const rows = await salesByRegion(db, period, limit);
  const { all_regions: regions = 0, all_orders: orders = 0, all_total: total = 0 } = rows[0] ?? {};
  const { all_delivered: delivered = 0, all_returned: returned = 0 } = rows[0] ?? {};
  return {
    text: `${plural(orders, "order")} to ${plural(regions, "region")}, ${amountText(db, total)}; ${delivered} delivered, ${returned} returned.`,
    totals: { regions, orders, total: money(db, total), delivered, returned },
    data: rows.map((row) => ({
      wilaya_code: row.wilaya_code,
      name: WILAYAS.find(({ code }) => code === row.wilaya_code)?.name_fr ?? row.region,
      orders: row.orders,
      total: money(db, row.total),
      delivered: row.delivered,
      cancelled: row.cancelled,
      returned: row.returned,
    })),
  };
}

/**
 * The outcomes of the orders placed in the period. The rates of confirmation and cancellation are of all orders, those of
 * delivery and return are of shipped orders. An order that was delivered and then returned counts as both.
 */
export async function ratesReport(db: SiteDb, period: Period): Promise<Report> {
  const rows = await orderOutcomes(db, period);
  const count = (name: Exclude<keyof (typeof rows)[number], "status">) => rows.reduce((sum, row) => sum + row[name], 0);
  const now = (status: string) => rows.find((row) => row.status === status)?.orders ?? 0;
  const [placed, confirmed, shipped, delivered] = [
    count("orders"),
    count("confirmed"),
    count("shipped"),
    count("delivered"),
  ];
  const [cancelled, returned, calls, called] = [now("cancelled"), now("returned"), count("calls"), count("called")];
  return {
    text: `Of ${plural(placed, "order")} ${percent(confirmed, placed)} were confirmed, ${percent(cancelled, placed)} cancelled; of ${shipped} shipped ${percent(delivered, shipped)} were delivered, ${percent(returned, shipped)} returned. ${plural(calls, "call")} to ${plural(called, "order")}.`,
    totals: {
      placed,
      confirmed,
      cancelled,
      shipped,
      delivered,
      returned,
      confirmation_rate: ratio(confirmed, placed),
      cancellation_rate: ratio(cancelled, placed),
      delivery_rate: ratio(delivered, shipped),
      return_rate: ratio(returned, shipped),
      calls,
      orders_called: called,
      calls_per_order: called === 0 ? null : Math.round((calls / called) * 100) / 100,
      outcomes: {
        answered: count("answered"),
        no_answer: count("no_answer"),
        busy: count("busy"),
        postponed: count("postponed"),
        wrong_number: count("wrong_number"),
      },
    },
    data: ORDER_STATUSES.map((status) => ({ status, orders: now(status) })),
  };
}

/** The customers with the highest totals. A customer is new without an order before the period. */
export async function customersReport(db: SiteDb, period: Period, limit: number): Promise<Report> {
  const rows = await topCustomers(db, period, limit);
  const { all_customers: customers = 0, all_new = 0, all_orders: orders = 0, all_total: total = 0 } = rows[0] ?? {};
  return {
    text: `${plural(customers, "customer")}: ${all_new} new, ${customers - all_new} returning; ${plural(orders, "order")}, ${amountText(db, total)}.`,
    totals: { customers, new: all_new, returning: customers - all_new, orders, total: money(db, total) },
    data: rows.map((row) => ({
      customer_id: row.customer_id,
      name: row.name,
      phone: row.phone,
      orders: row.orders,
      total: money(db, row.total),
      last_order_at: row.last_order_at,
      is_new: row.is_new,
    })),
  };
}

/** The discounts of promotions on lines and on delivery, and the revenue of the orders that used them. */
export async function couponsReport(db: SiteDb, period: Period, limit: number): Promise<Report> {
  const rows = await couponsUsed(db, period, limit);
  const { all_promotions: promotions = 0, all_orders: orders = 0 } = rows[0] ?? {};
  const { all_discount: discount = 0, all_shipping_discount: shipping = 0, all_revenue: revenue = 0 } = rows[0] ?? {};
  return {
    text: `${plural(promotions, "promotion")} used by ${plural(orders, "order")}: ${amountText(db, discount)} off, ${amountText(db, shipping)} off delivery, orders of ${amountText(db, revenue)}.`,
    totals: {
      ...{ promotions, orders, discount: money(db, discount), shipping_discount: money(db, shipping) },
      revenue: money(db, revenue),
    },
    data: rows.map((row) => ({
      promotion_id: row.promotion_id,
      code: row.code,
      title: row.title,
      uses: row.uses,
      discount: money(db, row.discount),
      shipping_discount: money(db, row.shipping_discount),
      revenue: money(db, row.revenue),
    })),
  };
}
