import { newId } from "../../core/ids.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import {
  addSales,
  insertMovements,
  lockVariants,
  type Sales,
  type StockMove,
  type StockReason,
  subtractSales,
  updateStock,
} from "./queries.ts";

/** A line of an order, as stock sees it. */
export interface SoldLine {
  /** The order line's id. */
  id: string;
  product_id: string;
  variant_id: string;
  quantity: number;
}

/**
 * Takes the stock of an order's lines and records each in the ledger. Lock the variants and check their stock first;
 * throws LostRace when there is too little nevertheless.
 */
export async function takeStock(db: SiteDb, orderId: string, lines: SoldLine[]): Promise<void> {
  const moves = lines.map((line) => move(orderId, line, -line.quantity));
  const [moved] = await Promise.all([moveStock(db, "sale", moves), addSales(db, salesOf(lines))]);
  if (moved < lines.length) throw new LostRace("stock was taken meanwhile");
}

/** Puts the stock of a cancelled or returned order back; deleted variants are left out. */
export async function returnStock(
  db: SiteDb,
  orderId: string,
  lines: SoldLine[],
  reason: "cancellation" | "return",
): Promise<void> {
  await lockVariants(
    db,
    lines.map(({ variant_id }) => variant_id),
  );
  await moveStock(
    db,
    reason,
    lines.map((line) => move(orderId, line, line.quantity)),
  );
  await subtractSales(db, salesOf(lines));
}

/**
 * Moves stock and records it in the ledger. Lock the variants and check their stock first; throws LostRace when there is
 * too little nevertheless. Returns the number of variants that moved: deleted ones do not.
 */
export async function moveStock(db: SiteDb, reason: StockReason, moves: StockMove[]): Promise<number> {
  const movements = moves.map((move) => ({ ...move, reason }));
  const [moved, recorded] = await Promise.all([updateStock(db, moves), insertMovements(db, movements)]);
  if (recorded.length !== moved.length) throw new LostRace("stock was taken meanwhile");
  const flips = moved.some(({ flips_availability }) => flips_availability);
  db.changed(
    flips ? ["availability"] : [],
    moved.map(({ product_id }) => product_id),
  );
  return moved.length;
}

const move = (order_id: string, { id: order_item_id, variant_id }: SoldLine, quantity: number) => ({
  id: newId(),
  variant_id,
  quantity,
  order_id,
  order_item_id,
});

/** Units by product: two variants of one product count together. */
function salesOf(lines: SoldLine[]): Sales[] {
  const units = new Map<string, number>();
  for (const { product_id, quantity } of lines) units.set(product_id, (units.get(product_id) ?? 0) + quantity);
  return [...units].map(([product_id, sold]) => ({ product_id, units: sold }));
}
