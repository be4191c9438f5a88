import { toMajorOrNull } from "../../core/money.ts";
import type { SiteDb } from "../../db/database.ts";
import { ordersByCarrier } from "../carrier-queries.ts";
import type { Asked, Found, ReportDefinition } from "../report.ts";
import { countReasons } from "../return-queries.ts";
import { countsOf, descending, money, percent, plural, ratio } from "./parts.ts";

/** The return rate is of all orders that were handed over. */
async function readCarriers(db: SiteDb, { range, rows: asked }: Asked): Promise<Found> {
  const [{ totals, rows }, reasons] = await Promise.all([ordersByCarrier(db, range, asked), countReasons(db, range)]);
  const { all_carriers: carriers, all_orders: orders, all_delivered: delivered, all_returned: returned } = totals;
  const { all_days: days, all_cost: cost, all_total: total } = totals;
  return {
    text: `${plural(orders, "order")} handed over to ${plural(carriers, "carrier")}: ${delivered} delivered, ${returned} returned (${percent(returned, orders)}).`,
    totals: {
      carriers,
      orders,
      delivered,
      returned,
      return_rate: ratio(returned, orders),
      days,
      cost: toMajorOrNull(cost, db.currency),
      total: money(db, total),
      return_reasons: countsOf(reasons, "returned"),
    },
    rows,
  };
}

export const carriersReport = {
  about:
    "Orders that were handed over, by carrier: `days` from shipping to delivery on average, `cost` to the shop by the carrier's settings.",
  columns: {
    carrier: "text",
    orders: "count",
    delivered: "count",
    returned: "count",
    return_rate: "average",
    return_reason: "text",
    days: "average",
    cost: "amount",
    total: "amount",
  },
  order: [descending("orders", "count"), descending("total", "amount")],
  read: readCarriers,
} as const satisfies ReportDefinition;
