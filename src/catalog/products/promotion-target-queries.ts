import { Type } from "typebox";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { categoryIds } from "../categories/tree-queries.ts";

/** Ids of the collections that product `p` is in. */
export const collectionIds: Sql = sql`array(
        select cp.collection_id
        from collection_products cp
        where cp.site_id = p.site_id and cp.product_id = p.id
      )`;

const groups = { collection_ids: Type.Array(Type.String()), category_ids: Type.Array(Type.String()) };

/** What promotions may know products by. */
export const groupsOf = (db: SiteDb, productIds: string[]) =>
  db.many(
    Type.Object({ product_id: Type.String(), ...groups }),
    sql`
    select p.id as product_id, ${collectionIds} as collection_ids, ${categoryIds} as category_ids
    from products p
    where p.site_id = ${db.siteId} and p.id = any(${productIds}::uuid[])
  `,
  );

/** What a shopper may want to know the price of. */
export interface Wanted {
  product_id: string;
  variant_id: string | null;
  quantity: number;
}

/** The published ones of these with their prices, in their order; the lowest of the product where no variant is named. */
export const priceOf = (db: SiteDb, wanted: Wanted[]) =>
  db.many(
    Type.Object({ product_id: Type.String(), price: Type.Integer(), quantity: Type.Integer(), ...groups }),
    sql`
    select p.id as product_id, coalesce(v.price, p.min_price) as price, w.quantity,
      ${collectionIds} as collection_ids, ${categoryIds} as category_ids
    from rows from (
      jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as (product_id uuid, variant_id uuid, quantity integer)
    ) with ordinality as w (product_id, variant_id, quantity, position)
    join products p on p.id = w.product_id
    left join variants v on v.site_id = p.site_id and v.product_id = p.id and v.id = w.variant_id
    where p.site_id = ${db.siteId} and p.status = 'active' and (w.variant_id is null or v.id is not null)
    order by w.position
  `,
  );
