import { productsWithSku } from "../catalog/catalog.ts";
import { newId } from "../core/ids.ts";
import type { CursorPage } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { type AuditFilters, countEntries, type EntryRow, entriesAfter, insertEntries } from "./queries.ts";

export type { EntryRow } from "./queries.ts";

/** One thing that was made, changed or taken away. */
export interface Entry {
  entity: string;
  id: string;
  label: string;
  before: object | null;
  after: object | null;
}

/** Fields of which the log says that they changed, and not from what to what: erasing a person must not miss them. */
const PERSONAL = new Set([
  "customer_name",
  "customer_phone",
  "customer_email",
  "customer_wilaya", // shoppers may have written anything
  "customer_commune",
  "customer_notes",
  "shipping_address",
  "email",
  "full_name",
  "phone",
  "notes",
  "addresses",
]);

/** Writes down who changed what. Call it in the transaction of the changes themselves. */
export const record = (
  db: SiteDb,
  by: { key: { id: string; name: string }; tool: string },
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
      before: impersonal(before),
      after: impersonal(after),
    })),
  );

function impersonal(fields: object | null): object | null {
  if (fields === null) return null;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, PERSONAL.has(name) && value !== null ? "(personal)" : value]),
  );
}

/** Entries that match, newest first, at most one more than `limit`; and how many there are in all. */
export async function searchAudit(
  db: SiteDb,
  given: Omit<AuditFilters, "products">,
  { limit, after }: CursorPage,
): Promise<{ entries: EntryRow[]; total: number }> {
  const filters = given.of === undefined ? given : { ...given, products: await productsWithSku(db, given.of) };
  const entries = await entriesAfter(db, filters, { after, limit: limit + 1 });
  return { entries, total: await countEntries(db, filters) };
}
