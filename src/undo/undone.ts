import type { SiteDb } from "../db/database.ts";
import { findUndoneBy, findUndos } from "./change-queries.ts";

/** Which change undid which, of some changes and of all that undid them. */
export interface UndoGraph {
  /** The change that undid a change. */
  undoOf: ReadonlyMap<string, string>;
  /** What a change undid. */
  undoneBy: ReadonlyMap<string, readonly string[]>;
}

/** Reads which changes undid these, which undid those, and so on. */
export async function undoGraph(db: SiteDb, ids: readonly string[]): Promise<UndoGraph> {
  const undoOf = await undosOf(db, ids);
  const undoneBy = new Map<string, string[]>();
  for (const { change_id, undone_by } of await findUndoneBy(db, [...new Set([...ids, ...undoOf.values()])])) {
    undoneBy.set(undone_by, [...(undoneBy.get(undone_by) ?? []), change_id]);
  }
  return { undoOf, undoneBy };
}

/**
 * Which of these changes are undone now, each with the last change that undid it. An undo is a change itself: when it was
 * undone, what it undid is in effect again.
 */
export async function undoneNow(db: SiteDb, ids: readonly string[]): Promise<Map<string, string>> {
  const undoOf = await undosOf(db, ids);
  return new Map(
    ids.flatMap((id) => {
      const { isInEffect, last } = effectOf(id, undoOf);
      return isInEffect ? [] : [[id, last]];
    }),
  );
}

async function undosOf(db: SiteDb, ids: readonly string[]): Promise<Map<string, string>> {
  const undoOf = new Map<string, string>();
  for (let asked: readonly string[] = ids; asked.length > 0; ) {
    const rows = await findUndos(db, asked);
    for (const { change_id, undone_by } of rows) undoOf.set(change_id, undone_by);
    asked = [...new Set(rows.map(({ undone_by }) => undone_by))].filter((id) => !undoOf.has(id));
  }
  return undoOf;
}

/** Whether a change is in effect, and the last of the undos that undid it and brought it back in turn; without any, itself. */
export function effectOf(id: string, undoOf: ReadonlyMap<string, string>): { isInEffect: boolean; last: string } {
  let [last, isInEffect] = [id, true];
  for (let undo = undoOf.get(last); undo !== undefined; undo = undoOf.get(last)) {
    last = undo;
    isInEffect = !isInEffect;
  }
  return { isInEffect, last };
}
