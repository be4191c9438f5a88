import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import { type CustomerIdentity, ordersCountedForBuyer } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { type Sql, sql } from "../db/sql.ts";

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

/** More automatic promotions than these, the oldest, are not looked at. */
const MAX_AUTOMATIC = 100;

/** How often the orders in `theirs` used the promotion `p`. */
const usesOfBuyer = (db: SiteDb): Sql => sql`(
        select count(*)
        from theirs t
        join promotion_uses u on u.site_id = ${db.siteId} and u.promotion_id = p.id and u.order_id = t.id
      )`;

/** The automatic promotions that run, and those of these codes whatever their state. */
export const candidates = (db: SiteDb, foldedCodes: string[], buyer: CustomerIdentity) =>
  db.many(
    CandidateRow,
    sql`
    with theirs as materialized (${ordersCountedForBuyer(db, buyer)}
    )
    select ${columns},
      case when p.usage_limit_per_customer is null then 0 else ${usesOfBuyer(db)} end as used_by_customer
    from promotions p
    where p.site_id = ${db.siteId}
      and (
        p.folded_code = any(${foldedCodes}::text[])
        or p.id = any(array(
          select p.id
          from promotions p
          where p.site_id = ${db.siteId} and p.code is null and ${isRunning(db)}
          order by p.id
          limit ${MAX_AUTOMATIC}
        ))
      )
    order by p.id
  `,
  );

export const automaticPromotions = (db: SiteDb) =>
  db.many(
    PromotionRow,
    sql`
    select ${columns}
    from promotions p
    where p.site_id = ${db.siteId} and p.code is null and ${isRunning(db)}
    order by p.id
    limit ${MAX_AUTOMATIC}
  `,
  );

export const discoverablePromotions = (db: SiteDb) =>
  db.many(
    PromotionRow,
    sql`
    select ${columns}
    from promotions p
    where p.site_id = ${db.siteId} and p.is_discoverable and ${isRunning(db)}
    order by p.id
    limit 100
  `,
  );

const IdRow = Type.Object({ id: Type.String() });

/**
 * Counts one more use of each promotion that has a limit; those that are used up are not among the answer. Locks them
 * in the order of their ids until the transaction ends, so that two orders never wait for each other.
 */
export const countUses = (db: SiteDb, ids: string[]) =>
  db.many(
    IdRow,
    sql`
    update promotions
    set used_count = used_count + 1
    where site_id = ${db.siteId} and id in (
      select p.id
      from promotions p
      where p.site_id = ${db.siteId} and p.id = any(${ids}::uuid[]) and p.is_active
        and (p.usage_limit is null or p.used_count < p.usage_limit)
      order by p.id
      for no key update
    )
    returning id
  `,
  );

/** What servers of the version before count a buyer's uses by. */
const earlierKey = ({ customer_id, phone }: CustomerIdentity): string =>
  customer_id ?? (phone ?? "").replace(/\D/g, "");

/**
 * Notes which promotions an order uses; those the customer may not use again are not among the answer, nor
 * those that got a limit since they were chosen: their uses would not be counted. Merchants change a promotion only
 * while nobody notes a use of it, so the limits seen here hold.
 */
export const insertUses = (
  db: SiteDb,
  uses: { promotion_id: string; amount: number; is_counted: boolean }[],
  orderId: string,
  buyer: CustomerIdentity,
) =>
  db.many(
    IdRow,
    sql`
    with theirs as materialized (${ordersCountedForBuyer(db, buyer)}
    )
    insert into promotion_uses (site_id, promotion_id, order_id, customer_key, amount, created_at)
    select p.site_id, p.id, ${orderId}, ${earlierKey(buyer)}, u.amount, ${db.now}
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u (promotion_id uuid, amount bigint, is_counted boolean)
    join promotions p on p.id = u.promotion_id
    where p.site_id = ${db.siteId}
      and (u.is_counted or (p.usage_limit is null and p.usage_limit_per_customer is null))
      and (
        p.usage_limit_per_customer is null
        or p.usage_limit_per_customer > ${usesOfBuyer(db)}
      )
    for key share of p
    returning promotion_id as id
  `,
  );

/** Takes off the uses of these orders whose they were. */
export const forgetBuyers = (db: SiteDb, orderIds: string[]) =>
  db.run(sql`
    update promotion_uses
    set customer_key = ''
    where site_id = ${db.siteId} and order_id = any(${orderIds}::uuid[])
  `);

export const deleteUses = (db: SiteDb, orderId: string) =>
  db.many(
    IdRow,
    sql`
    delete from promotion_uses
    where site_id = ${db.siteId} and order_id = ${orderId}
    returning promotion_id as id
  `,
  );

/**
 * Takes one use back of each promotion that has a limit. Locks those without one too, and looks for the limit only then:
 * a merchant who gives it one meanwhile counts the uses before or after this, and the count is right either way.
 */
export const uncountUses = (db: SiteDb, ids: string[]) =>
  db.run(sql`
    update promotions
    set used_count = case
      when used_count > 0 and (usage_limit is not null or usage_limit_per_customer is not null) then used_count - 1
      else used_count
    end
    where site_id = ${db.siteId} and id in (
      select p.id
      from promotions p
      where p.site_id = ${db.siteId} and p.id = any(${ids}::uuid[])
      order by p.id
      for no key update
    )
  `);

export type NewPromotion = Omit<PromotionRow, "used_count">;

export const insertPromotion = (db: SiteDb, given: NewPromotion) =>
  db.run(sql`
    insert into promotions (
      site_id, id, code, folded_code, title, message, discount_type, discount_value, buy_quantity, get_quantity,
      target_type, target_ids, min_order_amount, min_quantity, max_discount_amount, starts_at, expires_at, usage_limit,
      usage_limit_per_customer, used_count, is_combinable, is_discoverable, is_active, created_at, updated_at
    )
    values (
      ${db.siteId}, ${given.id}, ${given.code}, ${given.folded_code}, ${given.title}, ${given.message},
      ${given.discount_type}, ${given.discount_value}, ${given.buy_quantity}, ${given.get_quantity},
      ${given.target_type}, ${given.target_ids}::uuid[], ${given.min_order_amount}, ${given.min_quantity},
      ${given.max_discount_amount}, ${given.starts_at}, ${given.expires_at}, ${given.usage_limit},
      ${given.usage_limit_per_customer}, 0, ${given.is_combinable}, ${given.is_discoverable}, ${given.is_active},
      ${db.now}, ${db.now}
    )
  `);
