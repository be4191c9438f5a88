import { Type } from "typebox";
import { type CustomerIdentity, ordersCountedForBuyer } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { foldCode } from "./codes.ts";

/** Whether a coupon of the store has this code. */
export const isCode = (db: SiteDb, code: string): Promise<boolean> =>
  db.exists(sql`
    select p.id
    from promotions p
    where p.site_id = ${db.siteId} and p.folded_code = ${foldCode(code)}
  `);

/** The newest coupons, up to a limit, to find the one that a misspelt code means. */
export const findNewestCodes = (db: SiteDb, limit: number) =>
  db.many(
    Type.Object({ code: Type.String(), title: Type.String() }),
    sql`
    select p.code, p.title
    from promotions p
    where p.site_id = ${db.siteId} and p.code is not null
    order by p.created_at desc, p.id desc
    limit ${limit}
  `,
  );

/** The orders of a buyer that use a promotion, newest first, each with the number of them all. */
export const findUsesOfBuyer = (db: SiteDb, promotionId: string, buyer: CustomerIdentity, limit: number) =>
  db.many(
    Type.Object({
      order_number: Type.String(),
      status: Type.String(),
      created_at: Type.String(),
      uses: Type.Integer(),
    }),
    sql`
    with buyer_orders as materialized (${ordersCountedForBuyer(db, buyer)}
    )
    select o.order_number, o.status, o.created_at, count(*) over () as uses
    from buyer_orders b
    join promotion_uses u on u.site_id = ${db.siteId} and u.promotion_id = ${promotionId} and u.order_id = b.id
    join orders o on o.site_id = ${db.siteId} and o.id = u.order_id
    order by o.created_at desc, o.id desc
    limit ${limit}
  `,
  );

/** The names of the products, collections or categories that a promotion is for. */
export const findTargetNames = (db: SiteDb, ids: string[], limit: number) =>
  db.many(
    Type.Object({ name: Type.String() }),
    sql`
    select t.name
    from (
      select p.id, p.name from products p where p.site_id = ${db.siteId} and p.id = any(${ids}::uuid[])
      union all
      select c.id, c.title from collections c where c.site_id = ${db.siteId} and c.id = any(${ids}::uuid[])
      union all
      select g.id, g.name from categories g where g.site_id = ${db.siteId} and g.id = any(${ids}::uuid[])
    ) t
    order by t.name, t.id
    limit ${limit}
  `,
  );
