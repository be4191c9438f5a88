import type { BoundedCount } from "../../core/shapes.ts";
import { countUpToBound } from "../../db/bounded-count.ts";
import type { SiteDb } from "../../db/database.ts";
import { type Sql, sql, withFixedText } from "../../db/sql.ts";

/** Orders whose last call said to call again, at a time that has passed. */
const isDue = (db: SiteDb): Sql => sql`o.status in ('pending', 'confirmed') and o.call_again_at <= ${db.now}`;
const isNeverCalled = sql`o.status = 'pending' and not o.is_called`;

/** Orders that nobody else is calling now. */
const isFree = (db: SiteDb, holder: string): Sql =>
  sql`(o.call_held_until is null or o.call_held_until <= ${db.now} or o.call_held_by = ${holder})`;

/** The order that this caller took last, if it is still to be called, locked. */
export const lockHeld = (db: SiteDb, holder: string): Promise<string[]> =>
  db.ids(
    withFixedText(sql`
    select o.id
    from orders o
    where o.site_id = ${db.siteId} and o.call_held_by = ${holder} and ((${isDue(db)}) or (${isNeverCalled}))
    order by o.call_held_until desc
    limit 1
    for no key update
  `),
  );

/** The next order whose shopper waits for another call, locked: who asks meanwhile gets the one after it. */
export const lockNextDue = (db: SiteDb, holder: string, skipped: string[]): Promise<string[]> =>
  db.ids(
    withFixedText(sql`
    select o.id
    from orders o
    where o.site_id = ${db.siteId} and ${isDue(db)} and ${isFree(db, holder)} and o.order_number <> all(${skipped}::text[])
    order by o.call_again_at, o.id
    limit 1
    for no key update skip locked
  `),
  );

/** The same of those that nobody has called, the oldest first. */
export const lockNextNew = (db: SiteDb, holder: string, skipped: string[]): Promise<string[]> =>
  db.ids(
    withFixedText(sql`
    select o.id
    from orders o
    where o.site_id = ${db.siteId} and ${isNeverCalled} and ${isFree(db, holder)}
      and o.order_number <> all(${skipped}::text[])
    order by o.created_at, o.id
    limit 1
    for no key update skip locked
  `),
  );

/** Keeps an order for who calls, until a time. */
export const hold = (db: SiteDb, orderId: string, holder: string, until: string): void =>
  db.send(sql`
    update orders
    set call_held_by = ${holder}, call_held_until = ${until}
    where site_id = ${db.siteId} and id = ${orderId}
  `);

/** Gives those of these orders back that somebody holds. */
export const giveBack = (db: SiteDb, holder: string, orderNumbers: string[]): void =>
  db.send(sql`
    update orders
    set call_held_by = null, call_held_until = null
    where site_id = ${db.siteId} and call_held_by = ${holder} and order_number = any(${orderNumbers}::text[])
  `);

/** Selects the first ids of the orders that a caller may get now, in the order in which they come. */
const idsToCall = (db: SiteDb, holder: string, limit: number): Sql => sql`
      select id
      from (
        (
          select o.id, 1 as rank, o.call_again_at as since
          from orders o
          where o.site_id = ${db.siteId} and ${isDue(db)} and ${isFree(db, holder)}
          order by o.call_again_at, o.id
          limit ${limit}
        )
        union all
        (
          select o.id, 2, o.created_at
          from orders o
          where o.site_id = ${db.siteId} and ${isNeverCalled} and ${isFree(db, holder)}
          order by o.created_at, o.id
          limit ${limit}
        )
      ) waiting
      order by rank, since, id
      limit ${limit}`;

export const findToCall = (db: SiteDb, holder: string, limit: number): Promise<string[]> =>
  db.ids(withFixedText(idsToCall(db, holder, limit)));

export const countToCall = (db: SiteDb, holder: string): Promise<BoundedCount> =>
  countUpToBound(db, (limit) => idsToCall(db, holder, limit));

/** Selects the ids of the orders whose time to call again has not come, the next first. */
const idsPostponed = (db: SiteDb, limit: number): Sql => sql`
      select o.id
      from orders o
      where o.site_id = ${db.siteId} and o.status in ('pending', 'confirmed') and o.call_again_at > ${db.now}
      order by o.call_again_at, o.id
      limit ${limit}`;

export const findPostponed = (db: SiteDb, limit: number): Promise<string[]> =>
  db.ids(withFixedText(idsPostponed(db, limit)));

export const countPostponed = (db: SiteDb): Promise<BoundedCount> =>
  countUpToBound(db, (limit) => idsPostponed(db, limit));

/** Sets of orders what the calls among their notes say. */
export const updateCalls = (db: SiteDb, ids: string[]) =>
  db.run(sql`
    update orders
    set
      is_called = exists (
        select
        from order_notes n
        where n.site_id = ${db.siteId} and n.order_id = orders.id and n.outcome is not null
      ),
      call_again_at = (
        select n.call_again_at
        from order_notes n
        where n.site_id = ${db.siteId} and n.order_id = orders.id and n.outcome is not null
        order by n.sequence desc
        limit 1
      )
    where site_id = ${db.siteId} and id = any(${ids}::uuid[])
  `);
