import { Type } from "typebox";
import type { SiteDb } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { isSale } from "./admin/customer-totals-queries.ts";

/** The units that these products sold and that did not come back; without products that were never ordered. */
export const unitsSold = (db: SiteDb, productIds: string[]) =>
  db.many(
    Type.Object({ product_id: Type.String(), units: Type.Integer() }),
    sql`
    select i.product_id, coalesce(sum(i.quantity - i.returned_quantity) filter (where ${isSale}), 0)::bigint as units
    from order_items i
    join orders o on o.site_id = ${db.siteId} and o.id = i.order_id
    where i.site_id = ${db.siteId} and i.product_id = any(${productIds}::uuid[])
    group by i.product_id
  `,
  );
