import type { BoundedCount } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { lockOrdersByIds } from "../admin/queries.ts";
import {
  countPostponed,
  countToCall,
  findPostponed,
  findToCall,
  giveBack,
  hold,
  lockHeld,
  lockNextDue,
  lockNextNew,
  updateCalls,
} from "./queries.ts";

/** Minutes that an order is kept for who calls. */
const HELD_MINUTES = 10;
/** How many orders are shown of those that wait, and of those that are postponed. */
const MAX_SHOWN = 10;

/** What waits at the call desk. */
export interface Waiting {
  /** Ids of the first ones that the caller may get, and how many there are; the one that the caller has is among them. */
  toCall: { ids: string[]; total: BoundedCount };
  /** The same of those whose time to call again has not come. */
  postponed: { ids: string[]; total: BoundedCount };
}

/**
 * Takes the next order to call for `holder`: what they have already, else one whose time to call again has come, else the oldest that nobody
 * has called. Nobody else gets it for ten minutes. `skipped`: numbers of orders to pass over. Answers its id, and until when it is theirs; null: none.
 */
export async function takeNextCall(
  db: SiteDb,
  holder: string,
  skipped: string[],
): Promise<{ id: string; until: string } | null> {
  if (skipped.length > 0) giveBack(db, holder, skipped);
  const [id] = await firstFound([
    () => lockHeld(db, holder),
    () => lockNextDue(db, holder, skipped),
    () => lockNextNew(db, holder, skipped),
  ]);
  if (id === undefined) return null;
  const until = new Date(Date.parse(db.now) + HELD_MINUTES * 60_000).toISOString();
  hold(db, id, holder, until);
  return { id, until };
}

async function firstFound(searches: (() => Promise<string[]>)[]): Promise<string[]> {
  for (const search of searches) {
    const found = await search();
    if (found.length > 0) return found;
  }
  return [];
}

/** Gives an order back that `holder` has, so that others may get it. */
export const leaveCall = (db: SiteDb, holder: string, orderNumber: string): void => giveBack(db, holder, [orderNumber]);

/** What waits at the call desk for `holder`. */
export async function waitingCalls(db: SiteDb, holder: string): Promise<Waiting> {
  const [toCall, toCallTotal, postponed, postponedTotal] = await Promise.all([
    findToCall(db, holder, MAX_SHOWN),
    countToCall(db, holder),
    findPostponed(db, MAX_SHOWN),
    countPostponed(db),
  ]);
  return { toCall: { ids: toCall, total: toCallTotal }, postponed: { ids: postponed, total: postponedTotal } };
}

/** Works out anew which of these orders are to be called, after calls among their notes came back or went. */
export async function recomputeCalls(db: SiteDb, orderIds: string[]): Promise<void> {
  await lockOrdersByIds(db, orderIds);
  await updateCalls(db, orderIds);
}
