import type { Actor } from "../../core/actor.ts";
import { newId } from "../../core/ids.ts";
import type { SiteDb } from "../../db/database.ts";
import { countEntries, insertEntries } from "./history-queries.ts";

/** Writes what changed of orders to their histories, as sentences without personal data. `actor` did it. */
export async function addToHistory(
  db: SiteDb,
  orders: readonly { id: string; changes: string[] }[],
  actor: Actor,
): Promise<void> {
  if (orders.length === 0) return;
  const changes = new Map(orders.map((order) => [order.id, order.changes]));
  const counted = await countEntries(db, [...changes.keys()]);
  await insertEntries(
    db,
    counted.map(({ id: order_id, entries: sequence }) => ({
      order_id,
      id: newId(),
      sequence,
      actor,
      changes: changes.get(order_id) ?? [],
    })),
  );
}
