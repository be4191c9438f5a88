import type { SiteDb } from "../../db/database.ts";
import { lowStock } from "../queries.ts";
import type { Asked, Found, ReportDefinition } from "../report.ts";
import { ascending, descending, plural } from "./parts.ts";

async function readLowStock(db: SiteDb, { range, rows: asked, threshold }: Asked): Promise<Found> {
  const { totals, rows } = await lowStock(db, range, threshold, asked);
  const { all_variants: variants, all_out: out_of_stock, all_sold: sold } = totals;
  return {
    text: `${plural(variants, "variant")} with at most ${plural(threshold, "unit")}; ${out_of_stock} out of stock.`,
    totals: { threshold, variants, out_of_stock, sold },
    rows,
  };
}

export const lowStockReport = {
  about: "Variants with at most `threshold` units in stock now, and their units sold.",
  columns: {
    product_id: "id",
    variant_id: "id",
    slug: "text",
    name: "text",
    variant: "text",
    sku: "text",
    inventory_quantity: "level",
    sold: "count",
  },
  order: [ascending("inventory_quantity", "level"), descending("sold", "count")],
  hasThreshold: true,
  comparedTotals: ["sold"],
  read: readLowStock,
} as const satisfies ReportDefinition;
