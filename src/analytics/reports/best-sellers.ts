import type { SiteDb } from "../../db/database.ts";
import { bestSellers } from "../queries.ts";
import type { Asked, Found, ReportDefinition } from "../report.ts";
import { amountText, descending, money, plural } from "./parts.ts";

/** Revenue is after discounts and without delivery. */
async function readBestSellers(db: SiteDb, { range, rows: asked }: Asked): Promise<Found> {
  const { totals, rows } = await bestSellers(db, range, asked);
  const { all_products: products, all_units: units, all_revenue: revenue } = totals;
  return {
    text: `${plural(products, "product")} sold, ${plural(units, "unit")}, ${amountText(db, revenue)} after discounts, without delivery.`,
    totals: { products, units, revenue: money(db, revenue) },
    rows,
  };
}

export const bestSellersReport = {
  about: "Products that were sold. Revenue is after discounts and without delivery.",
  columns: {
    product_id: "id",
    slug: "text",
    name: "text",
    units: "count",
    orders: "count",
    revenue: "amount",
    inventory_quantity: "level",
  },
  order: [descending("units", "count"), descending("revenue", "amount")],
  by: { values: ["units", "revenue"], means: "sort" },
  read: readBestSellers,
} as const satisfies ReportDefinition;
