import { lockCategories } from "../catalog/catalog.ts";
import { Problem } from "../core/problem.ts";
import type { SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import { idOf, imageOf, type Row, type RowImage } from "../db/recording/recording.ts";
import { TABLE_NAMES, type TableName } from "../db/recording/tables.ts";
import { applyPlan } from "./apply.ts";
import { type ChangeRow, findChanges, findLastChange, imagesOf } from "./change-queries.ts";
import { conflictsOf } from "./checks.ts";
import { withMissedReturns } from "./missed-returns.ts";
import { type Conflict, type PlannedRow, planRow } from "./plan.ts";
import { openCarts, ordersInState } from "./reference-queries.ts";
import { refreshComputed } from "./refresh.ts";
import { lockRows } from "./row-queries.ts";
import { RULES } from "./rules.ts";
import { undoneNow } from "./undone.ts";
import { withoutConflicts } from "./units.ts";

export type { ChangeRow } from "./change-queries.ts";

/** What was undone of one change. */
export interface Undone {
  change: ChangeRow;
  /** The rows that were put back. */
  rows: PlannedRow[];
  /** What was left as it is, because it changed since. */
  conflicts: Conflict[];
}

/**
 * Puts back what these changes did, the newest first, in this transaction: each column that nothing has changed since gets
 * its former value, counts are corrected by the difference, what was created is removed and what was deleted comes back.
 * What cannot be put back is answered as conflicts; unless `skipsConflicts`, nothing may be committed then. `allow` throws for
 * a change that the caller may not undo. Throws `change_not_found`, and `not_undoable` for changes that cannot be undone, are undone already, or are too old.
 */
export async function undoChanges(
  db: SiteDb,
  ids: readonly string[],
  { skipsConflicts, allow }: { skipsConflicts: boolean; allow: (change: ChangeRow) => void },
): Promise<Undone[]> {
  await lockForTransaction(db, "undo"); // two undos of one change would subtract its counts twice
  const changes = await requireUndoable(db, ids, allow);
  const undone: Undone[] = [];
  for (const change of changes) undone.push(await undoChange(db, change, skipsConflicts));
  return undone;
}

/** The id of the last change of a key. */
export const lastChangeOf = async (db: SiteDb, keyId: string): Promise<string | undefined> =>
  (await findLastChange(db, keyId))?.id;

async function requireUndoable(
  db: SiteDb,
  ids: readonly string[],
  allow: (change: ChangeRow) => void,
): Promise<ChangeRow[]> {
  const changes = await findChanges(db, ids);
  const missing = ids.filter((id) => !changes.some((change) => change.id === id));
  if (missing.length > 0) {
    throw new Problem(
      "change_not_found",
      `This store has no change "${missing.join('", "')}"; changes_list finds them.`,
    );
  }
  for (const change of changes) allow(change);
  const undone = await undoneNow(db, ids);
  for (const { id, operation, not_undoable } of changes) {
    const by = undone.get(id);
    if (by) throw notUndoable(id, `was undone already, by ${by}. To bring it back, undo that change.`);
    if (not_undoable !== null) throw notUndoable(id, `is by ${operation}. ${not_undoable}`);
  }
  return changes;
}

const notUndoable = (id: string, why: string) => new Problem("not_undoable", `The change ${id} ${why}`);

async function undoChange(db: SiteDb, change: ChangeRow, skipsConflicts: boolean): Promise<Undone> {
  const images = await imagesOf(db, change.id);
  if (images.length === 0) {
    throw notUndoable(change.id, "can no longer be undone: the rows before it are not kept any more.");
  }
  const { rows, conflicts } = await planChange(db, images, change.created_at);
  if (conflicts.length > 0 && !skipsConflicts) return { change, rows: [], conflicts };
  const { plan, returns } = await withMissedReturns(db, rows, change.created_at);
  await applyPlan(db, plan, returns);
  await refreshComputed(db, plan);
  db.recording.note(plan.flatMap(imagesOfPlanned));
  return { change, rows: plan, conflicts };
}

const BATCH = 2000;

/** Locks the rows of the images and says what becomes of each, and of which nothing can. */
async function planChange(
  db: SiteDb,
  images: RowImage[],
  since: string,
): Promise<{ rows: PlannedRow[]; conflicts: Conflict[] }> {
  await lockOwners(db, images);
  let rows: PlannedRow[] = [];
  const conflicts: Conflict[] = [];
  for (const table of TABLE_NAMES) {
    const ofTable = images.filter((image) => image.table === table);
    const current = await lockAll(db, table, ofTable.map(({ key }) => key).sort());
    for (const image of ofTable) {
      const { row, conflict } = planRow(image, current.get(image.key) ?? null);
      if (row && !goesWithOthers(row)) rows.push(row);
      if (conflict) conflicts.push(conflict);
    }
  }
  rows = withoutConflicts(rows, conflicts);
  // What is left out may be what other rows refer to, so the rest is checked until nothing is left out any more.
  for (let found = await conflictsOf(db, { since, rows }); found.length > 0; ) {
    conflicts.push(...found);
    rows = withoutConflicts(rows, found);
    found = await conflictsOf(db, { since, rows });
  }
  return { rows, conflicts: conflicts.filter(({ table, isWhole }) => !(isWhole && RULES[table].isOptional)) };
}

/** Lines of carts and counts of sales are removed with the variant or product. */
const goesWithOthers = ({ table, after }: PlannedRow): boolean =>
  after === null && (table === "cart_items" || table === "product_sales");

/** Locks what transactions lock before the rows: carts and orders; and the tree of categories, which must stay one. */
async function lockOwners(db: SiteDb, images: RowImage[]): Promise<void> {
  const ownersIn = (table: TableName, column: string) => [
    ...new Set(images.filter((image) => image.table === table).map(({ key }) => idOf(table, key)[column] as string)),
  ];
  await openCarts(db, ownersIn("cart_items", "cart_id"));
  await ordersInState(db, ownersIn("promotion_uses", "order_id"));
  if (images.some(({ table, before }) => table === "categories" && before?.parent_id)) await lockCategories(db);
}

async function lockAll(db: SiteDb, table: TableName, keys: string[]): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (let start = 0; start < keys.length; start += BATCH) {
    for (const [key, row] of await lockRows(db, table, keys.slice(start, start + BATCH))) rows.set(key, row);
  }
  return rows;
}

const imagesOfPlanned = ({ table, key, before, after }: PlannedRow): RowImage[] => {
  const image = imageOf(table, key, before, after);
  return image ? [image] : [];
};
