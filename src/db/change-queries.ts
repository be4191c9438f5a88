import type { RecordedChanges } from "./changes.ts";
import { type Sql, sql } from "./sql.ts";

/** Tells every process what this transaction changed. Sent with the commit. */
export const insertChanges = (
  db: { send(query: Sql): void },
  { id, siteId, parts, productIds }: RecordedChanges,
): void =>
  db.send(sql`
    insert into changes (site_id, id, parts, product_ids)
    values (${siteId}, ${id}, ${[...parts]}::text[], ${[...productIds]}::uuid[])
  `);
