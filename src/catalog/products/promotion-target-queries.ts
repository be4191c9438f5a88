import { Type } from "typebox";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql, withFixedText } from "../../db/sql.ts";
import { categoryIds } from "../categories/tree-queries.ts";

/** Ids of the collections that product `p` is in. */
export const collectionIds = (db: SiteDb): Sql => sql`array(
        select cp.collection_id
        from collection_products cp
        where cp.site_id = ${db.siteId} and cp.product_id = p.id
      )`;

const groups = { collection_ids: Type.Array(Type.String()), category_ids: Type.Array(Type.String()) };

/** The collections and categories of products, which promotions may be limited to; deleted products are missing. */
export const groupsOf = (db: SiteDb, productIds: string[]) =>
  db.many(
    Type.Object({ product_id: Type.String(), ...groups }),
    withFixedText(sql`
    select p.id as product_id, ${collectionIds(db)} as collection_ids, ${categoryIds(db)} as category_ids
    from products p
    where p.site_id = ${db.siteId} and p.id = any(${productIds}::uuid[])
  `),
  );

/** A product, or one of its variants, and how many of it. */
export interface RequestedItem {
  product_id: string;
  variant_id: string | null;
  quantity: number;
}

/** The published ones of these items with their prices, in their order. Without a variant, the lowest price of the product. */
export const priceItems = (db: SiteDb, items: RequestedItem[]) =>
  db.many(
    Type.Object({ product_id: Type.String(), price: Type.Integer(), quantity: Type.Integer(), ...groups }),
    withFixedText(sql`
    select p.id as product_id, coalesce(v.price, p.min_price) as price, w.quantity,
      ${collectionIds(db)} as collection_ids, ${categoryIds(db)} as category_ids
    from rows from (
      jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as (product_id uuid, variant_id uuid, quantity integer)
    ) with ordinality as w (product_id, variant_id, quantity, position)
    join products p on p.id = w.product_id
    left join variants v on v.site_id = ${db.siteId} and v.product_id = p.id and v.id = w.variant_id
    where p.site_id = ${db.siteId} and p.status = 'active' and (w.variant_id is null or v.id is not null)
    order by w.position
  `),
  );
