import { newId } from "../core/ids.ts";
import type { StoreChanges } from "./changes.ts";
import { type Sql, sql } from "./sql.ts";

/** Tells every process what this transaction changed. Sent with the commit. */
export const insertChanges = (db: { send(query: Sql): void }, { siteId, parts, productIds }: StoreChanges): void =>
  db.send(sql`
    insert into changes (site_id, id, parts, product_ids)
    values (${siteId}, ${newId()}, ${[...parts]}::text[], ${[...productIds]}::uuid[])
  `);
