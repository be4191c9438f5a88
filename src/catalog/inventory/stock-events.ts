import type { NewEvent } from "../../db/events.ts";

/** The stock of a variant before and after a change, in units, and what the store calls low. */
export interface StockChange {
  id: string;
  track_quantity: boolean;
  before: number;
  after: number;
  low_stock: number;
}

/** What a change of stock means to who orders goods: that there are few, none, or some again. Uncounted stock means nothing. */
export function stockEvents({ id, track_quantity, before, after, low_stock }: StockChange): NewEvent[] {
  const type = track_quantity ? typeOf(before, after, low_stock) : undefined;
  return type ? [{ type, thing: { kind: "variant", id }, actor: "stock", fields: ["inventory_quantity"] }] : [];
}

function typeOf(before: number, after: number, low: number): string | undefined {
  if (after <= 0) return before > 0 ? "stock.out" : undefined;
  if (before <= 0) return "stock.back";
  return before > low && after <= low ? "stock.low" : undefined;
}
