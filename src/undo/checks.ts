import type { SiteDb } from "../db/database.ts";
import { keyOf, type Row } from "../db/recording/recording.ts";
import { readRows } from "../db/recording/row-queries.ts";
import { TABLE_NAMES, type TableName } from "../db/recording/tables.ts";
import { afterOf, type Conflict, changedColumns, conflictOf, type PlannedRow } from "./plan.ts";
import { findReferrers, openCarts, ordersInState } from "./reference-queries.ts";
import { existingIds } from "./row-queries.ts";
import { RULES } from "./rules.ts";
import { invalidRows } from "./validity.ts";

/** What is undone: when it happened, as ISO 8601, and what becomes of each row. */
export interface Plan {
  since: string;
  rows: PlannedRow[];
}

/** Why rows of a plan cannot be written, with what refers to them and what they refer to; one conflict for each. */
export async function conflictsOf(db: SiteDb, { since, rows: plan }: Plan): Promise<Conflict[]> {
  const conflicts: Conflict[][] = [];
  for (const table of TABLE_NAMES) {
    const rows = plan.filter((row) => row.table === table);
    if (rows.length === 0) continue;
    conflicts.push(
      await missingReferences(db, plan, rows),
      await takenValues(db, plan, rows),
      await stillReferredTo(db, plan, rows, since),
      await immutableOrders(db, rows),
      await closedOwners(db, rows),
      await invalidRows(db, plan, rows),
    );
  }
  return conflicts.flat();
}

/** A product that comes back to a category that was deleted since, for example. */
async function missingReferences(db: SiteDb, plan: PlannedRow[], rows: PlannedRow[]): Promise<Conflict[]> {
  const [{ table }] = rows as [PlannedRow];
  const conflicts: Conflict[] = [];
  for (const [column, target] of Object.entries(RULES[table].references ?? {})) {
    const referring = rows.filter((row) => row.after?.[column] && row.after[column] !== row.before?.[column]);
    const planned = afterOf(plan, target);
    const idOf = (row: PlannedRow) => row.after?.[column] as string;
    const wanted = [...new Set(referring.map(idOf))].filter((id) => !planned.has(id));
    const existing = wanted.length > 0 ? await existingIds(db, target, wanted) : new Set<string>();
    const isThere = (id: string) => (planned.has(id) ? planned.get(id) !== null : existing.has(id));
    for (const row of referring.filter((one) => !isThere(idOf(one)))) {
      const columns = row.before === null ? [] : [column];
      conflicts.push(conflictOf(row, `its ${nounOf(target)} was deleted since`, columns));
    }
  }
  return conflicts;
}

/** A slug that another product has now, for example. */
async function takenValues(db: SiteDb, plan: PlannedRow[], rows: PlannedRow[]): Promise<Conflict[]> {
  const [{ table }] = rows as [PlannedRow];
  const { unique } = RULES[table];
  if (!unique) return [];
  const valuesOf = (row: Row) => JSON.stringify(unique.columns.map((column) => sorted(row[column])));
  const claims = ({ before, after }: PlannedRow) =>
    after?.[unique.lookup] != null && !(before && valuesOf(before) === valuesOf(after));
  const claiming = rows.filter(claims);
  if (claiming.length === 0) return [];
  const lookups = [...new Set(claiming.map(({ after }) => after?.[unique.lookup]))];
  const planned = afterOf(plan, table);
  const others = (await readRows(db, table, unique.lookup, lookups)).filter((row) => !planned.has(keyOf(table, row)));
  const taken = new Set(others.map(valuesOf));
  for (const row of rows) if (row.after && !claims(row)) taken.add(valuesOf(row.after));
  return claiming.flatMap((row) => {
    const values = valuesOf(row.after as Row);
    if (!taken.has(values)) {
      taken.add(values);
      return [];
    }
    const last = unique.columns.at(-1) as string;
    const { column, name } = unique.shown ?? { column: last, name: last.replaceAll("_", " ") };
    const reason = `another ${nounOf(table)} has its ${name} now`;
    return [conflictOf(row, reason, row.before === null ? [] : [column])];
  });
}

/** A value of a column, such that two objects with the same members are the same text. */
const sorted = (value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? Object.entries(value).sort() : value;

/** A created product that was ordered since, for example. */
async function stillReferredTo(db: SiteDb, plan: PlannedRow[], rows: PlannedRow[], since: string): Promise<Conflict[]> {
  const removed = rows.filter(({ after }) => after === null);
  const [first] = removed;
  if (!first) return [];
  const keys = removed.map(({ key }) => key);
  const planned = new Map(plan.map((row) => [`${row.table} ${row.key}`, row]));
  const staying = new Map<string, string>();
  for (const { id, table, key, what } of await findReferrers(db, first.table, keys, {
    since,
    limit: plan.length + 1,
  })) {
    const row = table && key ? planned.get(`${table} ${key}`) : undefined;
    if (!row || !letsGo(row, first.table, id)) staying.set(id, what);
  }
  return removed.flatMap((row) => (staying.has(row.key) ? [conflictOf(row, `${staying.get(row.key)} since`)] : []));
}

/** Whether what refers to a removed row is removed by the same plan, or refers to another row then. */
const letsGo = ({ table, after }: PlannedRow, target: TableName, id: string): boolean =>
  after === null ||
  Object.entries(RULES[table].references ?? {}).some(([column, to]) => to === target && after[column] !== id);

/** Lines of a cart that was ordered or removed since, and uses of a promotion by an order that was cancelled since. */
async function closedOwners(db: SiteDb, rows: PlannedRow[]): Promise<Conflict[]> {
  const [{ table }] = rows as [PlannedRow];
  const coming = rows.filter(({ before }) => before === null);
  const ownersOf = (column: string) => coming.map(({ after }) => after?.[column] as string);
  if (table === "cart_items") {
    const open = await openCarts(db, ownersOf("cart_id"));
    return coming
      .filter(({ after }) => !open.has(after?.cart_id as string))
      .map((row) => conflictOf(row, "its cart is closed"));
  }
  if (table !== "promotion_uses") return [];
  const orders = await ordersInState(db, ownersOf("order_id"));
  const released = ({ after }: PlannedRow) => RELEASED.includes(orders.get(after?.order_id as string)?.status ?? "");
  return coming.filter(released).map((row) => conflictOf(row, "its order was cancelled or returned"));
}

/** Statuses of orders that have given back their uses of promotions. */
const RELEASED = ["cancelled", "returned"];

const SHIPMENT = ["carrier", "tracking_number"];

/**
 * After the shipment only carrier and tracking number of an order change, and its delivery cost only before it is paid. The
 * carrier that has paid stays: it is settled with by its name.
 */
async function immutableOrders(db: SiteDb, rows: PlannedRow[]): Promise<Conflict[]> {
  if (rows[0]?.table !== "orders") return [];
  const states = await ordersInState(
    db,
    rows.map(({ key }) => key),
  );
  return rows.flatMap((row) => {
    const state = states.get(row.key);
    if (!state) return [];
    const changed = changedColumns(row);
    const carrierPaid = state.is_remitted && changed.includes("carrier");
    const settled = carrierPaid ? [conflictOf(row, "its carrier has paid", ["carrier"])] : [];
    const columns = changed.filter((column) => !SHIPMENT.includes(column));
    if (columns.length === 0) return settled;
    if (!["pending", "confirmed", "processing"].includes(state.status)) {
      return [...settled, conflictOf(row, `the order is ${state.status}`, columns)];
    }
    const isPaid = columns.includes("shipping_cost") && state.payment_status !== "unpaid";
    return isPaid ? [...settled, conflictOf(row, `the order is ${state.payment_status}`, ["shipping_cost"])] : settled;
  });
}

const NOUNS: Partial<Record<TableName, string>> = { articles: "page or post", sites: "store" };

/** "shipping rate" for `shipping_rates`. */
const nounOf = (table: TableName): string =>
  NOUNS[table] ?? table.replace(/ies$/, "y").replace(/s$/, "").replaceAll("_", " ");
