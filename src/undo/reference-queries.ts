import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { TABLE_NAMES, type TableName } from "../db/recording/tables.ts";
import { type Sql, sql } from "../db/sql.ts";

/** What refers to a row. `table` and `key`: the referring row, where it is a recorded one. */
const Referrer = Type.Object({
  id: Type.String(),
  table: Nullable(Type.Enum(TABLE_NAMES as [TableName, ...TableName[]])),
  key: Nullable(Type.String()),
  /** "it was ordered". */
  what: Type.String(),
});
type Referrer = Static<typeof Referrer>;

interface ReferrerOptions {
  since: string;
  limit: number;
}

/**
 * What refers to rows that are about to be removed; enough of it for each to tell whether something remains. `since`: when the
 * change happened that is undone. `limit`: more than the caller removes or changes itself, so that one that stays is found.
 */
export async function findReferrers(
  db: SiteDb,
  table: TableName,
  keys: readonly string[],
  { since, limit }: ReferrerOptions,
): Promise<Referrer[]> {
  const statement = REFERRERS[table]?.(db, [...keys], { since, limit });
  return statement ? db.many(Referrer, statement) : [];
}

const REFERRERS: Partial<Record<TableName, (db: SiteDb, ids: string[], options: ReferrerOptions) => Sql>> = {
  products: (db, ids, { since, limit }) => sql`
    select cp.product_id::text as id, 'collection_products' as table, cp.collection_id || e'\t' || cp.product_id as key,
      'it was put into a collection' as what
    from collection_products cp
    where cp.site_id = ${db.siteId} and cp.product_id = any(${ids}::uuid[])
    union all
    ${promotionsFor(db, ids, since)}
    limit ${limit}`,
  // Orders keep their own copy of what was bought: what came back by an undo may go again, unless it was ordered meanwhile.
  variants: (db, ids, { since }) => sql`
    select distinct m.variant_id::text as id, null as table, null as key, 'it was ordered' as what
    from stock_movements m
    where m.site_id = ${db.siteId} and m.variant_id = any(${ids}::uuid[]) and m.order_id is not null
      and m.created_at > ${since}`,
  categories: (db, ids, { since, limit }) => sql`
    (
      select p.category_id::text as id, 'products' as table, p.id::text as key, 'products were put into it' as what
      from products p
      where p.site_id = ${db.siteId} and p.category_id = any(${ids}::uuid[])
      limit ${limit}
    )
    union all
    select c.parent_id::text, 'categories', c.id::text, 'categories were put into it'
    from categories c
    where c.site_id = ${db.siteId} and c.parent_id = any(${ids}::uuid[])
    union all
    ${promotionsFor(db, ids, since)}`,
  collections: (db, ids, { since, limit }) => sql`
    (
      select cp.collection_id::text as id, 'collection_products' as table, cp.collection_id || e'\t' || cp.product_id as key,
        'products were put into it' as what
      from collection_products cp
      where cp.site_id = ${db.siteId} and cp.collection_id = any(${ids}::uuid[])
      limit ${limit}
    )
    union all
    ${promotionsFor(db, ids, since)}`,
  promotions: (db, ids, { limit }) => sql`
    select u.promotion_id::text as id, 'promotion_uses' as table, u.promotion_id || e'\t' || u.order_id as key,
      'it was used' as what
    from promotion_uses u
    where u.site_id = ${db.siteId} and u.promotion_id = any(${ids}::uuid[])
    limit ${limit}`,
  carriers: (db, ids) => sql`
    select c.id::text as id, null as table, null as key, 'orders have it' as what
    from carriers c
    cross join lateral (
      select from orders o
      where o.site_id = ${db.siteId} and o.carrier = c.name
      order by o.created_at -- so that the index of carriers is used: else all orders are read when none has it
      limit 1
    ) o
    where c.site_id = ${db.siteId} and c.id = any(${ids}::uuid[])`,
  customers: (db, ids) => sql`
    select distinct o.customer_id::text as id, null as table, null as key, 'it has orders' as what
    from orders o
    where o.site_id = ${db.siteId} and o.customer_id = any(${ids}::uuid[])
    union all
    select distinct c.customer_id::text, null, null, 'it has a cart'
    from carts c
    where c.site_id = ${db.siteId} and c.customer_id = any(${ids}::uuid[])
    union all
    select distinct a.customer_id::text, null, null, 'it has addresses'
    from addresses a
    where a.site_id = ${db.siteId} and a.customer_id = any(${ids}::uuid[])`,
};

/** What promotions are for may be deleted: only those count that were created since. */
const promotionsFor = (db: SiteDb, ids: string[], since: string): Sql => sql`
    select target.id::text, 'promotions', p.id::text, 'a promotion is for it'
    from promotions p
    cross join unnest(p.target_ids) as target (id)
    where p.site_id = ${db.siteId} and target.id = any(${ids}::uuid[]) and p.created_at > ${since}`;

const OrderState = Type.Object({
  id: Type.String(),
  status: Type.String(),
  payment_status: Type.String(),
  /** Whether its carrier has paid its cash to the shop. */
  is_remitted: Type.Boolean(),
});

/** The states of these orders, by id; locks them. */
export async function ordersInState(db: SiteDb, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Static<typeof OrderState>>();
  const rows = await db.many(
    OrderState,
    sql`
    select id, status, payment_status, remitted_at is not null as is_remitted
    from orders
    where site_id = ${db.siteId} and id = any(${[...ids]}::uuid[])
    order by id
    for no key update
  `,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which of these carts are open; locks them. */
export async function openCarts(db: SiteDb, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.many(
    Type.Object({ id: Type.String() }),
    sql`
    select id
    from carts
    where site_id = ${db.siteId} and id = any(${[...ids]}::uuid[]) and status = 'open'
    order by id
    for no key update
  `,
  );
  return new Set(rows.map(({ id }) => id));
}

/** How often each of these promotions was used, by id; without those that never were. */
export async function usesOf(db: SiteDb, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.many(
    Type.Object({ id: Type.String(), uses: Type.Integer() }),
    sql`
    select u.promotion_id as id, count(*)::integer as uses
    from promotion_uses u
    where u.site_id = ${db.siteId} and u.promotion_id = any(${[...ids]}::uuid[])
    group by u.promotion_id
  `,
  );
  return new Map(rows.map(({ id, uses }) => [id, uses]));
}

/** The parent of each category. Lock all of them first. */
export async function allParents(db: SiteDb): Promise<Map<string, string | null>> {
  const rows = await db.many(
    Type.Object({ id: Type.String(), parent_id: Nullable(Type.String()) }),
    sql`select id, parent_id from categories where site_id = ${db.siteId}`,
  );
  return new Map(rows.map(({ id, parent_id }) => [id, parent_id]));
}

const MissedReturn = Type.Object({
  /** The order line's id. */
  id: Type.String(),
  order_id: Type.String(),
  variant_id: Type.String(),
  quantity: Type.Integer(),
  reason: Type.Enum(["order_change", "cancellation", "return"]),
});
export type MissedReturn = Static<typeof MissedReturn>;

/**
 * The units of these variants that orders gave back by a change, a cancellation or a return, and that the ledger has not got back.
 * Of orders that earlier releases returned, all units were given back.
 */
export const findMissedReturns = (db: SiteDb, variantIds: string[]) =>
  db.many(
    MissedReturn,
    sql`
    with moved as (
      select m.order_id, m.order_item_id, m.variant_id,
        coalesce(sum(m.quantity) filter (where m.reason in ('sale', 'order_change')), 0) as sold,
        coalesce(sum(m.quantity) filter (where m.reason = 'cancellation'), 0) as cancelled,
        coalesce(sum(m.quantity) filter (where m.reason = 'return'), 0) as returned
      from stock_movements m
      where m.site_id = ${db.siteId} and m.variant_id = any(${variantIds}::uuid[]) and m.order_id is not null
      group by m.order_id, m.order_item_id, m.variant_id
    )
    select m.order_item_id as id, m.order_id, m.variant_id, missed.quantity::integer, missed.reason
    from moved m
    join orders o on o.site_id = ${db.siteId} and o.id = m.order_id
    join order_items i on i.site_id = ${db.siteId} and i.order_id = m.order_id and i.id = m.order_item_id
    cross join lateral (
      values
        ('order_change', -i.quantity - m.sold),
        ('cancellation', case when o.status = 'cancelled' then i.quantity else 0 end - m.cancelled),
        (
          'return',
          case
            when i.returned_quantity > 0 then (
              select coalesce(sum(b.quantity), 0)
              from order_return_items b
              where b.site_id = ${db.siteId} and b.order_id = i.order_id and b.order_item_id = i.id and b.is_restocked
            )
            when o.status = 'returned' then i.quantity
            else 0
          end - m.returned
        )
    ) missed (reason, quantity)
    where missed.quantity > 0
  `,
  );

/** The units of these products, by id, that orders sold and that did not come back. */
export async function unitsSold(db: SiteDb, productIds: string[]): Promise<Map<string, number>> {
  const rows = await db.many(
    Type.Object({ product_id: Type.String(), units: Type.Integer() }),
    sql`
    select i.product_id, sum(i.quantity - i.returned_quantity)::bigint as units
    from order_items i
    join orders o on o.site_id = ${db.siteId} and o.id = i.order_id
    where i.site_id = ${db.siteId} and i.product_id = any(${productIds}::uuid[])
      and o.status <> all(${["cancelled", "returned"]}::text[])
    group by i.product_id
  `,
  );
  return new Map(rows.map(({ product_id, units }) => [product_id, units]));
}

const NamedRow = Type.Object({ id: Type.String(), name: Type.String() });

/** What merchants call these products, collections, or orders. */
export async function namesOf(
  db: SiteDb,
  table: "products" | "collections" | "orders",
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const statement = {
    products: sql`select id, slug as name from products where site_id = ${db.siteId} and id = any(${[...ids]}::uuid[])`,
    collections: sql`select id, slug as name from collections where site_id = ${db.siteId} and id = any(${[...ids]}::uuid[])`,
    orders: sql`select id, order_number as name from orders where site_id = ${db.siteId} and id = any(${[...ids]}::uuid[])`,
  }[table];
  return new Map((await db.many(NamedRow, statement)).map(({ id, name }) => [id, name]));
}
