import { moveChangedLines } from "../../catalog/catalog.ts";
import type { Actor } from "../../core/actor.ts";
import { newId } from "../../core/ids.ts";
import type { CustomerIdentity } from "../../customers/customers.ts";
import type { SiteDb } from "../../db/database.ts";
import { replaceUses } from "../../promotions/promotions.ts";
import { insertLines, type NewOrderItem } from "../placing/queries.ts";
import type { OrderRow } from "../queries.ts";
import type { Line } from "./change-lines.ts";
import { type ChangedOrder, insertChanges, lastPosition, updateLines, updateOrder } from "./queries.ts";
import { grantedTo, type WorkedOut } from "./work-out.ts";

/** Writes the lines of an order after a change, and moves stock, ledger and uses of promotions by the difference. */
export async function saveLines(
  db: SiteDb,
  order: OrderRow,
  lines: Line[],
  { offer }: WorkedOut,
  buyer: CustomerIdentity,
): Promise<void> {
  const kept = lines.filter(({ quantity }) => quantity > 0);
  const discounts = new Map(kept.map(({ id }, i) => [id, offer.lines[i] ?? 0]));
  const priced = lines.map((line) => ({
    ...line,
    subtotal: line.price * line.quantity,
    discount: discounts.get(line.id) ?? 0,
  }));
  const position = await lastPosition(db, order.id);
  const added = priced.filter(({ was }) => was === 0);
  await updateLines(
    db,
    order.id,
    priced.filter(({ was }) => was > 0),
  );
  await insertLines(
    db,
    order.id,
    added.map(({ was: _, ...line }, i): NewOrderItem => ({ ...line, position: position + 1 + i })),
  );
  const moved = lines.filter(({ quantity, was }) => quantity !== was);
  await moveChangedLines(
    db,
    order.id,
    moved.map(({ id, product_id, variant_id, quantity, was }) => ({ id, product_id, variant_id, by: quantity - was })),
  );
  await replaceUses(db, offer, order.id, buyer, grantedTo(order));
}

/** Writes the order after a change, and what changed to its history. */
export async function saveOrder(
  db: SiteDb,
  orderId: string,
  order: ChangedOrder,
  { actor, changes }: { actor: Actor; changes: string[] },
): Promise<void> {
  const saved = await updateOrder(db, orderId, order, changes.length > 0 ? 1 : 0);
  if (!saved || changes.length === 0) return;
  await insertChanges(db, orderId, { id: newId(), sequence: saved.entries, actor, changes, at: saved.updated_at });
}
