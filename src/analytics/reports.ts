import { toMajor, toMajorOrNull } from "../core/money.ts";
import type { SiteDb } from "../db/database.ts";
import { ORDER_STATUSES } from "../orders/orders.ts";
import { WILAYAS } from "../shipping/shipping.ts";
import { carrierDebts, ordersByCarrier } from "./carrier-queries.ts";
import { type ColumnKind, type SortTerm, selectInMemory } from "./columns.ts";
import { orderOutcomes, salesByRegion, topCustomers } from "./customer-queries.ts";
import { MAX_STEPS, STEPS } from "./period.ts";
import { bestSellers, couponsUsed, lowStock, type SalesRow, salesByStep } from "./queries.ts";
import type { Asked, Found, ReportDefinition } from "./report.ts";
import { countReasons, type ReasonRow } from "./return-queries.ts";

const money = ({ currency }: SiteDb, minor: number): number => toMajor(minor, currency);
const amountText = (db: SiteDb, minor: number): string => `${money(db, minor)} ${db.currency}`;

/** `part / whole`, rounded to four decimals; null when `whole` is 0. */
const ratio = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
const percent = (part: number, whole: number): string => (whole === 0 ? "–" : `${Math.round((part / whole) * 100)} %`);
const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const descending = (column: string, kind: ColumnKind): SortTerm => ({ column, kind, direction: "desc" });
const ascending = (column: string, kind: ColumnKind): SortTerm => ({ column, kind, direction: "asc" });

const ZERO_SALES = {
  orders: 0,
  units: 0,
  gross: 0,
  discounts: 0,
  shipping: 0,
  rounding: 0,
  refunded: 0,
  total: 0,
  cancelled: 0,
  returned: 0,
} satisfies Omit<SalesRow, "step">;

async function salesReport(db: SiteDb, { range, rows: asked, by = STEPS[0], steps }: Asked): Promise<Found> {
  const rows = await salesByStep(
    db,
    range,
    steps.map(({ start }) => start),
  );
  const all = { ...ZERO_SALES };
  for (const row of rows) {
    for (const name of Object.keys(all) as (keyof typeof all)[]) all[name] += row[name];
  }
  const byStep = new Map(rows.map((row) => [row.step, row]));
  const average = all.orders === 0 ? 0 : Math.round(all.total / all.orders);
  const { gross, discounts, shipping, rounding, refunded, total } = all;
  return {
    text: `${plural(all.orders, "order")}, ${plural(all.units, "unit")}, ${amountText(db, total)}; not counted: ${all.cancelled} cancelled, ${all.returned} returned.`,
    totals: {
      ...all,
      ...{ gross: money(db, gross), discounts: money(db, discounts), shipping: money(db, shipping) },
      ...{
        rounding: money(db, rounding),
        refunded: money(db, refunded),
        total: money(db, total),
        average_order: money(db, average),
      },
    },
    rows: selectInMemory(
      steps.map(({ key, date }, i) => ({ ...ZERO_SALES, ...byStep.get(i + 1), key, [by]: date })),
      asked,
    ),
  };
}

/** Revenue is after discounts and without delivery. */
async function bestSellersReport(db: SiteDb, { range, rows: asked }: Asked): Promise<Found> {
  const { totals, rows } = await bestSellers(db, range, asked);
  const { all_products: products, all_units: units, all_revenue: revenue } = totals;
  return {
    text: `${plural(products, "product")} sold, ${plural(units, "unit")}, ${amountText(db, revenue)} after discounts, without delivery.`,
    totals: { products, units, revenue: money(db, revenue) },
    rows,
  };
}

async function lowStockReport(db: SiteDb, { range, rows: asked, threshold }: Asked): Promise<Found> {
  const { totals, rows } = await lowStock(db, range, threshold, asked);
  const { all_variants: variants, all_out: out_of_stock, all_sold: sold } = totals;
  return {
    text: `${plural(variants, "variant")} with at most ${plural(threshold, "unit")}; ${out_of_stock} out of stock.`,
    totals: { threshold, variants, out_of_stock, sold },
    rows,
  };
}

const WILAYA_NAMES = Object.fromEntries(WILAYAS.map(({ code, name_fr }) => [code, name_fr]));

/** A region that was not recognised as a wilaya appears as shoppers wrote it, to those who may see people. */
async function wilayasReport(db: SiteDb, { range, rows: asked, seesPeople }: Asked): Promise<Found> {
  const [{ totals, rows }, reasons] = await Promise.all([
    salesByRegion(db, range, WILAYA_NAMES, seesPeople, asked),
    countReasons(db, range),
  ]);
  const { all_regions: regions, all_orders: orders, all_total: total } = totals;
  const { all_delivered: delivered, all_returned: returned } = totals;
  return {
    text: `${plural(orders, "order")} to ${plural(regions, "region")}, ${amountText(db, total)}; ${delivered} delivered, ${returned} returned.`,
    totals: {
      ...{ regions, orders, total: money(db, total), delivered, returned },
      return_rate: ratio(returned, totals.all_shipped),
      return_reasons: countsOf(reasons, "returned"),
      cancellation_reasons: countsOf(reasons, "cancelled"),
    },
    rows,
  };
}

/** The numbers of orders by reason, without zeros. */
const countsOf = (reasons: readonly ReasonRow[], of: "returned" | "cancelled"): Record<string, number> =>
  Object.fromEntries(reasons.flatMap((row) => (row[of] > 0 ? [[row.reason, row[of]]] : [])));

/** The return rate is of all orders that were handed over. */
async function carriersReport(db: SiteDb, { range, rows: asked }: Asked): Promise<Found> {
  const [{ totals, rows }, reasons] = await Promise.all([ordersByCarrier(db, range, asked), countReasons(db, range)]);
  const { all_carriers: carriers, all_orders: orders, all_delivered: delivered, all_returned: returned } = totals;
  const { all_days: days, all_cost: cost, all_total: total } = totals;
  return {
    text: `${plural(orders, "order")} handed over to ${plural(carriers, "carrier")}: ${delivered} delivered, ${returned} returned (${percent(returned, orders)}).`,
    totals: {
      ...{ carriers, orders, delivered, returned, return_rate: ratio(returned, orders), days },
      ...{ cost: toMajorOrNull(cost, db.currency), total: money(db, total) },
      return_reasons: countsOf(reasons, "returned"),
    },
    rows,
  };
}

/** What was collected is owed until it is remitted. */
async function carrierDebtsReport(db: SiteDb, { range, rows: asked }: Asked): Promise<Found> {
  const { totals, rows } = await carrierDebts(db, range, asked);
  const { all_carriers: carriers, all_parcels: parcels, all_unpaid: unpaid, all_owed: owed } = totals;
  return {
    text: `${plural(totals.owing_carriers, "carrier")} of ${carriers} owe ${amountText(db, owed)} for ${plural(unpaid, "parcel")}.`,
    totals: {
      ...{ carriers, parcels, collected: money(db, totals.all_collected), remitted: money(db, totals.all_remitted) },
      ...{ unpaid, owed: money(db, owed) },
    },
    rows,
  };
}

/**
 * The rates of confirmation and cancellation are of all orders, those of delivery and return are of shipped orders. An order
 * that was delivered and then returned counts as both.
 */
async function ratesReport(db: SiteDb, { range, rows: asked }: Asked): Promise<Found> {
  const rows = await orderOutcomes(db, range);
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
    rows: selectInMemory(
      ORDER_STATUSES.map((status, i) => ({ key: String(i), status, orders: now(status) })),
      asked,
    ),
  };
}

/** A customer is new without an order before the period. */
async function customersReport(db: SiteDb, { range, rows: asked }: Asked): Promise<Found> {
  const { totals, rows } = await topCustomers(db, range, asked);
  const { all_customers: customers, all_new, all_orders: orders, all_total: total } = totals;
  return {
    text: `${plural(customers, "customer")}: ${all_new} new, ${customers - all_new} returning; ${plural(orders, "order")}, ${amountText(db, total)}.`,
    totals: { customers, new: all_new, returning: customers - all_new, orders, total: money(db, total) },
    rows,
  };
}

/** The discounts of promotions on lines and on delivery, and the revenue of the orders that used them. */
async function couponsReport(db: SiteDb, { range, rows: asked }: Asked): Promise<Found> {
  const { totals, rows } = await couponsUsed(db, range, asked);
  const { all_promotions: promotions, all_orders: orders } = totals;
  const { all_discount: discount, all_shipping_discount: shipping, all_revenue: revenue } = totals;
  return {
    text: `${plural(promotions, "promotion")} used by ${plural(orders, "order")}: ${amountText(db, discount)} off, ${amountText(db, shipping)} off delivery, orders of ${amountText(db, revenue)}.`,
    totals: {
      ...{ promotions, orders, discount: money(db, discount), shipping_discount: money(db, shipping) },
      revenue: money(db, revenue),
    },
    rows,
  };
}

/** All reports, in the order in which they are listed. */
export const REPORTS = {
  sales: {
    about:
      "Sales over time, without what came back; steps without orders are included. `total` is `gross` - `discounts` + `shipping` + `rounding`, less refunds for which nothing came back. `refunded` is of all orders, also of returned ones.",
    columns: {
      ...{ orders: "count", units: "count", gross: "amount", discounts: "amount", shipping: "amount" },
      ...{ rounding: "amount", refunded: "amount", total: "amount" },
      ...{ cancelled: "count", returned: "count" },
    },
    order: [],
    by: { values: STEPS, means: "step" },
    limit: MAX_STEPS,
    read: salesReport,
  },
  best_sellers: {
    about: "Products that were sold. Revenue is after discounts and without delivery.",
    columns: {
      ...{ product_id: "id", slug: "text", name: "text" },
      ...{ units: "count", orders: "count", revenue: "amount", in_stock: "level" },
    },
    order: [descending("units", "count"), descending("revenue", "amount")],
    by: { values: ["units", "revenue"], means: "sort" },
    read: bestSellersReport,
  },
  low_stock: {
    about: "Variants with at most `threshold` units in stock now, and their units sold.",
    columns: {
      ...{ product_id: "id", variant_id: "id", slug: "text", name: "text", variant: "text", sku: "text" },
      ...{ in_stock: "level", sold: "count" },
    },
    order: [ascending("in_stock", "level"), descending("sold", "count")],
    hasThreshold: true,
    comparedTotals: ["sold"],
    read: lowStockReport,
  },
  wilayas: {
    about:
      "Orders by wilaya, or by what shoppers wrote where it is not a wilaya. `return_rate` is of shipped orders, `return_reason` the most frequent one.",
    columns: {
      ...{ wilaya_code: "id", name: "text", orders: "count", total: "amount" },
      ...{ delivered: "count", cancelled: "count", returned: "count", return_rate: "average", return_reason: "text" },
    },
    order: [descending("orders", "count"), descending("total", "amount")],
    read: wilayasReport,
  },
  carriers: {
    about:
      "Orders that were handed over, by carrier: `days` from shipping to delivery on average, `cost` to the shop by the carrier's settings.",
    columns: {
      ...{ carrier: "text", orders: "count", delivered: "count", returned: "count" },
      ...{ return_rate: "average", return_reason: "text", days: "average", cost: "amount", total: "amount" },
    },
    order: [descending("orders", "count"), descending("total", "amount")],
    read: carriersReport,
  },
  carrier_debts: {
    about:
      "Cash that carriers collected, and what of it they owe the shop. Without `from`, of all orders. `oldest_unpaid_at`: when the oldest parcel that is not paid was delivered.",
    columns: {
      ...{ carrier: "text", parcels: "count", collected: "amount", remitted: "amount" },
      ...{ unpaid: "count", owed: "amount", oldest_unpaid_at: "time" },
    },
    order: [descending("owed", "amount"), descending("collected", "amount")],
    isOfAllTime: true,
    read: carrierDebtsReport,
  },
  rates: {
    about: "Orders by their status now, with rates of confirmation, delivery and return, and calls.",
    columns: { status: "text", orders: "count" },
    order: [],
    read: ratesReport,
  },
  customers: {
    about: "Customers, with the name of their last order. A customer is new without an order before the period.",
    columns: {
      ...{ customer_id: "id", name: "text", phone: "text", orders: "count", total: "amount" },
      ...{ last_order_at: "time", is_new: "flag" },
    },
    personal: ["name", "phone"],
    order: [descending("total", "amount"), descending("orders", "count")],
    read: customersReport,
  },
  coupons: {
    about: "Promotions that orders used. Without `sort`, by `discount` and `shipping_discount` together.",
    columns: {
      ...{ promotion_id: "id", code: "text", title: "text", uses: "count" },
      ...{ discount: "amount", shipping_discount: "amount", revenue: "amount" },
    },
    order: [descending("saved", "amount"), descending("uses", "count")],
    read: couponsReport,
  },
} as const satisfies Record<string, ReportDefinition>;

export type ReportName = keyof typeof REPORTS;
