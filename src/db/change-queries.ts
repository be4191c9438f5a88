import type { RecordedChanges } from "./changes.ts";
import { type Sql, sql } from "./sql.ts";

/** Tells every process what this transaction changed. */
export const insertChanges = ({ id, siteId, parts, productIds }: RecordedChanges): Sql => sql`
    insert into changes (site_id, id, parts, product_ids)
    values (${siteId}, ${id}, ${[...parts]}::text[], ${[...productIds]}::uuid[])
  `;
