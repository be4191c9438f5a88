import { lockCategories } from "../catalog/catalog.ts";
import { invalidValue, Problem } from "../core/problem.ts";
import type { Area } from "../core/scopes.ts";
import { inTimeSlices } from "../core/time-slices.ts";
import type { SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import { idOf, imageOf, type Row, type RowImage } from "../db/recording/recording.ts";
import { TABLE_NAMES, type TableName } from "../db/recording/tables.ts";
import { applyPlan } from "./apply.ts";
import { type ChangeRow, countImages, findChanges, findLastChange, imagesOf, tablesOf } from "./change-queries.ts";
import { conflictsOf } from "./checks.ts";
import { withMissedReturns } from "./missed-returns.ts";
import { type Conflict, type PlannedRow, planRow } from "./plan.ts";
import { openCarts, ordersInState } from "./reference-queries.ts";
import { refreshComputed } from "./refresh.ts";
import { lockRows } from "./row-queries.ts";
import { AREA_OF, RULES } from "./rules.ts";
import { type LeftOut, selectChanges } from "./selection.ts";
import { undoGraph } from "./undone.ts";
import { withoutConflicts } from "./units.ts";

export type { ChangeRow } from "./change-queries.ts";

/** What was undone of one change. */
export interface Undone {
  change: ChangeRow;
  /** The rows that were put back; none: it is not undone. */
  rows: PlannedRow[];
  /** What was left as it is, because it changed since. */
  conflicts: Conflict[];
}

export interface UndoOptions {
  /** Who does it, for histories. */
  actor: string;
  /** Undoes what can be undone, and leaves the rest. */
  skipsConflicts: boolean;
  /** Throws for a change that the caller may not undo. `areas`: those of the rows that it wrote. */
  allow(change: ChangeRow, areas: readonly Area[]): void;
}

/**
 * Puts back what these changes did, the newest first, in this transaction: each column that nothing has changed since gets
 * its former value, counts are corrected by the difference, what was created is removed and what was deleted comes back.
 * What cannot be put back is answered as conflicts, and changes of the list that cannot be undone as `leftOut`; unless
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
export const lastChangeOf = async (db: SiteDb, keyId: string): Promise<string | undefined> =>
  (await findLastChange(db, keyId))?.id;

/** The changes to undo so that none of the list is in effect, newest first, and those of the list that cannot be undone. */
async function requireUndoable(
  db: SiteDb,
  ids: readonly string[],
  { skipsConflicts, allow }: UndoOptions,
): Promise<{ changes: ChangeRow[]; leftOut: LeftOut[] }> {
  const { chosen, refused, undoneAlready } = selectChanges(ids, await undoGraph(db, ids));
  const found = await findChanges(db, [...new Set([...ids, ...chosen])]);
  const missing = ids.filter((id) => !found.some((change) => change.id === id));
  if (missing.length > 0) {
    throw new Problem(
      "change_not_found",
      `This store has no change "${missing.join('", "')}"; changes_list finds them.`,
    );
  }
  await requireFewRows(db, [...chosen]);
  const tables = new Map<string, TableName[]>();
  for (const { change_id, table } of await tablesOf(db, [...chosen])) {
    tables.set(change_id, [...(tables.get(change_id) ?? []), table]);
  }
  const leftOut = [...refused];
  const changes = found.filter((change) => {
    const { id, area, operation, not_undoable } = change;
    if (!chosen.has(id)) return false;
    const own = tables.get(id);
    allow(change, own ? [...new Set(own.map((table) => AREA_OF[table]))] : [area as Area]);
    if (not_undoable !== null) leftOut.push({ id, reason: `is by ${operation}. ${not_undoable}` });
    else if (!own) leftOut.push({ id, reason: "can no longer be undone: the rows before it are not kept any more." });
    else return true;
    return false;
  });
  const [reason] = [...leftOut, ...undoneAlready];
  if (reason && (changes.length === 0 || (leftOut.length > 0 && !skipsConflicts))) throw notUndoable(reason);
  return { changes, leftOut };
}

const notUndoable = ({ id, reason }: LeftOut) =>
  new Problem("not_undoable", `The change ${id} ${reason}${reason.endsWith(".") ? "" : "."}`);

/** Rows that one call may put back. */
export const MAX_ROWS = 100_000;

async function requireFewRows(db: SiteDb, ids: readonly string[]): Promise<void> {
  if ((await countImages(db, ids, MAX_ROWS + 1)) <= MAX_ROWS) return;
  const message =
    ids.length === 1
      ? `is a change of more than ${MAX_ROWS} rows, which is too much for one call`
      : `changed more than ${MAX_ROWS} rows together; undo fewer of them at once, the newest first`;
  throw invalidValue("changes", message);
}

/** Puts back what one change did. With conflicts, unless `skipsConflicts`, nothing is written. */
async function undoChange(
  db: SiteDb,
  change: ChangeRow,
  { skipsConflicts, actor }: Pick<UndoOptions, "skipsConflicts" | "actor">,
): Promise<Undone> {
  const images = await imagesOf(db, change.id);
  const { rows, conflicts } = await planChange(db, images, change.created_at);
  const isIdle = rows.every(({ table }) => RULES[table].isOptional);
  if (isIdle || (conflicts.length > 0 && !skipsConflicts)) return { change, rows: [], conflicts };
  const { plan, returns } = await withMissedReturns(db, rows);
  await applyPlan(db, plan, returns, actor);
  await refreshComputed(db, plan);
  const written: RowImage[] = [];
  await inTimeSlices(plan, (row) => {
    written.push(...imagesOfPlanned(row));
  });
  db.recording.note(written);
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
  let conflicts: Conflict[] = [];
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
    conflicts = [...conflicts, ...found];
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
