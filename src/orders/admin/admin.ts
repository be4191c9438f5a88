import type { Static } from "typebox";
import type { Changed } from "../../core/changes.ts";
import { toMajor, toMajorOrNull } from "../../core/money.ts";
import { Problem } from "../../core/problem.ts";
import { LostRace, type SiteDb } from "../../db/database.ts";
import { readOrderNumber } from "../placing/order-number.ts";
import { renderOrder } from "../render.ts";
import { onlyTracked } from "../tracking-number.ts";
import type { adminOrder } from "./admin-answers.ts";
import { type AdminOrderRow, findAdminOrdersNamed, findAdminOrders as findRows, lockOrdersNamed } from "./queries.ts";

export type { AdminOrderRow } from "./queries.ts";

/** An order with its calls, notes and history; amounts are major units. */
export type AdminOrder = Static<typeof adminOrder>;

/** An order before and after a change; `before` is null for a new one. */
export type OrderChange = Changed<AdminOrder> & { after: AdminOrder };

/** The order of this id, number or tracking number. Throws `order_not_found`, and `invalid_value` when several have the tracking number. */
export const requireOrderRef = async (db: SiteDb, ref: string): Promise<AdminOrder> =>
  renderAdminOrder(db, await requireOrderRow(db, ref));

/** The row of the order that `requireOrderRef` finds. `forUpdate` locks it until the transaction ends. */
export async function requireOrderRow(db: SiteDb, ref: string, { forUpdate = false } = {}): Promise<AdminOrderRow> {
  const trimmed = ref.trim();
  const [locked, found] = await Promise.all([
    forUpdate ? lockOrdersNamed(db, trimmed) : null,
    findAdminOrdersNamed(db, trimmed),
  ]);
  const isNamed = ({ id, order_number }: AdminOrderRow) =>
    order_number === readOrderNumber(ref) || id === trimmed.toLowerCase();
  const row = found.find(isNamed) ?? onlyTracked(found, trimmed);
  if (!row) throw new Problem("order_not_found", `This store has no order "${ref}".`);
  if (locked && !locked.includes(row.id)) throw new LostRace("the tracking number belongs to another order now");
  return row;
}

/** These orders with their calls, notes and history, by id. */
export async function findAdminOrders(db: SiteDb, ids: string[]): Promise<Map<string, AdminOrder>> {
  const rows = await findRows(db, ids);
  return new Map(rows.map((row) => [row.id, renderAdminOrder(db, row)]));
}

/** The order of a row, with its calls, notes and history. */
export function renderAdminOrder(db: SiteDb, row: AdminOrderRow): AdminOrder {
  const { full_history, notes, returns, customer_id } = row;
  return {
    ...renderOrder(db, row),
    customer_id,
    collected_amount: toMajorOrNull(row.collected_amount, row.currency),
    shipping_is_set: row.shipping_is_set,
    returned_amount: toMajor(row.returned_amount, row.currency),
    remitted_amount: toMajorOrNull(row.remitted_amount, row.currency),
    remitted_at: row.remitted_at,
    reason: row.reason,
    calls: notes.filter(({ outcome }) => outcome !== null).length,
    notes: notes.map((note) => ({
      ...note,
      at: iso(note.at),
      call_again_at: note.call_again_at && iso(note.call_again_at),
    })),
    history: full_history.map((change) => ({ ...change, at: iso(change.at) })),
    returns: returns.map((back) => ({
      ...back,
      refunded_amount: toMajor(back.refunded_amount, row.currency),
      at: iso(back.at),
    })),
  };
}

/** Times inside JSON columns come in the format of PostgreSQL. */
const iso = (time: string): string => new Date(time).toISOString();

/** Locks the order that `requireOrderRef` finds, runs `work`, and returns the order before and after. Throws `order_not_found`. */
export async function recordChange(
  db: SiteDb,
  ref: string,
  work: (order: AdminOrderRow) => unknown,
): Promise<OrderChange> {
  const row = await requireOrderRow(db, ref, { forUpdate: true });
  await work(row);
  return { before: renderAdminOrder(db, row), after: await requireOrderRef(db, row.id) };
}
