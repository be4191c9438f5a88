import { newId } from "../../core/ids.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import { addSales, type Sales, subtractSales } from "./queries.ts";
import { lockForReturn, moveStock } from "./stock.ts";

/** How many units of an order's line are sold more (above zero) or less after a change. */
export interface LineChange {
  /** The order line's id. */
  id: string;
  product_id: string;
  variant_id: string;
  by: number;
}

/**
 * Moves stock, ledger and counts of sales by the differences of an order's lines: what is given back first, then what is
 * taken. Deleted variants get them back in the ledger only. Lock the variants and check their stock first; throws LostRace when
 * there is too little nevertheless.
 */
export async function moveChangedLines(db: SiteDb, orderId: string, changes: LineChange[]): Promise<void> {
  const moves = changes.map(({ id: order_item_id, variant_id, by }) => ({
    id: newId(),
    variant_id,
    quantity: -by,
    order_id: orderId,
    order_item_id,
  }));
  const given = moves.filter(({ quantity }) => quantity > 0);
  const taken = moves.filter(({ quantity }) => quantity < 0);
  if (given.length > 0) {
    await lockForReturn(db, [...new Set(given.map(({ variant_id }) => variant_id))]);
    await moveStock(db, "order_change", given);
  }
  if (taken.length > 0) {
    const variants = new Set(taken.map(({ variant_id }) => variant_id));
    const moved = await moveStock(db, "order_change", taken);
    if (moved < variants.size) throw new LostRace("stock was taken meanwhile");
  }
  const sales = byProduct(changes);
  const more = sales.filter(({ units }) => units > 0);
  const less = sales.filter(({ units }) => units < 0).map(({ product_id, units }) => ({ product_id, units: -units }));
  if (more.length > 0) await addSales(db, more);
  if (less.length > 0) await subtractSales(db, less);
}

function byProduct(changes: LineChange[]): Sales[] {
  const units = new Map<string, number>();
  for (const { product_id, by } of changes) units.set(product_id, (units.get(product_id) ?? 0) + by);
  return [...units].map(([product_id, sum]) => ({ product_id, units: sum }));
}
