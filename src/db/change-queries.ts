import { newId } from "../core/ids.ts";
import type { StoreChanges } from "./changes.ts";
import { type Sql, sql } from "./sql.ts";

/** Tells every process what this transaction changed. */
export const insertChanges = ({ siteId, parts, productIds }: StoreChanges): Sql => sql`
    insert into changes (site_id, id, parts, product_ids)
    values (${siteId}, ${newId()}, ${[...parts]}::text[], ${[...productIds]}::uuid[])
  `;
