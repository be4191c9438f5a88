import { productsWithSku } from "../catalog/catalog.ts";
import { newId } from "../core/ids.ts";
import type { CursorPage } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { type AuditFilters, countEntries, type EntryRow, entriesAfter, insertEntries } from "./queries.ts";

export type { EntryRow } from "./queries.ts";

/** One entity that was created (`before` is null), changed, or deleted (`after` is null). */
export interface Entry {
  entity: string;
  id: string;
  label: string;
  before: object | null;
  after: object | null;
}

/** Fields whose values are not logged, only that they changed: the log must not keep data of an erased person. */
const PERSONAL_FIELDS = new Set([
  "customer_name",
  "customer_phone",
  "customer_email",
  "customer_wilaya", // free text
  "customer_commune",
  "customer_notes",
  "shipping_address",
  "email",
  "full_name",
  "phone",
  "notes",
  "addresses",
]);

/** Writes who changed what to the audit log. Call it in the transaction of the changes. */
export const record = (
  db: SiteDb,
  by: { key: { id: string; name: string }; operation: string },
  entries: Entry[],
): Promise<void> =>
  insertEntries(
    db,
    by,
    entries.map(({ entity, id, label, before, after }) => ({
      id: newId(),
      entity,
      entity_id: id,
      label,
      before: withoutPersonalData(before),
      after: withoutPersonalData(after),
    })),
  );

function withoutPersonalData(fields: object | null): object | null {
  if (fields === null) return null;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      PERSONAL_FIELDS.has(name) && value !== null ? "(personal)" : value,
    ]),
  );
}

/** A page of the matching entries, newest first: up to `limit` + 1 rows, and the total. */
export async function searchAudit(
  db: SiteDb,
  given: Omit<AuditFilters, "products">,
  { limit, after }: CursorPage,
): Promise<{ entries: EntryRow[]; total: number }> {
  const filters = given.of === undefined ? given : { ...given, products: await productsWithSku(db, given.of) };
  const entries = await entriesAfter(db, filters, { after, limit: limit + 1 });
  return { entries, total: await countEntries(db, filters) };
}
