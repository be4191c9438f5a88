import { type Static, Type } from "typebox";
import { findCarriersWithOrders } from "../carriers/carriers.ts";
import { Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { ofStore } from "../db/recording/row-queries.ts";
import { TABLE_NAMES, type TableName, tableOf } from "../db/recording/tables.ts";
import { join, raw, type Sql, sql } from "../db/sql.ts";
import { ORDER_STATUSES, PAYMENT_STATUSES } from "../orders/orders.ts";
import { usesOf } from "../promotions/promotions.ts";
import { RULES } from "./rules.ts";

/** What refers to a row. `table` and `key`: the referring row, where it is a recorded one. */
const Referrer = Type.Object({
  id: Type.String(),
  table: Nullable(Type.Enum(TABLE_NAMES as [TableName, ...TableName[]])),
  key: Nullable(Type.String()),
  /** "it was ordered". */
  what: Type.String(),
});
type Referrer = Static<typeof Referrer>;

/**
 * What refers to rows that are about to be removed; enough of it for each to tell whether something remains. `since`: when the
 * change happened that is undone. `limit`: more than the caller removes or changes itself, so that one that stays is found.
 */
export async function findReferrers(
  db: SiteDb,
  table: TableName,
  ids: string[],
  { since, limit }: { since: string; limit: number },
): Promise<Referrer[]> {
  if (table === "carriers") {
    const carriers = await findCarriersWithOrders(db, ids);
    return carriers.map(({ id }) => ({ id, table: null, key: null, what: "orders have it" }));
  }
  const others = OTHER_REFERRERS[table]?.(db, ids, since);
  const statements = [...recordedReferrers(db, table, ids, limit), ...(others ? [others] : [])];
  return statements.length > 0 ? db.many(Referrer, join(statements, " union all ")) : [];
}

/** By the references of `RULES`. */
const recordedReferrers = (db: SiteDb, target: TableName, ids: string[], limit: number): Sql[] =>
  TABLE_NAMES.flatMap((table) =>
    Object.entries(RULES[table].references ?? {}).flatMap(([column, { to, kept }]) =>
      to === target && kept !== undefined
        ? sql`(
      select t.${raw(column)}::text as id, ${table} as table, ${keyText(table)} as key, ${kept} as what
      from ${raw(table)} t
      where ${ofStore(db, table)} and t.${raw(column)} = any(${ids}::uuid[])
      limit ${limit}
    )`
        : [],
    ),
  );

const keyText = (table: TableName): Sql =>
  raw(
    `concat_ws(e'\\t', ${Object.keys(tableOf(table).key)
      .map((column) => `t.${column}`)
      .join(", ")})`,
  );

/** What promotions are for may be deleted: only those count that were created since. */
const promotionsFor = (db: SiteDb, ids: string[], since: string): Sql => sql`
    select target.id::text as id, 'promotions' as table, p.id::text as key, 'a promotion is for it' as what
    from promotions p
    cross join unnest(p.target_ids) as target (id)
    where p.site_id = ${db.siteId} and target.id = any(${ids}::uuid[]) and p.created_at > ${since}`;

const OTHER_REFERRERS: Partial<Record<TableName, (db: SiteDb, ids: string[], since: string) => Sql>> = {
  products: promotionsFor,
  categories: promotionsFor,
  collections: promotionsFor,
  // Orders keep their own copy of what was bought: what came back by an undo may go again, unless it was ordered meanwhile.
  variants: (db, ids, since) => sql`
    select distinct m.variant_id::text as id, null as table, null as key, 'it was ordered' as what
    from stock_movements m
    where m.site_id = ${db.siteId} and m.variant_id = any(${ids}::uuid[]) and m.order_id is not null
      and m.created_at > ${since}`,
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

const OrderState = Type.Object({
  id: Type.String(),
  status: Type.Enum(ORDER_STATUSES),
  payment_status: Type.Enum(PAYMENT_STATUSES),
  remitted_at: Nullable(Type.String()),
});
export type OrderState = Static<typeof OrderState>;

/** The states of these orders, by id; locks them. */
export async function ordersInState(db: SiteDb, ids: readonly string[]): Promise<Map<string, OrderState>> {
  if (ids.length === 0) return new Map();
  const rows = await db.many(
    OrderState,
    sql`
    select id, status, payment_status, remitted_at
    from orders
    where site_id = ${db.siteId} and id = any(${[...ids]}::uuid[])
    order by id
    for no key update
  `,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** How often each of these promotions was used, by id. */
export async function promotionUses(db: SiteDb, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.many(
    Type.Object({ id: Type.String(), uses: Type.Integer() }),
    sql`
    select p.id, ${usesOf(db, sql`p.id`)}::integer as uses
    from promotions p
    where p.site_id = ${db.siteId} and p.id = any(${[...ids]}::uuid[])
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

const NAME_COLUMNS = { products: "slug", collections: "slug", orders: "order_number" } as const;

/** What merchants call these products, collections, or orders. */
export async function namesOf(db: SiteDb, table: keyof typeof NAME_COLUMNS, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db.many(
    Type.Object({ id: Type.String(), name: Type.String() }),
    sql`
    select t.id, t.${raw(NAME_COLUMNS[table])} as name
    from ${raw(table)} t
    where t.site_id = ${db.siteId} and t.id = any(${[...new Set(ids)]}::uuid[])
  `,
  );
}
