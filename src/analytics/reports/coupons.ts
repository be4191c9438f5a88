import type { SiteDb } from "../../db/database.ts";
import { couponsUsed } from "../queries.ts";
import type { Asked, Found, ReportDefinition } from "../report.ts";
import { amountText, descending, money, plural } from "./parts.ts";

/** The discounts of promotions on lines and on delivery, and the revenue of the orders that used them. */
async function readCoupons(db: SiteDb, { range, rows: asked }: Asked): Promise<Found> {
  const { totals, rows } = await couponsUsed(db, range, asked);
  const { all_promotions: promotions, all_orders: orders } = totals;
  const { all_discount: discount, all_shipping_discount: shipping, all_revenue: revenue } = totals;
  return {
    text: `${plural(promotions, "promotion")} used by ${plural(orders, "order")}: ${amountText(db, discount)} off, ${amountText(db, shipping)} off delivery, orders of ${amountText(db, revenue)}.`,
    totals: {
      promotions,
      orders,
      discount: money(db, discount),
      shipping_discount: money(db, shipping),
      revenue: money(db, revenue),
    },
    rows,
  };
}

export const couponsReport = {
  about: "Promotions that orders used. Without `sort`, by `discount` and `shipping_discount` together.",
  columns: {
    promotion_id: "id",
    code: "text",
    title: "text",
    uses: "count",
    discount: "amount",
    shipping_discount: "amount",
    revenue: "amount",
  },
  order: [descending("saved", "amount"), descending("uses", "count")],
  read: readCoupons,
} as const satisfies ReportDefinition;
