import type { SiteDb } from "../db/database.ts";
import { findUndone } from "./change-queries.ts";

/**
 * Which of these changes are undone now, with the change that undid each. An undo is a change itself: when it was undone,
 * what it undid is in effect again.
 */
export async function undoneNow(db: SiteDb, ids: readonly string[]): Promise<Map<string, string>> {
  const undos = new Map<string, string[]>();
  for (let asked: readonly string[] = ids; asked.length > 0; ) {
    const rows = await findUndone(db, asked);
    for (const { change_id, undone_by } of rows) undos.set(change_id, [...(undos.get(change_id) ?? []), undone_by]);
    asked = rows.map(({ undone_by }) => undone_by).filter((id) => !undos.has(id));
  }
  const undoOf = (id: string): string | undefined => undos.get(id)?.find((undo) => undoOf(undo) === undefined);
  return new Map(ids.flatMap((id) => (undoOf(id) === undefined ? [] : [[id, undoOf(id) as string]])));
}
