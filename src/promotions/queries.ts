import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import { type CustomerIdentity, ordersCountedForBuyer } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { empty, type Sql, sql, withFixedText } from "../db/sql.ts";
import { foldCode } from "./codes.ts";

const promotion = {
  id: Type.String(),
  code: Nullable(Type.String()),
  folded_code: Nullable(Type.String()),
  title: Type.String(),
  message: Nullable(Type.String()),
  discount_type: Type.Enum(["percentage", "fixed_amount", "free_shipping", "buy_x_get_y"]),
  discount_value: Type.Integer(),
  buy_quantity: Type.Integer(),
  get_quantity: Type.Integer(),
  target_type: Type.Enum(["store", "products", "collections", "categories"]),
  target_ids: Type.Array(Type.String()),
  min_order_amount: Nullable(Type.Integer()),
  min_quantity: Nullable(Type.Integer()),
  max_discount_amount: Nullable(Type.Integer()),
  starts_at: Nullable(Type.String()),
  expires_at: Nullable(Type.String()),
  usage_limit: Nullable(Type.Integer()),
  usage_limit_per_customer: Nullable(Type.Integer()),
  used_count: Type.Integer(),
  is_combinable: Type.Boolean(),
  is_discoverable: Type.Boolean(),
  is_active: Type.Boolean(),
};
export const PromotionRow = Type.Object(promotion);
export type PromotionRow = Static<typeof PromotionRow>;

/** `used_by_customer` is 0 without a limit per customer. */
const CandidateRow = Type.Object({ ...promotion, used_by_customer: Type.Integer() });
export type CandidateRow = Static<typeof CandidateRow>;

export const columns: Sql = sql`
      p.id, p.code, p.folded_code, p.title, p.message, p.discount_type, p.discount_value, p.buy_quantity,
      p.get_quantity, p.target_type, p.target_ids, p.min_order_amount, p.min_quantity, p.max_discount_amount,
      p.starts_at, p.expires_at, p.usage_limit, p.usage_limit_per_customer, p.used_count, p.is_combinable,
      p.is_discoverable, p.is_active`;

export const isRunning = (db: SiteDb): Sql => sql`
      p.is_active
      and (p.starts_at is null or p.starts_at <= ${db.now})
      and (p.expires_at is null or p.expires_at > ${db.now})
      and (p.usage_limit is null or p.used_count < p.usage_limit)`;

/** Automatic promotions that are applied, the oldest first; further ones are ignored. */
const MAX_AUTOMATIC = 100;

/** How often a promotion was used; `used_count` says it only while there is a limit. */
export const usesOf = (db: SiteDb, promotionId: Sql): Sql => sql`(
        select count(*)
        from promotion_uses u
        where u.site_id = ${db.siteId} and u.promotion_id = ${promotionId}
      )`;

/** How often the orders of the CTE `buyer_orders` used the promotion `p`. */
export const usesOfBuyer = (db: SiteDb): Sql => sql`(
        select count(*)
        from buyer_orders o
        join promotion_uses u on u.site_id = ${db.siteId} and u.promotion_id = p.id and u.order_id = o.id
      )`;

/** The running automatic promotions, the promotions of these codes in any state, and those of the condition `also`. */
const candidates = (db: SiteDb, codes: string[], buyer: CustomerIdentity, also: Sql) =>
  db.many(
    CandidateRow,
    withFixedText(sql`
    with buyer_orders as materialized (${ordersCountedForBuyer(db, buyer)}
    )
    select ${columns},
      case when p.usage_limit_per_customer is null then 0 else ${usesOfBuyer(db)} end as used_by_customer
    from promotions p
    where p.site_id = ${db.siteId}
      and (
        p.folded_code = any(${codes.map(foldCode)}::text[])${also}
        or p.id = any(array(
          select p.id
          from promotions p
          where p.site_id = ${db.siteId} and p.code is null and ${isRunning(db)}
          order by p.id
          limit ${MAX_AUTOMATIC}
        ))
      )
    order by p.id
  `),
  );

/**
 * The running automatic promotions, and the promotions of these codes in any state. For limits per customer, the earlier
 * orders of the buyer's account, phone number and e-mail count.
 */
export const findCandidates = (db: SiteDb, codes: string[], buyer: CustomerIdentity) =>
  candidates(db, codes, buyer, empty);

/**
 * What a placed order may have: the promotions that it was `granted`, those of its codes in any state, and the automatic
 * ones that ran when it was placed. `db.now` is that time.
 */
export const findCandidatesOfOrder = (db: SiteDb, codes: string[], granted: string[], buyer: CustomerIdentity) =>
  candidates(
    db,
    codes,
    buyer,
    sql`
        or p.id = any(${granted}::uuid[])`,
  );

export const findRunningAutomaticPromotions = (db: SiteDb) =>
  db.many(
    PromotionRow,
    withFixedText(sql`
    select ${columns}
    from promotions p
    where p.site_id = ${db.siteId} and p.code is null and ${isRunning(db)}
    order by p.id
    limit ${MAX_AUTOMATIC}
  `),
  );

/** The next time at which the running automatic promotions change by the clock. */
export const findNextChange = (db: SiteDb) =>
  db.first(
    Type.Object({ at: Nullable(Type.String()) }),
    sql`
    select min(t.at) as at
    from promotions p
    cross join lateral (values (p.starts_at), (p.expires_at)) t (at)
    where p.site_id = ${db.siteId} and p.code is null and p.is_active and t.at > ${db.now}
  `,
  );

export const findDiscoverablePromotions = (db: SiteDb) =>
  db.many(
    PromotionRow,
    withFixedText(sql`
    select ${columns}
    from promotions p
    where p.site_id = ${db.siteId} and p.is_discoverable and ${isRunning(db)}
    order by p.id
    limit 100
  `),
  );
