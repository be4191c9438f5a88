import type { SiteDb } from "../../db/database.ts";
import { topCustomers } from "../customer-queries.ts";
import type { Asked, Found, ReportDefinition } from "../report.ts";
import { amountText, descending, money, plural } from "./parts.ts";

/** A customer is new without an order before the period. */
async function readCustomers(db: SiteDb, { range, rows: asked }: Asked): Promise<Found> {
  const { totals, rows } = await topCustomers(db, range, asked);
  const { all_customers: customers, all_new, all_orders: orders, all_total: total } = totals;
  return {
    text: `${plural(customers, "customer")}: ${all_new} new, ${customers - all_new} returning; ${plural(orders, "order")}, ${amountText(db, total)}.`,
    totals: { customers, new: all_new, returning: customers - all_new, orders, total: money(db, total) },
    rows,
  };
}

export const customersReport = {
  about: "Customers, with the name of their last order. A customer is new without an order before the period.",
  columns: {
    customer_id: "id",
    customer_name: "text",
    customer_phone: "text",
    orders: "count",
    total: "amount",
    last_order_at: "time",
    is_new: "flag",
  },
  order: [descending("total", "amount"), descending("orders", "count")],
  read: readCustomers,
} as const satisfies ReportDefinition;
