import { isDeepStrictEqual } from "node:util";
import type { SiteDb } from "../db/database.ts";
import { keyOf, type Row } from "../db/recording/recording.ts";
import { TABLE_NAMES, type TableName } from "../db/recording/tables.ts";
import { type Conflict, changedColumns, type PlannedRow } from "./plan.ts";
import { findReferrers, openCarts, ordersInState } from "./reference-queries.ts";
import { existingIds, rowsWith } from "./row-queries.ts";
import { RULES } from "./rules.ts";

/** Why rows of a plan cannot be written, with what refers to them and what they refer to; one conflict for each. */
export async function conflictsOf(db: SiteDb, plan: PlannedRow[]): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const table of TABLE_NAMES) {
    const rows = plan.filter((row) => row.table === table);
    if (rows.length === 0) continue;
    conflicts.push(
      ...(await missingReferences(db, plan, rows)),
      ...(await takenValues(db, plan, rows)),
      ...(await stillReferredTo(db, plan, rows)),
      ...(await immutableOrders(db, rows)),
      ...(await closedOwners(db, rows)),
      ...rows.flatMap(impossibleCounts),
    );
  }
  return conflicts;
}

const conflictOf = ({ table, key, before, after }: PlannedRow, reason: string, columns: string[] = []): Conflict => ({
  table,
  key,
  row: before ?? after ?? {},
  columns,
  reason,
});

const isRemoved = (plan: PlannedRow[], table: TableName, key: string): boolean =>
  plan.some((row) => row.table === table && row.key === key && row.after === null);

/** A product that comes back to a category that was deleted since, for example. */
async function missingReferences(db: SiteDb, plan: PlannedRow[], rows: PlannedRow[]): Promise<Conflict[]> {
  const [{ table }] = rows as [PlannedRow];
  const conflicts: Conflict[] = [];
  for (const [column, target] of Object.entries(RULES[table].references ?? {})) {
    const referring = rows.filter((row) => row.after?.[column] && row.after[column] !== row.before?.[column]);
    const coming = new Set(plan.filter((row) => row.table === target && row.before === null).map(({ key }) => key));
    const wanted = [...new Set(referring.map(({ after }) => after?.[column] as string))].filter(
      (id) => !coming.has(id),
    );
    const existing = wanted.length > 0 ? await existingIds(db, target, wanted) : new Set<string>();
    for (const row of referring) {
      const id = row.after?.[column] as string;
      if (!coming.has(id) && !existing.has(id))
        conflicts.push(conflictOf(row, `its ${nounOf(target)} was deleted since`));
    }
  }
  return conflicts;
}

/** A slug that another product has now, for example. */
async function takenValues(db: SiteDb, plan: PlannedRow[], rows: PlannedRow[]): Promise<Conflict[]> {
  const [{ table }] = rows as [PlannedRow];
  const { unique } = RULES[table];
  if (!unique) return [];
  const valuesOf = (row: Row) => unique.columns.map((column) => row[column]);
  const claiming = rows.filter(
    ({ before, after }) =>
      after?.[unique.lookup] != null && !(before && isDeepStrictEqual(valuesOf(before), valuesOf(after))),
  );
  if (claiming.length === 0) return [];
  const lookups = [...new Set(claiming.map(({ after }) => after?.[unique.lookup]))];
  const planned = new Set(plan.filter((row) => row.table === table).map(({ key }) => key));
  const others = (await rowsWith(db, table, unique.lookup, lookups)).filter((row) => !planned.has(keyOf(table, row)));
  return claiming.flatMap((row) => {
    const isTaken = others.some((other) => isDeepStrictEqual(valuesOf(other), valuesOf(row.after as Row)));
    return isTaken ? [conflictOf(row, `another ${nounOf(table)} has its ${unique.lookup} now`, [unique.lookup])] : [];
  });
}

/** A created product that was ordered since, for example. */
async function stillReferredTo(db: SiteDb, plan: PlannedRow[], rows: PlannedRow[]): Promise<Conflict[]> {
  const removed = rows.filter(({ after }) => after === null);
  const [first] = removed;
  if (!first) return [];
  const referrers = await findReferrers(
    db,
    first.table,
    removed.map(({ key }) => key),
  );
  return removed.flatMap((row) => {
    const referrer = referrers.find(
      ({ id, table, key }) =>
        id === row.key && !(table && key && isRemoved(plan, table, key)) && !movesAway(plan, row, key),
    );
    return referrer ? [conflictOf(row, `${referrer.what} since`)] : [];
  });
}

/** Whether what refers to a removed row is changed by the same plan, so that it no longer does. */
const movesAway = (plan: PlannedRow[], removed: PlannedRow, key: string | null): boolean =>
  plan.some(
    (row) =>
      row.key === key &&
      row.before !== null &&
      row.after !== null &&
      Object.entries(RULES[row.table].references ?? {}).some(
        ([column, target]) =>
          target === removed.table && row.before?.[column] === removed.key && row.after?.[column] !== removed.key,
      ),
  );

/** Lines of a cart that was ordered or removed since, and uses of a promotion by an order that was cancelled since. */
async function closedOwners(db: SiteDb, rows: PlannedRow[]): Promise<Conflict[]> {
  const [{ table }] = rows as [PlannedRow];
  const ownersOf = (column: string) => rows.map(({ before, after }) => (after ?? before)?.[column] as string);
  if (table === "cart_items") {
    const open = await openCarts(db, ownersOf("cart_id"));
    return rows
      .filter(({ after }) => !open.has(after?.cart_id as string))
      .map((row) => conflictOf(row, "its cart is closed"));
  }
  if (table !== "promotion_uses") return [];
  const orders = await ordersInState(db, ownersOf("order_id"));
  const released = ({ after }: PlannedRow) => RELEASED.includes(orders.get(after?.order_id as string)?.status ?? "");
  return rows.filter(released).map((row) => conflictOf(row, "its order was cancelled or returned"));
}

/** Statuses of orders that have given back their uses of promotions. */
const RELEASED = ["cancelled", "returned"];

const SHIPMENT = ["carrier", "tracking_number"];

/** After the shipment only carrier and tracking number of an order change, and its delivery cost only before it is paid. */
async function immutableOrders(db: SiteDb, rows: PlannedRow[]): Promise<Conflict[]> {
  if (rows[0]?.table !== "orders") return [];
  const states = await ordersInState(
    db,
    rows.map(({ key }) => key),
  );
  return rows.flatMap((row) => {
    const state = states.get(row.key);
    const columns = changedColumns(row).filter((column) => !SHIPMENT.includes(column));
    if (columns.length === 0 || !state) return [];
    if (!["pending", "confirmed", "processing"].includes(state.status)) {
      return [conflictOf(row, `the order is ${state.status}`, columns)];
    }
    const isPaid = columns.includes("shipping_cost") && state.payment_status !== "unpaid";
    return isPaid ? [conflictOf(row, `the order is ${state.payment_status}`, ["shipping_cost", "total"])] : [];
  });
}

/** Stock that was sold since, and promotions that were used more often than the former limit allows. */
function impossibleCounts(row: PlannedRow): Conflict[] {
  const { table, before, after } = row;
  if (before === null || after === null) return [];
  if (table === "promotions" && after.usage_limit !== null && Number(after.used_count) > Number(after.usage_limit)) {
    return [conflictOf(row, `it was used ${after.used_count} times`, ["usage_limit"])];
  }
  if (table !== "variants") return [];
  const isLimited = after.track_quantity === true && after.continue_selling_when_out_of_stock === false;
  const isShort = isLimited && Number(after.inventory_quantity) < 0;
  return isShort ? [conflictOf(row, `only ${before.inventory_quantity} are left`, changedColumns(row))] : [];
}

const NOUNS: Partial<Record<TableName, string>> = { articles: "page or post", sites: "store" };

/** "shipping rate" for `shipping_rates`. */
export const nounOf = (table: TableName): string =>
  NOUNS[table] ?? table.replace(/ies$/, "y").replace(/s$/, "").replaceAll("_", " ");
