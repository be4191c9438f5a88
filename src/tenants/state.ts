import { Problem } from "../core/problem.ts";
import type { SiteDb } from "../db/database.ts";
import { lockState, type StateRow, saveState } from "./queries.ts";

const DAY_MS = 86_400_000;
/** How long a deletion can be taken back. */
export const DELETION_DAYS = 7;

const OPEN: StateRow = { suspended_at: null, deletion_at: null, deletion_began_at: null };

/** From now on nobody is served, and the store's work waits. A store that is to be deleted stays so. */
export const suspendStore = (db: SiteDb): Promise<StateRow> =>
  change(db, (state) => ({ ...state, suspended_at: state.suspended_at ?? db.now }));

/** Suspends the store, and has it deleted after `DELETION_DAYS`. A deletion that was ordered before keeps its day. */
export const orderDeletion = (db: SiteDb): Promise<StateRow> =>
  change(db, (state) => ({
    ...state,
    suspended_at: state.suspended_at ?? db.now,
    deletion_at: state.deletion_at ?? new Date(Date.parse(db.now) + DELETION_DAYS * DAY_MS).toISOString(),
  }));

/** Serves again, and takes back an ordered deletion. Throws `store_not_found` when rows of the store are gone. */
export const resumeStore = (db: SiteDb): Promise<StateRow> => change(db, () => OPEN);

/** Begins a deletion that is due; returns whether it was. */
export async function beginDeletion(db: SiteDb): Promise<boolean> {
  const state = await lockState(db);
  if (!state?.deletion_at || state.deletion_at > db.now) return false;
  if (state.deletion_began_at === null) await saveState(db, { ...state, deletion_began_at: db.now });
  db.changed(["store"]);
  return true;
}

async function change(db: SiteDb, next: (state: StateRow) => StateRow): Promise<StateRow> {
  const state = await lockState(db);
  if (!state || state.deletion_began_at !== null) {
    throw new Problem("store_not_found", "The store is being deleted; that cannot be taken back any more.");
  }
  const after = next(state);
  await saveState(db, after);
  db.changed(["store"]);
  return after;
}
