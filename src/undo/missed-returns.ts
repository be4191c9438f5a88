import type { SiteDb } from "../db/database.ts";
import type { PlannedRow } from "./plan.ts";
import { findMissedReturns, type MissedReturn, unitsReturnedSince } from "./reference-queries.ts";

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
  const [products, variants] = [backIn("products"), backIn("variants")];
  const returns = variants.length > 0 ? await findMissedReturns(db, variants) : [];
  const unsold = products.length > 0 ? await unitsReturnedSince(db, products, since) : new Map<string, number>();
  if (returns.length === 0 && unsold.size === 0) return { plan, returns };
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
    if (table !== "product_sales") return row;
    return { ...row, after: { ...after, units: Math.max(0, Number(after.units) - (unsold.get(key) ?? 0)) } };
  });
  return { plan: adjusted, returns };
}
