import { newId } from "../../core/ids.ts";
import type { SiteDb } from "../../db/database.ts";
import { type OrderChange, recordChange } from "./admin.ts";
import { insertNote, type NewNote, takeNextSequence } from "./queries.ts";

/** Adds a note to an order, or the outcome of a call to the customer. Throws `order_not_found`. */
export const addNote = (
  db: SiteDb,
  ref: string,
  note: Pick<NewNote, "text"> & Partial<NewNote>,
  actor: string,
): Promise<OrderChange> =>
  recordChange(db, ref, async ({ id }) => {
    await db.recording.remember("order_notes", "order_id", [id]);
    const next = await takeNextSequence(db, id);
    if (!next) throw new Error(`order ${id} is locked but has no row`);
    await insertNote(db, id, next.sequence, { outcome: null, call_again_at: null, ...note, id: newId(), actor });
  });
