import { setImmediate } from "node:timers/promises";
import { loggedFields } from "../core/columns/masking.ts";
import { newId } from "../core/ids.ts";
import type { SiteDb } from "../db/database.ts";
import type { RowImage } from "../db/recording/recording.ts";
import { insertCall, insertImages, insertUndone, type NewCall } from "./call-queries.ts";
import { insertEntries } from "./queries.ts";
import { summaryOf } from "./summary.ts";

/** One entity that was created (`before` is null), changed, or deleted (`after` is null). */
export interface Entry {
  entity: string;
  id: string;
  label: string;
  before: object | null;
  after: object | null;
}

/**
 * Writes a call to the log, or a portion of one: what it changed, and the rows before and after. Call it in the transaction of the
 * changes.
 */
export async function record(db: SiteDb, call: NewCall, entries: Entry[], images: RowImage[]): Promise<void> {
  const [undoneIds, operations] = [call.undone.map(({ id }) => id), call.undone.map(({ operation }) => operation)];
  const rows = entries.map(({ entity, id, label, before, after }) => ({
    id: newId(),
    entity,
    entity_id: id,
    label,
    before: before && loggedFields(before),
    after: after && loggedFields(after),
  }));
  const { summary = summaryOf(rows, operations), images: before = null } = call.portion ?? {};
  if (before === null) insertCall(db, { ...call, summary });
  insertEntries(db, call, rows);
  for (let start = 0; start < images.length; start += IMAGES_AT_ONCE) {
    if (start > 0) await setImmediate(); // other requests run in between
    insertImages(db, call.id, (before ?? 0) + start, images.slice(start, start + IMAGES_AT_ONCE));
  }
  if (undoneIds.length > 0) await insertUndone(db, undoneIds, call.id);
}

/** Keeps a statement's parameter small. */
const IMAGES_AT_ONCE = 5000;
