import { Problem } from "../core/problem.ts";
import type { SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import { imageOf, type Row, type RowImage } from "../db/recording/recording.ts";
import { TABLE_NAMES, type TableName } from "../db/recording/tables.ts";
import { applyPlan } from "./apply.ts";
import { type ChangeRow, findChanges, imagesOf } from "./change-queries.ts";
import { conflictsOf } from "./checks.ts";
import { type Conflict, type PlannedRow, planRow } from "./plan.ts";
import { refreshComputed } from "./refresh.ts";
import { lockRows } from "./row-queries.ts";
import { undoneNow } from "./undone.ts";
import { keepingUnits } from "./units.ts";

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
 * What cannot be put back is answered as conflicts; unless `skips_conflicts`, nothing may be committed then. Throws
 * `change_not_found`, and `not_undoable` for changes that cannot be undone, are undone already, or are too old.
 */
export async function undoChanges(db: SiteDb, ids: readonly string[], skipsConflicts: boolean): Promise<Undone[]> {
  await lockForTransaction(db, "undo"); // two undos of one change would subtract its counts twice
  const changes = await requireUndoable(db, ids);
  const undone: Undone[] = [];
  for (const change of changes) undone.push(await undoChange(db, change, skipsConflicts));
  return undone;
}

async function requireUndoable(db: SiteDb, ids: readonly string[]): Promise<ChangeRow[]> {
  const changes = await findChanges(db, ids);
  const missing = ids.filter((id) => !changes.some((change) => change.id === id));
  if (missing.length > 0) {
    throw new Problem(
      "change_not_found",
      `This store has no change "${missing.join('", "')}"; changes_list finds them.`,
    );
  }
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
  const { plan, conflicts } = await planChange(db, images);
  if (conflicts.length > 0 && !skipsConflicts) return { change, rows: [], conflicts };
  await applyPlan(db, plan);
  await refreshComputed(db, plan);
  db.recording.note(plan.flatMap(imagesOfPlanned));
  return { change, rows: plan, conflicts };
}

const BATCH = 2000;

/** Locks the rows of the images and says what becomes of each. */
async function planChange(db: SiteDb, images: RowImage[]): Promise<Planned> {
  const plan: PlannedRow[] = [];
  const conflicts: Conflict[] = [];
  for (const table of TABLE_NAMES) {
    const ofTable = images.filter((image) => image.table === table);
    const current = await lockAll(db, table, ofTable.map(({ key }) => key).sort());
    for (const image of ofTable) {
      const { row, conflict } = planRow(image, current.get(image.key) ?? null);
      if (row) plan.push(row);
      if (conflict) conflicts.push(conflict);
    }
  }
  const found = [...conflicts, ...(await conflictsOf(db, plan))];
  return withoutReleasedUses(keepingUnits(plan, found), plan);
}

/** A promotion comes back without the uses of orders that were cancelled or returned since. */
function withoutReleasedUses(kept: Planned, whole: PlannedRow[]): Planned {
  const released = whole.filter((row) => row.table === "promotion_uses" && !kept.plan.includes(row));
  if (released.length === 0) return kept;
  const plan = kept.plan.map((row) => {
    const count = released.filter(({ after }) => after?.promotion_id === row.key).length;
    const isCounted = row.after?.usage_limit !== null || row.after?.usage_limit_per_customer !== null;
    if (row.table !== "promotions" || row.before !== null || count === 0 || !isCounted) return row;
    return { ...row, after: { ...row.after, used_count: Math.max(0, Number(row.after?.used_count) - count) } };
  });
  return { ...kept, plan };
}

interface Planned {
  plan: PlannedRow[];
  conflicts: Conflict[];
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
