import type { Actor } from "../../core/actor.ts";
import { newId } from "../../core/ids.ts";
import type { SiteDb } from "../../db/database.ts";
import { type OrderChange, recordChange } from "./admin.ts";
import { insertNote, type NewNote } from "./queries.ts";

/** Adds a note to an order, or the outcome of a call to the customer. Throws `order_not_found`. */
export const addNote = (
  db: SiteDb,
  ref: string,
  note: Pick<NewNote, "text"> & Partial<NewNote>,
  actor: Actor,
): Promise<OrderChange> =>
  recordChange(db, ref, async ({ id }) => {
    await db.recording.remember("order_notes", "order_id", [id]);
    insertNote(db, id, { outcome: null, call_again_at: null, ...note, id: newId(), actor });
  });

/** A change of an order together with a note on it; an empty one is left out. */
export async function withNote(
  db: SiteDb,
  change: OrderChange,
  note: string | undefined,
  actor: Actor,
): Promise<OrderChange> {
  const text = note?.trim();
  if (!text) return change;
  const { after } = await addNote(db, change.after.id, { text }, actor);
  return { ...change, after };
}
