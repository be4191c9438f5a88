import { effectOf, type UndoGraph } from "./undone.ts";

/** A change that is not undone, and why. */
export interface LeftOut {
  id: string;
  reason: string;
}

export interface Selection {
  /** The changes to undo. */
  chosen: Set<string>;
  /** Changes of the list that cannot be undone. */
  refused: LeftOut[];
  /** Changes of the list that are undone already. */
  undoneAlready: LeftOut[];
}

/**
 * Which changes to undo, so that all changes of a list are not in effect any more. The list may contain undos beside what they
 * undid. Each change is undone directly at most once: one that an undo brought back goes by undoing that undo. It is undone
 * when it is in the list, or when all that it undid is.
 */
export function selectChanges(ids: readonly string[], { undoOf, undoneBy }: UndoGraph): Selection {
  const listed = new Set(ids);
  const isCovered = (id: string) => undoneBy.get(id)?.every((undone) => listed.has(undone)) ?? false;
  const selection: Selection = { chosen: new Set(), refused: [], undoneAlready: [] };
  const idle: { id: string; last: string }[] = [];
  for (const id of ids.filter((one) => !isCovered(one))) {
    const { isInEffect, last } = effectOf(id, undoOf);
    if (!isInEffect) idle.push({ id, last });
    else if (last === id || listed.has(last) || isCovered(last)) selection.chosen.add(last);
    else selection.refused.push({ id, reason: `was undone and brought back by ${last}; undo ${last}` });
  }
  for (const { id, last } of idle) {
    if (selection.chosen.has(last)) {
      selection.refused.push({
        id,
        reason: `would be in effect again, because ${last} is undone; leave one of them out`,
      });
    } else
      selection.undoneAlready.push({ id, reason: `was undone already by ${last}; to bring it back, undo ${last}` });
  }
  return selection;
}
