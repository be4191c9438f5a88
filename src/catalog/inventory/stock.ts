import { newId } from "../../core/ids.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import { lockForTransaction } from "../../db/locks.ts";
import {
  addSales,
  insertMovements,
  lockVariants,
  type Sales,
  type StockMove,
  type StockReason,
  subtractSales,
  updateStock,
  type VariantMove,
} from "./queries.ts";
import { stockEvents } from "./stock-events.ts";

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

/** A line of an order of which units come back. */
export interface ReturnedLine extends SoldLine {
  /** Whether they can be sold again. */
  is_restocked: boolean;
}

/**
 * Takes units of an order back: none of them count as sold any more, and those that can be sold again are put back into stock.
 * Returns the variants that are in stock again; deleted ones are left out.
 */
export async function returnStock(
  db: SiteDb,
  orderId: string,
  lines: ReturnedLine[],
  reason: "cancellation" | "return",
): Promise<Set<string>> {
  await lockForReturn(db, [...new Set(lines.map(({ variant_id }) => variant_id))]);
  const restocked = lines.filter(({ is_restocked }) => is_restocked);
  const moves = restocked.map((line) => move(orderId, line, line.quantity));
  const moved = await findMoved(db, reason, moves);
  await subtractSales(db, salesOf(lines));
  return new Set(moved);
}

/** Locks variants, and when some are deleted, what they get back: an undo that restores them meanwhile would not see it. */
export async function lockForReturn(db: SiteDb, variantIds: string[]): Promise<void> {
  const present = await lockVariants(db, variantIds);
  if (present.length === variantIds.length) return;
  await lockDeletedStock(db);
  await lockVariants(db, variantIds);
}

/**
 * Takes the lock of what orders give back of deleted variants, until the transaction ends. Take it before you bring variants
 * back with the stock that their ledger says.
 */
export const lockDeletedStock = (db: SiteDb): Promise<void> => lockForTransaction(db, "stock of deleted variants");

/**
 * Moves stock and records it in the ledger, which also has what deleted variants get back. Lock the variants and check their
 * stock first; throws LostRace when there is too little nevertheless. Returns the number of variants that moved: deleted ones do not.
 */
export const moveStock = async (db: SiteDb, reason: StockReason, moves: StockMove[]): Promise<number> =>
  (await findMoved(db, reason, moves)).length;

/** Like `moveStock`; returns the variants that moved. Two lines of an order may be of one variant, which moves once. */
async function findMoved(db: SiteDb, reason: StockReason, moves: StockMove[]): Promise<string[]> {
  const movements = moves.map((move) => ({ ...move, reason }));
  const units = byVariant(moves);
  const [moved] = await Promise.all([updateStock(db, units), insertMovements(db, movements)]);
  const variants = new Set(moved.map(({ id }) => id));
  const isTaken = moves.some(({ variant_id, quantity }) => quantity < 0 && !variants.has(variant_id));
  if (isTaken) throw new LostRace("stock was taken meanwhile");
  const flips = moved.some(({ flips_availability }) => flips_availability);
  db.changed(
    flips ? ["availability"] : [],
    moved.map(({ product_id }) => product_id),
  );
  const movedBy = new Map(units.map(({ variant_id, quantity }) => [variant_id, quantity]));
  db.happened(
    ...moved.flatMap((variant) => {
      const { inventory_quantity: after } = variant;
      return stockEvents({ ...variant, before: after - (movedBy.get(variant.id) ?? 0), after }, variant.low_stock);
    }),
  );
  return moved.map(({ id }) => id);
}

/** One move for each variant. */
function byVariant(moves: StockMove[]): VariantMove[] {
  const units = new Map<string, number>();
  for (const { variant_id, quantity } of moves) units.set(variant_id, (units.get(variant_id) ?? 0) + quantity);
  return [...units].map(([variant_id, quantity]) => ({ variant_id, quantity }));
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
