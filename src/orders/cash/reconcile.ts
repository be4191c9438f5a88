import { requireKnownCarrier } from "../../carriers/carriers.ts";
import type { Actor } from "../../core/actor.ts";
import type { SiteDb } from "../../db/database.ts";
import { lockStable } from "../../db/locks.ts";
import { findAdminOrders, type OrderChange } from "../admin/admin.ts";
import { lockOrdersByIds } from "../admin/queries.ts";
import { deliverOrder, setPaymentStatus } from "../admin/status.ts";
import { spellingsOf } from "../tracking-number.ts";
import { type Match, type Mismatch, matchStatement } from "./matching.ts";
import { findCashOrders, findIdsByRefs, updateRemitted } from "./queries.ts";
import type { StatementRow } from "./statement.ts";

export interface Statement {
  /** As a person writes it. */
  carrier: string;
  rows: readonly StatementRow[];
  /** When the carrier paid, ISO 8601. */
  paidAt: string;
  /** Whether the recorded payments of these rows are removed. */
  takesBack: boolean;
}

export interface Reconciliation {
  matches: Match[];
  mismatches: Mismatch[];
  /** The orders of the rows that match, before and after. */
  changes: OrderChange[];
}

/**
 * Records what a carrier paid, row by row. The order of a row whose amount is owed is delivered first when it is shipped; its cash
 * is then collected, and remitted by the carrier. With `takesBack`, what was remitted is removed where the amount is
 * the one recorded; deliveries stay. Other rows change nothing. Locks the orders of all rows in the order of their ids. `actor`
 * is for the histories. Throws `carrier_not_found`.
 */
export async function reconcileCash(
  db: SiteDb,
  { carrier: ref, rows, paidAt, takesBack }: Statement,
  actor: Actor,
): Promise<Reconciliation> {
  const carrier = (await requireKnownCarrier(db, ref)).name;
  const orders = await lockNamedOrders(db, rows);
  const { matches, mismatches } = matchStatement(rows, orders, { carrier, takesBack });
  const ids = matches.map(({ order }) => order.id);
  if (ids.length === 0) return { matches, mismatches, changes: [] };
  const before = await findAdminOrders(db, ids);
  if (!takesBack) await collectAll(db, matches, actor);
  await updateRemitted(
    db,
    matches.map(({ order, amount }) => ({ id: order.id, amount: takesBack ? null : amount })),
    takesBack ? null : paidAt,
  );
  const after = await findAdminOrders(db, ids);
  const changes = ids.flatMap((id) => {
    const [was, is] = [before.get(id), after.get(id)];
    return was && is ? [{ before: was, after: is }] : [];
  });
  return { matches, mismatches, changes };
}

async function lockNamedOrders(db: SiteDb, rows: readonly StatementRow[]) {
  const numbers = [...new Set(rows.flatMap(({ ref }) => (ref === "" ? [] : spellingsOf(ref))))];
  const findIds = () => findIdsByRefs(db, numbers);
  await lockStable(findIds, (ids) => lockOrdersByIds(db, ids));
  return findCashOrders(db, await findIds());
}

/** So many orders are delivered at a time; their statements share round trips. */
const AT_ONCE = 50;

/** Delivers the orders that are shipped, and records the cash of those that were delivered without. */
async function collectAll(db: SiteDb, matches: readonly Match[], actor: Actor): Promise<void> {
  const open = matches.filter(({ order }) => order.status === "shipped" || order.collected_amount === null);
  for (let start = 0; start < open.length; start += AT_ONCE) {
    await Promise.all(open.slice(start, start + AT_ONCE).map((match) => collect(db, match, actor)));
  }
}

/** The amount of a row that matches is what is due, so none is said: what was paid in another way stays. */
async function collect(db: SiteDb, { order: { id, status } }: Match, actor: Actor): Promise<void> {
  if (status === "shipped") await deliverOrder(db, id, undefined, actor);
  else await setPaymentStatus(db, id, "paid", actor);
}
