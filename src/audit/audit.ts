import { productsWithSku } from "../catalog/catalog.ts";
import { newId } from "../core/ids.ts";
import { PERSONAL, PERSONAL_FIELDS } from "../core/personal-data.ts";
import type { BoundedCount, CursorPage } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import type { RowImage } from "../db/recording/recording.ts";
import { insertCall, insertImages, insertUndone, type NewCall } from "./call-queries.ts";
import { type AuditFilters, countEntries, type EntryRow, entriesAfter, findKeyIds, insertEntries } from "./queries.ts";
import { summaryOf } from "./summary.ts";

export type { EntryRow } from "./queries.ts";

/** One entity that was created (`before` is null), changed, or deleted (`after` is null). */
export interface Entry {
  entity: string;
  id: string;
  label: string;
  before: object | null;
  after: object | null;
}

/** Writes a call to the log: what it changed, and the rows before and after. Call it in the transaction of the changes. */
export async function record(db: SiteDb, call: NewCall, entries: Entry[], images: RowImage[]): Promise<void> {
  await insertCall(db, { ...call, summary: summaryOf(entries) });
  const rows = entries.map(({ entity, id, label, before, after }) => ({
    id: newId(),
    entity,
    entity_id: id,
    label,
    before: withoutPersonalData(before),
    after: withoutPersonalData(after),
  }));
  await insertEntries(db, call, rows);
  for (let start = 0; start < images.length; start += IMAGES_AT_ONCE) {
    await insertImages(db, call.id, start, images.slice(start, start + IMAGES_AT_ONCE));
  }
  if (call.undone.length > 0) await insertUndone(db, call.undone, call.id);
}

/** Keeps a statement's parameter small. */
const IMAGES_AT_ONCE = 5000;

function withoutPersonalData(fields: object | null): object | null {
  if (fields === null) return null;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      PERSONAL_FIELDS.has(name) && value !== null ? PERSONAL : value,
    ]),
  );
}

/** What a merchant searches the log by. `key`: id, name or prefix of a key. */
export type AuditSearch = Omit<AuditFilters, "products" | "keys"> & { key?: string | undefined };

/** A page of the matching entries, newest first: up to `limit` + 1 rows, and the total up to a bound. */
export async function searchAudit(
  db: SiteDb,
  { key, ...given }: AuditSearch,
  { limit, after }: CursorPage,
): Promise<{ entries: EntryRow[]; total: BoundedCount }> {
  const filters: AuditFilters = { ...given };
  if (key !== undefined) filters.keys = (await findKeyIds(db, key)).map(({ id }) => id);
  if (given.of !== undefined) filters.products = await productsWithSku(db, given.of);
  const entries = await entriesAfter(db, filters, { after, limit: limit + 1 });
  return { entries, total: await countEntries(db, filters) };
}
