import { clearOptionValues, insertMovements } from "../catalog/catalog.ts";
import { newId } from "../core/ids.ts";
import { LostRace, type SiteDb } from "../db/database.ts";
import type { Row } from "../db/recording/recording.ts";
import { TABLE_NAMES, type TableName } from "../db/recording/tables.ts";
import { addToHistory } from "../orders/orders.ts";
import { changedColumns, type PlannedRow } from "./plan.ts";
import type { MissedReturn } from "./reference-queries.ts";
import { deleteRows, insertRows, updateRows, vacate } from "./row-queries.ts";
import { RULES } from "./rules.ts";

const BATCH = 2000;
const STOCK = "inventory_quantity";

/**
 * Writes the rows of a plan: first those that come back, then the changed ones, then removes the others. Each refers only to
 * rows that are there then. `returns` were added to the stock of variants that come back; `actor` does it, for histories of orders. Lock the rows first.
 */
export async function applyPlan(db: SiteDb, plan: PlannedRow[], returns: MissedReturn[], actor: string): Promise<void> {
  await recordCascades(db, plan);
  for (const table of TABLE_NAMES) await freeValues(db, table, ofTable(plan, table));
  for (const table of TABLE_NAMES) {
    const rows = ofTable(plan, table).filter((row) => row.before === null);
    await inBatches(rows, (batch) => bringBack(db, table, batch));
  }
  for (const table of TABLE_NAMES) {
    const rows = ofTable(plan, table).filter((row) => row.before !== null && row.after !== null);
    await inBatches(rows, (batch) => putBack(db, table, batch));
  }
  for (const table of TABLE_NAMES.toReversed()) {
    const rows = ofTable(plan, table).filter((row) => row.after === null);
    await inBatches(rows, (batch) => deleteRows(db, table, keysOf(batch)));
  }
  await writeLedger(db, plan, returns);
  await recountUses(db, plan);
  await addToHistory(db, undoneOfOrders(plan), actor);
}

const undoneOfOrders = (plan: PlannedRow[]) =>
  ofTable(plan, "orders").flatMap((row) => {
    const fields = changedColumns(row).filter((column) => !DERIVED.includes(column));
    return fields.length > 0 ? [{ id: row.key, changes: [`undo of ${fields.join(", ")}`] }] : [];
  });

/** Columns of orders that say nothing to a person beside the others. */
const DERIVED = ["wilaya_code", "shipping_is_set", "rounding"];

const ofTable = (plan: PlannedRow[], table: TableName): PlannedRow[] => plan.filter((row) => row.table === table);

/** Lines of carts and counts of sales go with the variants and products that are removed. */
async function recordCascades(db: SiteDb, plan: PlannedRow[]): Promise<void> {
  const removed = (table: TableName) => keysOf(ofTable(plan, table).filter((row) => row.after === null));
  await db.recording.remember("cart_items", "variant_id", removed("variants"));
  await db.recording.remember("product_sales", "product_id", removed("products"));
}

/** Takes unique values from rows of the plan that lose them: another row of it may get them before. */
async function freeValues(db: SiteDb, table: TableName, rows: PlannedRow[]): Promise<void> {
  const { unique } = RULES[table];
  const column = unique?.columns.at(-1);
  if (!column) return;
  const changing = rows.filter((row) => changedColumns(row).includes(column));
  const isGaining = changing.some(({ after }) => after?.[column] != null);
  if (changing.length < 2 || !isGaining) return;
  const losing = changing.filter(({ before }) => before?.[column] != null);
  await inBatches(losing, (batch) =>
    table === "variants" ? clearOptionValues(db, keysOf(batch)) : vacate(db, table, column, keysOf(batch)),
  );
}

async function inBatches(rows: PlannedRow[], write: (batch: PlannedRow[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) await write(rows.slice(start, start + BATCH));
}

const keysOf = (rows: PlannedRow[]): string[] => rows.map(({ key }) => key);
const targetsOf = (rows: PlannedRow[]): Row[] => rows.flatMap(({ after }) => (after === null ? [] : [after]));

async function bringBack(db: SiteDb, table: TableName, rows: PlannedRow[]): Promise<void> {
  const inserted = await insertRows(db, table, targetsOf(rows));
  if (inserted < rows.length) throw new LostRace("another transaction took its place");
}

async function putBack(db: SiteDb, table: TableName, rows: PlannedRow[]): Promise<void> {
  const columns = new Set(rows.flatMap(changedColumns));
  if (columns.size > 0) await updateRows(db, table, [...columns], targetsOf(rows));
}

/** Stock moves with an entry in the ledger. */
async function writeLedger(db: SiteDb, plan: PlannedRow[], returns: MissedReturn[]): Promise<void> {
  const corrections = ofTable(plan, "variants").flatMap(({ key, before, after }) => {
    const quantity = before && after ? Number(after[STOCK]) - Number(before[STOCK]) : 0;
    const move = { id: newId(), variant_id: key, quantity, order_id: null, order_item_id: null, note: "undo" };
    return quantity === 0 ? [] : [{ ...move, reason: "adjustment" as const }];
  });
  const moves = [
    ...corrections,
    ...returns.map(({ id, order_id, variant_id, quantity, reason }) => ({
      ...{ id: newId(), variant_id, quantity, order_id, order_item_id: id, reason },
    })),
  ];
  for (let start = 0; start < moves.length; start += BATCH) {
    const batch = moves.slice(start, start + BATCH);
    const recorded = await insertMovements(db, batch);
    if (recorded.length < batch.length) throw new LostRace("a variant was deleted meanwhile");
  }
}

/** Promotions that come back got their uses after them. */
async function recountUses(db: SiteDb, plan: PlannedRow[]): Promise<void> {
  const back = ofTable(plan, "promotions").filter((row) => row.before === null);
  await inBatches(back, (batch) => updateRows(db, "promotions", ["title"], targetsOf(batch)));
}
