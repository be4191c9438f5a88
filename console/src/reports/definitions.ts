import type { Thing } from "../api/things.ts";

/** How a column is written. */
export type ColumnKind =
  | "text"
  | "code"
  | "date"
  | "time"
  | "flag"
  | "status"
  | "word"
  | "count"
  | "money"
  | "ratio"
  | "days";

export interface Column {
  name: string;
  kind: ColumnKind;
}

/** How a report of the server is shown. */
export interface ReportDefinition {
  /** The first says what a row is of. */
  columns: readonly Column[];
  /** Beside the first: what is shown on a phone. */
  onPhone: readonly string[];
  /** The figure on top: one of the totals, and how it is written. */
  figure: Column;
  /** Lines or bars over time of a column; bars of rows by a column; or the rates among the totals, each with what it is of. */
  plot:
    | { kind: "time"; of: string }
    | { kind: "ranks"; of: string }
    | { kind: "rates"; of: readonly { rate: string; part: string; whole: string }[] };
  /** What a row is, and the field by which it is found. */
  thing?: { is: Thing; by: string };
  /** What is counted per step of time, or by what the rows are sorted. */
  by?: readonly string[];
  /** Whether it is of all time unless a period is asked for. */
  isOfAllTime?: true;
}

const column = (name: string, kind: ColumnKind): Column => ({ name, kind });

/** All reports, in the order in which they are offered. */
export const REPORTS: Readonly<Record<string, ReportDefinition>> = {
  sales: {
    columns: [
      column("step", "date"),
      column("orders", "count"),
      column("units", "count"),
      column("gross", "money"),
      column("discounts", "money"),
      column("shipping", "money"),
      column("refunded", "money"),
      column("cancelled", "count"),
      column("returned", "count"),
      column("total", "money"),
    ],
    onPhone: ["orders", "total"],
    figure: column("total", "money"),
    plot: { kind: "time", of: "total" },
    by: ["day", "week", "month"],
  },
  best_sellers: {
    columns: [
      column("name", "text"),
      column("orders", "count"),
      column("inventory_quantity", "count"),
      column("units", "count"),
      column("revenue", "money"),
    ],
    onPhone: ["units", "revenue"],
    figure: column("revenue", "money"),
    plot: { kind: "ranks", of: "units" },
    thing: { is: "product", by: "slug" },
    by: ["units", "revenue"],
  },
  low_stock: {
    columns: [
      column("name", "text"),
      column("variant", "text"),
      column("sku", "code"),
      column("sold", "count"),
      column("inventory_quantity", "count"),
    ],
    onPhone: ["variant", "inventory_quantity"],
    figure: column("variants", "count"),
    plot: { kind: "ranks", of: "sold" },
    thing: { is: "product", by: "slug" },
  },
  wilayas: {
    columns: [
      column("name", "text"),
      column("orders", "count"),
      column("delivered", "count"),
      column("cancelled", "count"),
      column("returned", "count"),
      column("return_rate", "ratio"),
      column("return_reason", "word"),
      column("total", "money"),
    ],
    onPhone: ["orders", "total"],
    figure: column("orders", "count"),
    plot: { kind: "ranks", of: "orders" },
  },
  carriers: {
    columns: [
      column("carrier", "text"),
      column("orders", "count"),
      column("delivered", "count"),
      column("returned", "count"),
      column("return_rate", "ratio"),
      column("return_reason", "word"),
      column("days", "days"),
      column("cost", "money"),
      column("total", "money"),
    ],
    onPhone: ["orders", "return_rate"],
    figure: column("orders", "count"),
    plot: { kind: "ranks", of: "orders" },
  },
  carrier_debts: {
    columns: [
      column("carrier", "text"),
      column("parcels", "count"),
      column("collected", "money"),
      column("remitted", "money"),
      column("unpaid", "count"),
      column("oldest_unpaid_at", "time"),
      column("owed", "money"),
    ],
    onPhone: ["unpaid", "owed"],
    figure: column("owed", "money"),
    plot: { kind: "ranks", of: "owed" },
    isOfAllTime: true,
  },
  rates: {
    columns: [column("status", "status"), column("orders", "count")],
    onPhone: ["orders"],
    figure: column("placed", "count"),
    plot: {
      kind: "rates",
      of: [
        { rate: "confirmation_rate", part: "confirmed", whole: "placed" },
        { rate: "cancellation_rate", part: "cancelled", whole: "placed" },
        { rate: "delivery_rate", part: "delivered", whole: "shipped" },
        { rate: "return_rate", part: "returned", whole: "shipped" },
      ],
    },
  },
  customers: {
    columns: [
      column("customer_name", "text"),
      column("customer_phone", "code"),
      column("is_new", "flag"),
      column("last_order_at", "time"),
      column("orders", "count"),
      column("total", "money"),
    ],
    onPhone: ["orders", "total"],
    figure: column("customers", "count"),
    plot: { kind: "ranks", of: "total" },
    thing: { is: "customer", by: "customer_id" },
  },
  coupons: {
    columns: [
      column("title", "text"),
      column("code", "code"),
      column("uses", "count"),
      column("discount", "money"),
      column("shipping_discount", "money"),
      column("revenue", "money"),
    ],
    onPhone: ["uses", "discount"],
    figure: column("discount", "money"),
    plot: { kind: "ranks", of: "discount" },
  },
};

export const FIRST_REPORT = "sales";
