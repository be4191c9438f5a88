import type { SiteDb } from "../../db/database.ts";
import { carrierDebts } from "../carrier-queries.ts";
import type { Asked, Found, ReportDefinition } from "../report.ts";
import { amountText, descending, money, plural } from "./parts.ts";

/** What was collected is owed until it is remitted. */
async function readCarrierDebts(db: SiteDb, { range, rows: asked }: Asked): Promise<Found> {
  const { totals, rows } = await carrierDebts(db, range, asked);
  const { all_carriers: carriers, all_parcels: parcels, all_unpaid: unpaid, all_owed: owed } = totals;
  return {
    text: `${plural(totals.owing_carriers, "carrier")} of ${carriers} owe ${amountText(db, owed)} for ${plural(unpaid, "parcel")}.`,
    totals: {
      carriers,
      parcels,
      collected: money(db, totals.all_collected),
      remitted: money(db, totals.all_remitted),
      unpaid,
      owed: money(db, owed),
    },
    rows,
  };
}

export const carrierDebtsReport = {
  about:
    "Cash that carriers collected, and what of it they owe the shop. Without `from`, of all orders. `oldest_unpaid_at`: when the oldest parcel that is not paid was delivered.",
  columns: {
    carrier: "text",
    parcels: "count",
    collected: "amount",
    remitted: "amount",
    unpaid: "count",
    owed: "amount",
    oldest_unpaid_at: "time",
  },
  order: [descending("owed", "amount"), descending("collected", "amount")],
  isOfAllTime: true,
  read: readCarrierDebts,
} as const satisfies ReportDefinition;
