import type { SiteDb } from "../db/database.ts";
import type { PlannedRow } from "./plan.ts";
import { findMissedReturns, type MissedReturn } from "./reference-queries.ts";

/**
 * Adds to the rows that come back what they missed since they were deleted: the stock of orders that were cancelled or returned
 * meanwhile, which also count no more as sales. Returns the plan, and the order lines whose stock it adds. `since`: when the
 * rows were deleted.
 */
export async function withMissedReturns(
  db: SiteDb,
  plan: PlannedRow[],
  since: string,
): Promise<{ plan: PlannedRow[]; returns: MissedReturn[] }> {
  const backIn = (table: string) =>
    plan.filter((row) => row.table === table && row.before === null).map(({ key }) => key);
  const [products, variants] = [new Set(backIn("products")), new Set(backIn("variants"))];
  if (products.size + variants.size === 0) return { plan, returns: [] };
  const lines = await findMissedReturns(db, [...products], [...variants], since);
  const returns = lines.filter(({ variant_id }) => variants.has(variant_id));
  const unitsBy = (column: "product_id" | "variant_id", id: string) =>
    lines.filter((line) => line[column] === id).reduce((sum, { quantity }) => sum + quantity, 0);
  const adjusted = plan.map((row) => {
    const { table, key, before, after } = row;
    if (before !== null || after === null) return row;
    if (table === "variants") {
      return {
        ...row,
        after: { ...after, inventory_quantity: Number(after.inventory_quantity) + unitsBy("variant_id", key) },
      };
    }
    if (table !== "product_sales") return row;
    return { ...row, after: { ...after, units: Math.max(0, Number(after.units) - unitsBy("product_id", key)) } };
  });
  return { plan: lines.length === 0 ? plan : adjusted, returns };
}
