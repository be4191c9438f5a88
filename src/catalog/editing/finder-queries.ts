import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";

/** The first products that meet a condition, and the condition. */
export interface Found {
  ids: string[];
  condition: Sql;
}

/** The ids let an index find the products; the condition is checked again, because others may change them meanwhile. */
export const withIdsAnd = ({ ids, condition }: Found): Sql => sql`p.id = any(${ids}::uuid[]) and ${condition}`;

/**
 * The products that match a `tsquery`, at most `most` and in no order, and those of this slug or SKU. The function of the
 * database uses the index of texts, which row-level security would prevent.
 */
export async function findByText(
  db: SiteDb,
  query: string,
  code: string,
  most: number,
): Promise<{ matching: string[]; named: string[] }> {
  const [matching, named] = await Promise.all([
    db.ids(sql`select id from products_with_text(${db.siteId}, ${query}::tsquery, ${most}) as id`),
    db.ids(sql`
    select p.id from products p where p.site_id = ${db.siteId} and p.slug = ${code}
    union
    select v.product_id from variants v where v.site_id = ${db.siteId} and v.sku = ${code}
  `),
  ]);
  return { matching, named };
}

/** The active products of this name, and those among `ids`, at most `most`. The name is folded as `sort_name` is. */
export const findByName = (db: SiteDb, name: string, ids: string[], most: number): Promise<string[]> =>
  db.ids(sql`
    select p.id from products p where p.site_id = ${db.siteId} and p.status = 'active' and p.sort_name = ${name}
    union
    select p.id from products p where p.site_id = ${db.siteId} and p.id = any(${ids}::uuid[]) and p.sort_name = ${name}
    order by id
    limit ${most}
  `);

/** The products of any status with this vendor or tag, in small or capital letters; at most `most` and in no order. */
export const findByLabel = (db: SiteDb, kind: "vendor" | "tag", value: string, most: number): Promise<string[]> =>
  db.ids(sql`select id from products_with_keys(${db.siteId}, array[${labelKey(kind, value)}], ${most}) as id`);

const labelKey = (kind: "vendor" | "tag", value: string): Sql => sql`${kind} || ' ' || lower(${value})`;

/** The condition that products have this vendor or tag. */
export const withLabel = (kind: "vendor" | "tag", value: string): Sql =>
  sql`p.filter_keys @> array[${labelKey(kind, value)}]`;

/** The condition that products match a `tsquery` or are among `named`. */
export const withTextOrIds = (query: string, named: string[]): Sql =>
  sql`(p.search @@ ${query}::tsquery or p.id = any(${named}::uuid[]))`;
