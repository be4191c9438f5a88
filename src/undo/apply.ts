import { addSales, clearOptionValues, insertMovements, recomputeAfter, tellOfStock } from "../catalog/catalog.ts";
import type { Actor } from "../core/actor.ts";
import { newId } from "../core/ids.ts";
import { LostRace, type SiteDb } from "../db/database.ts";
import { changedColumns, type Row } from "../db/recording/recording.ts";
import { TABLE_NAMES, type TableName } from "../db/recording/tables.ts";
import { addToHistory, recomputeCalls, unitsSold } from "../orders/orders.ts";
import { isWhole, type PlannedRow } from "./plan.ts";
import { deleteRows, insertRows, updateRows, vacate } from "./row-queries.ts";
import { RULES } from "./rules.ts";

type Plan = readonly PlannedRow[];

/**
 * Writes the rows of a plan: first those that come back, then the changed ones, then removes the others. Each refers only to
 * rows that are there then. Then writes the ledger and what is computed from the rows, and tells what changed for shoppers.
 * `actor` does it, for histories of orders. Lock the rows first.
 */
export async function applyPlan(db: SiteDb, plan: Plan, actor: Actor): Promise<void> {
  for (const table of TABLE_NAMES) await freeValues(db, table, ofTable(plan, table));
  for (const table of TABLE_NAMES) {
    const rows = ofTable(plan, table).filter((row) => row.before === null);
    await inBatches(rows, (batch) => bringBack(db, table, batch));
  }
  for (const table of TABLE_NAMES) {
    const rows = ofTable(plan, table).filter((row) => !isWhole(row));
    await inBatches(rows, (batch) => putBack(db, table, batch));
  }
  for (const table of TABLE_NAMES.toReversed()) {
    const rows = ofTable(plan, table).filter((row) => row.after === null);
    await inBatches(rows, (batch) => deleteRows(db, table, keysOf(batch)));
  }
  await writeLedger(db, plan);
  await countAgain(db, plan);
  await addToHistory(db, undoneOfOrders(plan), actor);
  await recomputeAfter(db, plan);
  await inBatches(ofTable(plan, "order_notes"), (batch) => recomputeCalls(db, ordersOf(batch)));
  for (const row of plan) db.changed(RULES[row.table].parts ?? [], productsOf(row));
}

const ofTable = (plan: Plan, table: TableName): PlannedRow[] => plan.filter((row) => row.table === table);
const keysOf = (rows: Plan): string[] => rows.map(({ key }) => key);
const targetsOf = (rows: Plan): Row[] => rows.flatMap(({ after }) => (after === null ? [] : [after]));

const ordersOf = (notes: Plan): string[] => [
  ...new Set(notes.map(({ before, after }) => (after ?? before)?.order_id as string)),
];

/** Takes unique values from rows of the plan that lose them: another row of it may get them before. */
async function freeValues(db: SiteDb, table: TableName, rows: Plan): Promise<void> {
  const column = RULES[table].unique?.columns.at(-1);
  if (!column) return;
  const changing = rows.filter((row) => changedColumns(row).includes(column));
  const isGaining = changing.some(({ after }) => after?.[column] != null);
  if (changing.length < 2 || !isGaining) return;
  const losing = changing.filter(({ before }) => before?.[column] != null);
  await inBatches(losing, async (batch) =>
    table === "variants" ? clearOptionValues(db, keysOf(batch)) : vacate(db, table, column, keysOf(batch)),
  );
}

const BATCH = 2000;

async function inBatches<T>(rows: readonly T[], write: (batch: T[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) await write(rows.slice(start, start + BATCH));
}

async function bringBack(db: SiteDb, table: TableName, rows: Plan): Promise<void> {
  const inserted = await insertRows(db, table, targetsOf(rows));
  if (inserted < rows.length) throw new LostRace("another transaction took its place");
}

async function putBack(db: SiteDb, table: TableName, rows: Plan): Promise<void> {
  const columns = new Set(rows.flatMap(changedColumns));
  if (columns.size > 0) await updateRows(db, table, [...columns], targetsOf(rows));
}

/** The stock of variants that stay moves with an entry in the ledger. */
async function writeLedger(db: SiteDb, plan: Plan): Promise<void> {
  const moved = ofTable(plan, "variants").flatMap(({ key: id, before: was, after: is }) => {
    if (!was || !is) return [];
    const [before, after] = [Number(was.inventory_quantity), Number(is.inventory_quantity)];
    const { product_id, track_quantity } = is as { product_id: string; track_quantity: boolean };
    return before === after ? [] : [{ id, product_id, track_quantity, before, after }];
  });
  const moves = moved.map(({ id, before, after }) => ({
    id: newId(),
    variant_id: id,
    quantity: after - before,
    reason: "adjustment" as const,
    note: "undo",
  }));
  await inBatches(moves, (batch) => insertMovements(db, batch));
  await tellOfStock(db, moved);
}

/** Counts what products that come back have sold, and the uses of promotions: these came back after them. */
async function countAgain(db: SiteDb, plan: Plan): Promise<void> {
  const back = (table: TableName) => ofTable(plan, table).filter((row) => row.before === null);
  await inBatches(back("products"), async (batch) => addSales(db, await unitsSold(db, keysOf(batch))));
  await inBatches(back("promotions"), (batch) => updateRows(db, "promotions", ["title"], targetsOf(batch)));
}

/** Columns of orders that say nothing to a person beside the others. */
const DERIVED = ["wilaya_code", "shipping_is_set", "rounding"];

const undoneOfOrders = (plan: Plan) =>
  ofTable(plan, "orders").flatMap((row) => {
    const fields = changedColumns(row).filter((column) => !DERIVED.includes(column));
    return fields.length > 0 ? [{ id: row.key, changes: [`undo of ${fields.join(", ")}`] }] : [];
  });

function productsOf({ table, key, before, after }: PlannedRow): string[] {
  if (table === "products") return [key];
  const isOfProduct = table === "variants" || table === "collection_products";
  return isOfProduct ? [(after ?? before)?.product_id as string] : [];
}
