import { type Static, Type } from "typebox";
import { type Cursor, Nullable } from "../../core/shapes.ts";
import type { SiteDb } from "../../db/database.ts";
import { afterCursor } from "../../db/keyset.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { type Conditions, where } from "../products/filter-queries.ts";

const StockRow = Type.Object({
  id: Type.String(),
  product_slug: Type.String(),
  product_name: Type.String(),
  status: Type.String(),
  title: Type.String(),
  sku: Nullable(Type.String()),
  inventory_quantity: Type.Integer(),
  track_quantity: Type.Boolean(),
  continue_selling_when_out_of_stock: Type.Boolean(),
  /** The product's. */
  created_at: Type.String(),
});
export type StockRow = Static<typeof StockRow>;

/** The condition that variants have at most so many units in stock. Without a number, every variant meets it. */
export const withAtMost = (quantity: number | undefined): Sql =>
  quantity === undefined ? sql`true` : sql`v.track_quantity and v.inventory_quantity <= ${quantity}`;

/** Variants of the products that meet the conditions, the newest products first. */
export const stockForAdmin = (
  db: SiteDb,
  conditions: Conditions,
  maxQuantity: number | undefined,
  after: Cursor | null,
  limit: number,
) =>
  db.many(
    StockRow,
    sql`
    select v.id, p.slug as product_slug, p.name as product_name, p.status, v.title, v.sku, v.inventory_quantity,
      v.track_quantity, v.continue_selling_when_out_of_stock, p.created_at
    from products p
    join variants v on v.site_id = ${db.siteId} and v.product_id = p.id
    where p.site_id = ${db.siteId} and ${where(conditions)} and ${withAtMost(maxQuantity)}
      ${afterCursor(after, sql`p.created_at`, sql`v.id`)}
    order by p.created_at desc, v.id desc
    limit ${limit}
  `,
  );

export const countStock = (db: SiteDb, conditions: Conditions, maxQuantity: number | undefined) =>
  db.count(sql`
    select count(*)
    from products p
    join variants v on v.site_id = ${db.siteId} and v.product_id = p.id
    where p.site_id = ${db.siteId} and ${where(conditions)} and ${withAtMost(maxQuantity)}
  `);

/** The stock of these variants. Lock them before a change. */
export const stockOf = (db: SiteDb, ids: string[]) =>
  db.many(
    Type.Object({ id: Type.String(), inventory_quantity: Type.Integer(), is_limited: Type.Boolean() }),
    sql`
    select id, inventory_quantity, track_quantity and not continue_selling_when_out_of_stock as is_limited
    from variants
    where site_id = ${db.siteId} and id = any(${ids}::uuid[])
  `,
  );
