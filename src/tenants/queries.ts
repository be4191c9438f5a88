import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { Db, SiteDb } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { TenantRow } from "../db/tenant.ts";

const StateRow = Type.Object({
  suspended_at: Nullable(Type.String()),
  deletion_at: Nullable(Type.String()),
  deletion_began_at: Nullable(Type.String()),
});
export type StateRow = Static<typeof StateRow>;

/** Locks the store's row. */
export const lockState = (db: SiteDb) =>
  db.first(
    StateRow,
    sql`
    select suspended_at, deletion_at, deletion_began_at
    from sites
    where id = ${db.siteId}
    for no key update
  `,
  );

export const saveState = (db: SiteDb, { suspended_at, deletion_at, deletion_began_at }: StateRow) =>
  db.run(sql`
    update sites
    set suspended_at = ${suspended_at}, deletion_at = ${deletion_at}, deletion_began_at = ${deletion_began_at}
    where id = ${db.siteId}
  `);

/** The store when it is suspended. */
export const findSuspension = (db: Db, siteId: string) =>
  db.first(
    Type.Object({ suspended_at: Type.String() }),
    sql`
    select suspended_at
    from sites
    where id = ${siteId} and suspended_at is not null
  `,
  );

/** Stores whose deletion is due, the longest due first. */
export const findStoresToDelete = (db: Db, now: string, most: number) =>
  db.many(
    TenantRow,
    sql`
    select site_id, currency, country, locale, time_zone
    from stores_to_delete(${now}::timestamptz, ${most})
  `,
  );

/** Deletes up to so many rows of a store whose deletion has begun, or that has not arrived whole; returns whether none are left. */
export async function deleteRows(db: SiteDb, most: number): Promise<boolean> {
  const [row] = await db.many(
    Type.Object({ is_empty: Type.Boolean() }),
    sql`select delete_store_rows(${db.siteId}, ${most}) as is_empty`,
  );
  return row?.is_empty ?? false;
}

/** Deletes a store that has no rows left, with its keys, its staff, and the people who worked nowhere else. */
export const deleteEmptyStore = (db: SiteDb) => db.run(sql`select delete_empty_store(${db.siteId})`);

/** Adds to what the store has used on a day. */
export const addUse = (db: SiteDb, day: string, requests: number, bytes: number) =>
  db.run(sql`
    insert into store_use (site_id, day, requests, bytes)
    values (${db.siteId}, ${day}, ${requests}, ${bytes})
    on conflict (site_id, day) do update
    set requests = store_use.requests + excluded.requests, bytes = store_use.bytes + excluded.bytes
  `);

const DayOfUse = Type.Object({
  /** 2027-01-31, of UTC. */
  day: Type.String(),
  requests: Type.Integer(),
  bytes: Type.Integer(),
});

/** What the store has used, by day, from this one to that one. */
export const findUse = (db: SiteDb, from: string, to: string) =>
  db.many(
    DayOfUse,
    sql`
    select to_char(day, 'YYYY-MM-DD') as day, requests, bytes
    from store_use
    where site_id = ${db.siteId} and day between ${from} and ${to}
    order by day
    limit 400
  `,
  );

/** How many orders were placed on each day of UTC, from this one to that one. */
export const countOrdersByDay = (db: SiteDb, from: string, to: string) =>
  db.many(
    Type.Object({ day: Type.String(), orders: Type.Integer() }),
    sql`
    select to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as day, count(*) as orders
    from orders
    where site_id = ${db.siteId} and created_at >= ${`${from}T00:00:00Z`} and created_at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'
    group by 1
    order by 1
    limit 400
  `,
  );

const Sizes = Type.Object({
  products: Type.Integer(),
  orders: Type.Integer(),
  customers: Type.Integer(),
  keys: Type.Integer(),
  people: Type.Integer(),
  jobs_waiting: Type.Integer(),
});
export type Sizes = Static<typeof Sizes>;

/** What a store has, of each up to a million. */
export const findSizes = (db: SiteDb) =>
  db.first(
    Sizes,
    sql`
    select
      (select count(*) from (select from products where site_id = ${db.siteId} limit 1000000) p) as products,
      (select count(*) from (select from orders where site_id = ${db.siteId} limit 1000000) o) as orders,
      (select count(*) from (select from customers where site_id = ${db.siteId} limit 1000000) c) as customers,
      (select count(*) from api_keys where site_id = ${db.siteId} and revoked_at is null) as keys,
      (select count(*) from memberships where site_id = ${db.siteId} and ended_at is null) as people,
      (select count(*) from jobs where site_id = ${db.siteId} and finished_at is null and due_at <= ${db.now}) as jobs_waiting
  `,
  );
