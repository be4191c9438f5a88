import { lockCategories, lockDeletedStock, stockInLedger } from "../catalog/catalog.ts";
import type { Actor } from "../core/actor.ts";
import { invalidValue, Problem } from "../core/problem.ts";
import { inTimeSlices } from "../core/time-slices.ts";
import type { SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import { idOf, imageOf, MAX_UNDONE_ROWS, type Row, type RowImage } from "../db/recording/recording.ts";
import { TABLE_NAMES, type TableName } from "../db/recording/tables.ts";
import { hasReleasedUses } from "../orders/orders.ts";
import { applyPlan } from "./apply.ts";
import { type ChangeRow, countImages, findChanges, findLastChange, imagesOf } from "./change-queries.ts";
import { conflictsOf } from "./checks.ts";
import { type LeftOut, readHistory, selectChanges } from "./history.ts";
import { type Conflict, type PlannedRow, planRow } from "./plan.ts";
import { ordersInState } from "./reference-queries.ts";
import { lockRows } from "./row-queries.ts";
import { RULES } from "./rules.ts";
import { withoutConflicts } from "./units.ts";

export type { ChangeRow } from "./change-queries.ts";

/** What was undone of one change. */
export interface Undone {
  change: ChangeRow;
  /** The rows that were put back; none: it is not undone. */
  rows: readonly PlannedRow[];
  /** What was left as it is, because it changed since. */
  conflicts: readonly Conflict[];
}

export interface UndoOptions {
  /** Who does it, for histories. */
  actor: Actor;
  /** Undoes what can be undone, and leaves the rest. */
  skipsConflicts: boolean;
  /** Throws for a change that the caller may not undo. */
  allow(change: ChangeRow): void;
}

/**
 * Puts back what these changes did, the newest first, in this transaction: each column that nothing has changed since gets
 * its former value, counts are corrected by the difference, what was created is removed and what was deleted comes back, as far
 * as nothing refers to it and the features allow such rows now. What cannot be put back is answered as conflicts, and changes of the list that cannot be undone as `leftOut`; unless
 * `skipsConflicts`, nothing may be committed when there are conflicts. Throws `change_not_found`, `not_undoable` for changes that
 * cannot be undone, are undone already, or are too old, and `invalid_value` for too much at once.
 */
export async function undoChanges(
  db: SiteDb,
  ids: readonly string[],
  options: UndoOptions,
): Promise<{ undone: Undone[]; leftOut: LeftOut[] }> {
  await lockForTransaction(db, "undo"); // two undos of one change would subtract its counts twice
  const { changes, leftOut } = await requireUndoable(db, ids, options);
  const undone: Undone[] = [];
  for (const change of changes) undone.push(await undoChange(db, change, options));
  return { undone, leftOut };
}

/** The id of the last change of a key that is no undo. */
export const lastChangeOf = async (db: SiteDb, actorId: string): Promise<string | undefined> =>
  (await findLastChange(db, actorId))?.id;

/** The changes to undo so that none of the list is in effect, newest first, and those of the list that cannot be undone. */
async function requireUndoable(
  db: SiteDb,
  ids: readonly string[],
  { skipsConflicts, allow }: UndoOptions,
): Promise<{ changes: ChangeRow[]; leftOut: LeftOut[] }> {
  const { chosen, refused, undoneAlready } = selectChanges(ids, await readHistory(db, ids));
  const found = await findChanges(db, [...new Set([...ids, ...chosen])]);
  const missing = ids.filter((id) => !found.some((change) => change.id === id));
  if (missing.length > 0) {
    throw new Problem(
      "change_not_found",
      `This store has no change "${missing.join('", "')}"; changes_list finds them.`,
    );
  }
  await requireFewRows(db, [...chosen]);
  for (const change of found) allow(change); // nothing is said of a change that the caller may not undo
  const wanted = found.filter(({ id }) => chosen.has(id));
  const changes = wanted.filter((change) => finalReason(change) === undefined);
  const leftOut = [...refused, ...wanted.flatMap((change) => finalReason(change) ?? [])];
  const [first] = [...leftOut, ...undoneAlready];
  if (first && (changes.length === 0 || (leftOut.length > 0 && !skipsConflicts))) throw notUndoable(first);
  return { changes, leftOut };
}

/** Why a change can never be undone; undefined: it can. */
function finalReason({ id, operation, not_undoable, is_kept, is_running }: ChangeRow): LeftOut | undefined {
  if (not_undoable !== null) return { id, reason: `is by ${operation}. ${not_undoable}` };
  if (is_running)
    return { id, reason: "is still being made by its job; wait until it has ended, or end it by jobs_cancel." };
  return is_kept ? undefined : { id, reason: "can no longer be undone: the rows before it are not kept any more." };
}

const notUndoable = ({ id, reason }: LeftOut) =>
  new Problem("not_undoable", `The change ${id} ${reason}${reason.endsWith(".") ? "" : "."}`);

async function requireFewRows(db: SiteDb, ids: readonly string[]): Promise<void> {
  if ((await countImages(db, ids, MAX_UNDONE_ROWS + 1)) <= MAX_UNDONE_ROWS) return;
  const message =
    ids.length === 1
      ? `is a change of more than ${MAX_UNDONE_ROWS} rows, which is too much for one call`
      : `changed more than ${MAX_UNDONE_ROWS} rows together; undo fewer of them at once, the newest first`;
  throw invalidValue("changes", message);
}

/** Puts back what one change did. With conflicts, unless `skipsConflicts`, nothing is written. */
async function undoChange(db: SiteDb, change: ChangeRow, { skipsConflicts, actor }: UndoOptions): Promise<Undone> {
  const { rows, conflicts } = await planChange(db, await imagesOf(db, change.id), change.created_at);
  const isIdle = rows.every(({ table }) => RULES[table].isOptional);
  if (isIdle || (conflicts.length > 0 && !skipsConflicts)) return { change, rows: [], conflicts };
  const plan = await withStockOfLedger(db, rows);
  await applyPlan(db, plan, actor);
  const written: RowImage[] = [];
  await inTimeSlices(plan, ({ table, key, before, after }) => {
    const image = imageOf(table, key, before, after);
    if (image) written.push(image);
  });
  db.recording.note(written);
  return { change, rows: plan, conflicts };
}

/** Variants that come back have the stock that their ledger says: it has what orders gave back meanwhile. */
async function withStockOfLedger(db: SiteDb, rows: readonly PlannedRow[]): Promise<PlannedRow[]> {
  const back = rows.filter(({ table, before }) => table === "variants" && before === null).map(({ key }) => key);
  if (back.length === 0) return [...rows];
  await lockDeletedStock(db);
  const units = await stockInLedger(db, back);
  const stock = new Map(units.map((row) => [row.variant_id, row.units]));
  return rows.map((row) =>
    stock.has(row.key) ? { ...row, after: { ...row.after, inventory_quantity: stock.get(row.key) } } : row,
  );
}

/** Locks the rows of the images and says what becomes of each, and of which nothing can. */
async function planChange(
  db: SiteDb,
  images: readonly RowImage[],
  since: string,
): Promise<{ rows: PlannedRow[]; conflicts: Conflict[] }> {
  const isLeftOut = await lockOwners(db, images);
  let rows: PlannedRow[] = [];
  let conflicts: Conflict[] = [];
  for (const table of TABLE_NAMES) {
    const ofTable = images.filter((image) => image.table === table);
    const current = await lockAll(db, table, ofTable.map(({ key }) => key).sort());
    for (const image of ofTable) {
      const { row, conflict } = planRow(image, current.get(image.key) ?? null);
      if (row && !isLeftOut(row)) rows.push(row);
      if (conflict) conflicts.push(conflict);
    }
  }
  // What is left out may be what other rows refer to, so the rest is checked until nothing is left out any more.
  let found = conflicts;
  do {
    rows = withoutConflicts(rows, found);
    found = await conflictsOf(db, rows, since);
    conflicts = conflicts.concat(found);
  } while (found.length > 0);
  return { rows, conflicts: conflicts.filter(({ table, isWhole }) => !(isWhole && RULES[table].isOptional)) };
}

/**
 * Locks what transactions lock before the rows: orders; and the tree of categories, which must stay one. Answers which rows are
 * left to their owners: nothing comes back to an order that has given its uses back.
 */
async function lockOwners(db: SiteDb, images: readonly RowImage[]): Promise<(row: PlannedRow) => boolean> {
  const ownersIn = (table: TableName, column: string) => [
    ...new Set(images.filter((image) => image.table === table).map(({ key }) => idOf(table, key)[column] as string)),
  ];
  const orders = await ordersInState(db, ownersIn("promotion_uses", "order_id"));
  if (images.some(({ table, before }) => table === "categories" && before?.parent_id)) await lockCategories(db);
  return ({ table, key, before }) => {
    const { order_id } = idOf(table, key) as { order_id: string };
    const order = table === "promotion_uses" && before === null ? orders.get(order_id) : undefined;
    return order !== undefined && hasReleasedUses(order.status);
  };
}

const LOCKED_AT_ONCE = 2000;

async function lockAll(db: SiteDb, table: TableName, keys: string[]): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (let start = 0; start < keys.length; start += LOCKED_AT_ONCE) {
    for (const [key, row] of await lockRows(db, table, keys.slice(start, start + LOCKED_AT_ONCE))) rows.set(key, row);
  }
  return rows;
}
