import type { SiteDb } from "../db/database.ts";
import type { PlannedRow } from "./plan.ts";
import { findMissedReturns, type MissedReturn, unitsSold } from "./reference-queries.ts";

/**
 * Adds to the rows that come back what they missed since they were deleted: the stock that orders gave back meanwhile, and their
 * sales. Returns the plan, and the order lines whose stock it adds.
 */
export async function withMissedReturns(
  db: SiteDb,
  plan: PlannedRow[],
): Promise<{ plan: PlannedRow[]; returns: MissedReturn[] }> {
  const backIn = (table: string) =>
    plan.filter((row) => row.table === table && row.before === null).map(({ key }) => key);
  const [products, variants] = [backIn("product_sales"), backIn("variants")];
  const returns = variants.length > 0 ? await findMissedReturns(db, variants) : [];
  const sold = products.length > 0 ? await unitsSold(db, products) : new Map<string, number>();
  const restocked = new Map<string, number>();
  for (const { variant_id, quantity } of returns) {
    restocked.set(variant_id, (restocked.get(variant_id) ?? 0) + quantity);
  }
  const adjusted = plan.map((row) => {
    const { table, key, before, after } = row;
    if (before !== null || after === null) return row;
    if (table === "variants") {
      return {
        ...row,
        after: { ...after, inventory_quantity: Number(after.inventory_quantity) + (restocked.get(key) ?? 0) },
      };
    }
    return table === "product_sales" ? { ...row, after: { ...after, units: sold.get(key) ?? 0 } } : row;
  });
  return { plan: adjusted, returns };
}
