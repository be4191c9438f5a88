import type { SiteDb } from "../db/database.ts";
import { findUndos } from "./change-queries.ts";

/**
 * Which changes are in effect. An undo is a change itself: when it is undone, what it undid is in effect again. Each change is
 * undone directly at most once, so the undos of a change are a chain.
 */
interface History {
  /** The change that undid a change. */
  undoOf: ReadonlyMap<string, string>;
  /** What a change undid. */
  undoneBy: ReadonlyMap<string, readonly string[]>;
}

/** Which of these changes are undone now, each with the last change that undid it. */
export async function undoneNow(db: SiteDb, ids: readonly string[]): Promise<Map<string, string>> {
  const undoOf = await readUndos(db, ids);
  const ends = ids.map((id) => ({ id, ...endOf(id, undoOf) }));
  return new Map(ends.flatMap(({ id, last, isInEffect }) => (isInEffect ? [] : [[id, last]])));
}

/** Reads which changes undid these, which undid those, and so on; and what all of them undid. */
export async function readHistory(db: SiteDb, ids: readonly string[]): Promise<History> {
  const undoOf = await readUndos(db, ids);
  const undoneBy = new Map<string, string[]>();
  for (const { change_id, undone_by } of await findUndos(db, "undone_by", [...ids, ...undoOf.values()])) {
    undoneBy.set(undone_by, [...(undoneBy.get(undone_by) ?? []), change_id]);
  }
  return { undoOf, undoneBy };
}

async function readUndos(db: SiteDb, ids: readonly string[]): Promise<Map<string, string>> {
  const undoOf = new Map<string, string>();
  for (let asked: readonly string[] = ids; asked.length > 0; ) {
    const rows = await findUndos(db, "change_id", asked);
    for (const { change_id, undone_by } of rows) undoOf.set(change_id, undone_by);
    asked = [...new Set(rows.map(({ undone_by }) => undone_by))].filter((id) => !undoOf.has(id));
  }
  return undoOf;
}

/** The last of a change and of the undos that undid it and brought it back in turn; and whether it is in effect then. */
function endOf(id: string, undoOf: ReadonlyMap<string, string>): { last: string; isInEffect: boolean } {
  let [last, isInEffect] = [id, true];
  for (let undo = undoOf.get(last); undo !== undefined; undo = undoOf.get(last))
    [last, isInEffect] = [undo, !isInEffect];
  return { last, isInEffect };
}

/** A change that is not undone, and why. */
export interface LeftOut {
  id: string;
  reason: string;
}

interface Selection {
  /** The changes to undo. */
  chosen: Set<string>;
  /** Changes of the list that cannot be undone. */
  refused: LeftOut[];
  /** Changes of the list that are undone already. */
  undoneAlready: LeftOut[];
}

/**
 * Which changes to undo, so that all changes of a list are not in effect any more. The list may contain undos beside what they
 * undid. A change that an undo brought back goes by undoing that undo, which is undone when it is in the list, or when all that
 * it undid is.
 */
export function selectChanges(ids: readonly string[], { undoOf, undoneBy }: History): Selection {
  const listed = new Set(ids);
  const isCovered = (id: string) => undoneBy.get(id)?.every((undone) => listed.has(undone)) ?? false;
  const selection: Selection = { chosen: new Set(), refused: [], undoneAlready: [] };
  const ends = ids.filter((id) => !isCovered(id)).map((id) => ({ id, ...endOf(id, undoOf) }));
  for (const { id, last, isInEffect } of ends) {
    if (!isInEffect) continue;
    if (last === id || listed.has(last) || isCovered(last)) selection.chosen.add(last);
    else selection.refused.push({ id, reason: `was undone and brought back by ${last}; undo ${last}` });
  }
  for (const { id, last, isInEffect } of ends) {
    if (isInEffect) continue;
    const back = `would be in effect again, because ${last} is undone; leave one of them out`;
    const already = `was undone already by ${last}; to bring it back, undo ${last}`;
    if (selection.chosen.has(last)) selection.refused.push({ id, reason: back });
    else selection.undoneAlready.push({ id, reason: already });
  }
  return selection;
}
