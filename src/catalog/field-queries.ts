import type { SiteDb } from "../db/database.ts";
import { empty, raw, type Sql, sql } from "../db/sql.ts";
import type { FieldTable } from "./field.ts";

/** SQL made of the names of fields, with commas between. Its text is always the same. */
export const listOfFields = (fields: FieldTable, write: (name: string) => string): Sql =>
  raw(Object.keys(fields).map(write).join(", "));

/**
 * The variants of product `p` as a JSON list: of `v` its id, these fields, and `more` members of the JSON object. It is
 * `json` and not `jsonb`: PostgreSQL writes it as text at once, in two thirds of the time.
 */
export const variantsOf = (db: SiteDb, fields: FieldTable, more: Sql = empty): Sql => sql`(
        select coalesce(
          json_agg(
            json_build_object('id', v.id, ${listOfFields(fields, (name) => `'${name}', v.${name}`)}${more})
            order by v.position, v.id
          ),
          '[]'
        )
        from variants v
        where v.site_id = ${db.siteId} and v.product_id = p.id
      ) as variants`;
