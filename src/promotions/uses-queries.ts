import { Type } from "typebox";
import { type CustomerIdentity, ordersCountedForBuyer } from "../customers/customers.ts";
import type { SiteDb } from "../db/database.ts";
import { sql, withFixedText } from "../db/sql.ts";
import { usesOfBuyer } from "./queries.ts";

const IdRow = Type.Object({ id: Type.String() });

const CountedPromotion = Type.Object({
  id: Type.String(),
  /** Whether the promotion ends by its limit, or begins again. */
  flips_running: Type.Boolean(),
});

/**
 * Adds one to `used_count` of each promotion. Returns the promotions that had a use left. Locks them in the order of
 * their ids until the transaction ends, so that two orders never wait for each other.
 */
export const incrementUsedCounts = (db: SiteDb, ids: string[]) =>
  db.many(
    CountedPromotion,
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
    returning id, coalesce(used_count >= usage_limit, false) as flips_running
  `,
  );

/**
 * Records which promotions an order uses. Returns the recorded ones. Not recorded are promotions that the buyer may not
 * use again, and those that got a limit after they were chosen, because `used_count` does not include this use. A
 * merchant's change locks the promotion against recording, so the limits read here are current.
 */
export const insertUses = (
  db: SiteDb,
  uses: { promotion_id: string; amount: number; is_counted: boolean }[],
  orderId: string,
  buyer: CustomerIdentity,
) =>
  db.many(
    IdRow,
    withFixedText(sql`
    insert into promotion_uses as recorded (site_id, promotion_id, order_id, amount, created_at)
    with buyer_orders as materialized (${ordersCountedForBuyer(db, buyer)}
    )
    select p.site_id, p.id, ${orderId}, u.amount, ${db.now}
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u (promotion_id uuid, amount bigint, is_counted boolean)
    join promotions p on p.id = u.promotion_id
    where p.site_id = ${db.siteId}
      and (u.is_counted or (p.usage_limit is null and p.usage_limit_per_customer is null))
      and (
        p.usage_limit_per_customer is null
        or p.usage_limit_per_customer > ${usesOfBuyer(db)}
      )
    for key share of p
    returning recorded.promotion_id as id
  `),
  );

/** Locks promotions in the order of their ids until the transaction ends. */
export const lockPromotions = (db: SiteDb, ids: string[]) =>
  db.run(sql`
    select id
    from promotions
    where site_id = ${db.siteId} and id = any(${ids}::uuid[])
    order by id
    for no key update
  `);

/** Sets what an order's promotions take off it, in minor units. */
export const updateUses = (db: SiteDb, orderId: string, uses: { promotion_id: string; amount: number }[]) =>
  db.run(sql`
    update promotion_uses p
    set amount = u.amount
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u (promotion_id uuid, amount bigint)
    where p.site_id = ${db.siteId} and p.order_id = ${orderId} and p.promotion_id = u.promotion_id
  `);

/** Removes these promotions from an order, and returns those that it had. */
export const deleteUsesOf = (db: SiteDb, orderId: string, promotionIds: string[]) =>
  db.many(
    IdRow,
    sql`
    delete from promotion_uses
    where site_id = ${db.siteId} and order_id = ${orderId} and promotion_id = any(${promotionIds}::uuid[])
    returning promotion_id as id
  `,
  );

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
 * Subtracts one from `used_count` of each promotion that has a limit. Locks the promotions without a limit, too, and
 * reads the limit only then: when a merchant sets one at the same time, `used_count` is correct whichever comes first.
 */
export const decrementUsedCounts = (db: SiteDb, ids: string[]) =>
  db.many(
    CountedPromotion,
    sql`
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
    returning id, coalesce(used_count + 1 = usage_limit, false) as flips_running
  `,
  );
