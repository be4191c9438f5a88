import type { SiteDb } from "../../db/database.ts";
import { WILAYAS } from "../../shipping/shipping.ts";
import { salesByRegion } from "../customer-queries.ts";
import type { Asked, Found, ReportDefinition } from "../report.ts";
import { countReasons } from "../return-queries.ts";
import { amountText, countsOf, descending, money, plural, ratio } from "./parts.ts";

const WILAYA_NAMES = Object.fromEntries(WILAYAS.map(({ code, name_fr }) => [code, name_fr]));

/** A region that was not recognised as a wilaya appears as shoppers wrote it, to those who may see people. */
async function readWilayas(db: SiteDb, { range, rows: asked, seesPeople }: Asked): Promise<Found> {
  const [{ totals, rows }, reasons] = await Promise.all([
    salesByRegion(db, range, WILAYA_NAMES, seesPeople, asked),
    countReasons(db, range),
  ]);
  const { all_regions: regions, all_orders: orders, all_total: total } = totals;
  const { all_delivered: delivered, all_returned: returned } = totals;
  return {
    text: `${plural(orders, "order")} to ${plural(regions, "region")}, ${amountText(db, total)}; ${delivered} delivered, ${returned} returned.`,
    totals: {
      regions,
      orders,
      total: money(db, total),
      delivered,
      returned,
      return_rate: ratio(returned, totals.all_shipped),
      return_reasons: countsOf(reasons, "returned"),
      cancellation_reasons: countsOf(reasons, "cancelled"),
    },
    rows,
  };
}

export const wilayasReport = {
  about:
    "Orders by wilaya, or by what shoppers wrote where it is not a wilaya. `return_rate` is of shipped orders, `return_reason` the most frequent one.",
  columns: {
    wilaya_code: "id",
    name: "text",
    orders: "count",
    total: "amount",
    delivered: "count",
    cancelled: "count",
    returned: "count",
    return_rate: "average",
    return_reason: "text",
  },
  order: [descending("orders", "count"), descending("total", "amount")],
  read: readWilayas,
} as const satisfies ReportDefinition;
