import type { SiteDb } from "../../db/database.ts";
import type { NewEvent } from "../../db/event-queries.ts";
import { findLowStock } from "./queries.ts";

/** The stock of a variant before and after a change, in units. */
export interface StockChange {
  id: string;
  product_id: string;
  track_quantity: boolean;
  before: number;
  after: number;
}

/** Tells what a change of stock means to who orders goods. It asks what the store calls low, where that decides. */
export async function tellOfStock(db: SiteDb, changes: readonly StockChange[]): Promise<void> {
  const mayBeLow = changes.some(({ before, after }) => before > after && after > 0);
  const low = mayBeLow ? await findLowStock(db) : 0;
  db.happened(...changes.flatMap((change) => stockEvents(change, low)));
}

/**
 * What a change of stock means: that there are few units, none, or some again. Uncounted stock means nothing. `low`: what the store calls
 * low, in units.
 */
export function stockEvents({ id, product_id, track_quantity, before, after }: StockChange, low: number): NewEvent[] {
  const type = track_quantity ? typeOf(before, after, low) : undefined;
  if (!type) return [];
  const data = { id, product_id, inventory_quantity: after };
  return [{ type, thing: { kind: "variant", id }, actor: "stock", fields: ["inventory_quantity"], data }];
}

function typeOf(before: number, after: number, low: number): string | undefined {
  if (after <= 0) return before > 0 ? "stock.out" : undefined;
  if (before <= 0) return "stock.back";
  return before > low && after <= low ? "stock.low" : undefined;
}
