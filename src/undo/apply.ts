import { clearOptionValues, moveStock } from "../catalog/catalog.ts";
import { newId } from "../core/ids.ts";
import { LostRace, type SiteDb } from "../db/database.ts";
import type { Row } from "../db/recording/recording.ts";
import { TABLE_NAMES, type TableName } from "../db/recording/tables.ts";
import { changedColumns, type PlannedRow } from "./plan.ts";
import { deleteRows, insertRows, updateRows } from "./row-queries.ts";
import { RULES } from "./rules.ts";

const BATCH = 2000;
const STOCK = "inventory_quantity";

/** Writes the rows of a plan: first those that come back, then the changed ones, then removes the others. Lock them first. */
export async function applyPlan(db: SiteDb, plan: PlannedRow[]): Promise<void> {
  for (const table of TABLE_NAMES) {
    const rows = plan.filter((row) => row.table === table && row.before === null);
    await inBatches(rows, (batch) => bringBack(db, table, batch));
  }
  for (const table of TABLE_NAMES) {
    const rows = plan.filter((row) => row.table === table && row.before !== null && row.after !== null);
    await inBatches(rows, (batch) => putBack(db, table, batch));
  }
  for (const table of TABLE_NAMES.toReversed()) {
    const rows = plan.filter((row) => row.table === table && row.after === null);
    await inBatches(rows, (batch) => deleteRows(db, table, keysOf(batch)));
  }
}

async function inBatches(rows: PlannedRow[], write: (batch: PlannedRow[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) await write(rows.slice(start, start + BATCH));
}

const keysOf = (rows: PlannedRow[]): string[] => rows.map(({ key }) => key);
const targetsOf = (rows: PlannedRow[]): Row[] => rows.flatMap(({ after }) => (after === null ? [] : [after]));

async function bringBack(db: SiteDb, table: TableName, rows: PlannedRow[]): Promise<void> {
  const inserted = await insertRows(db, table, targetsOf(rows));
  if (inserted < rows.length && !RULES[table].isOptional) throw new LostRace("another transaction took its place");
}

async function putBack(db: SiteDb, table: TableName, rows: PlannedRow[]): Promise<void> {
  const columns = new Set(rows.flatMap(changedColumns));
  if (columns.has("option_values")) await clearOptionValues(db, keysOf(rows)); // two variants may swap theirs
  const movesStock = table === "variants" && columns.delete(STOCK);
  if (columns.size > 0) await updateRows(db, table, [...columns], targetsOf(rows));
  if (movesStock) await correctStock(db, rows);
}

/** Stock moves with an entry in the ledger. */
async function correctStock(db: SiteDb, rows: PlannedRow[]): Promise<void> {
  const moves = rows.flatMap(({ key, before, after }) => {
    const quantity = Number(after?.[STOCK]) - Number(before?.[STOCK]);
    return quantity === 0
      ? []
      : [{ id: newId(), variant_id: key, quantity, order_id: null, order_item_id: null, note: "undo" }];
  });
  await moveStock(db, "adjustment", moves);
}
