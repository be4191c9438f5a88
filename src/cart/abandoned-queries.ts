import { type Static, Type } from "typebox";
import { type Cursor, Nullable } from "../core/shapes.ts";
import type { Db, SiteDb } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { empty, type Sql, sql } from "../db/sql.ts";
import { TenantRow } from "../db/tenant.ts";

/** Which open carts are asked for. They expire 30 days after their last change, so `expires_at` orders them by it. */
export interface AbandonedFilters {
  /** ISO 8601; later than it. */
  expires_after: string;
  /** ISO 8601; at this time or earlier. */
  expires_until: string;
  /** Minor units. */
  min_value: number;
  /** Only carts of an account (true) or of guests (false); undefined: both. */
  has_account: boolean | undefined;
  /** Whether a later order with the phone number or e-mail of the account also takes a cart off the list. */
  compares_contacts: boolean;
}

/** How many lines of a cart are shown. */
const MAX_ITEMS = 3;

/** The carts of the period, the last changed first. A cart that is left out below has been read, too: so a limit comes first. */
const openCarts = (
  db: SiteDb,
  { expires_after, expires_until }: AbandonedFilters,
  after: Cursor | null,
  limit: number,
): Sql => sql`
      select c.id, c.customer_id, c.updated_at, c.expires_at
      from carts c
      where c.site_id = ${db.siteId} and c.status = 'open'
        and c.expires_at > ${expires_after} and c.expires_at <= ${expires_until}
        ${afterCursor(after, sql`c.expires_at`, sql`c.id`)}
      order by c.expires_at desc, c.id desc
      limit ${limit}`;

/** The lines of the cart `c` whose product is published, at today's prices. */
const linesOfCart = (db: SiteDb, columns: Sql): Sql => sql`
      select count(*) as lines, coalesce(sum(i.quantity), 0)::bigint as units,
        coalesce(sum(i.quantity * v.price), 0)::double precision as value${columns}
      from cart_items i
      join variants v on v.site_id = ${db.siteId} and v.id = i.variant_id
      join products p on p.site_id = ${db.siteId} and p.id = v.product_id
      where i.site_id = ${db.siteId} and i.cart_id = c.id and p.status = 'active'`;

const firstItems: Sql = sql`,
        to_jsonb((array_agg(
          jsonb_strip_nulls(jsonb_build_object(
            'product_name', p.name, 'variant_title', case when p.options = '[]' then null else v.title end,
            'quantity', i.quantity
          ))
          order by i.id
        ))[1:${MAX_ITEMS}::integer]) as items`;

/** The carts `c` with a value `l` and an account `u` that nobody ordered: no order of the account followed. */
const isAbandoned = (db: SiteDb, { min_value, has_account, compares_contacts }: AbandonedFilters): Sql => sql`
      l.lines > 0 and l.value >= ${min_value}
      ${has_account === undefined ? empty : sql`and (c.customer_id is not null) = ${has_account}`}
      and not exists (
        select 1 from orders o
        where o.site_id = ${db.siteId} and o.customer_id = c.customer_id and o.created_at > c.updated_at
      )
      ${compares_contacts ? hasNotOrdered(db) : empty}`;

/** No order with the phone number or the e-mail of the account `u` followed the cart `c`. */
const hasNotOrdered = (db: SiteDb): Sql => sql`and not exists (
        select 1 from orders o
        where o.site_id = ${db.siteId} and o.phone_key = u.phone_key and o.created_at > c.updated_at
      )
      and not exists (
        select 1 from orders o
        where o.site_id = ${db.siteId} and o.email_key = u.email_key and o.created_at > c.updated_at
      )`;

export const AbandonedCart = Type.Object({
  id: Type.String(),
  updated_at: Type.String(),
  expires_at: Type.String(),
  lines: Type.Integer(),
  units: Type.Integer(),
  /** Minor units. */
  value: Type.Number(),
  items: Type.Array(
    Type.Object({
      product_name: Type.String(),
      variant_title: Type.Optional(Type.String()),
      quantity: Type.Integer(),
    }),
  ),
  customer_name: Nullable(Type.String()),
  customer_phone: Nullable(Type.String()),
  customer_email: Nullable(Type.String()),
});
export type AbandonedCart = Static<typeof AbandonedCart>;

/** Up to `limit` carts among the first `maxRead` after the cursor. */
export const findAbandonedCarts = (
  db: SiteDb,
  filters: AbandonedFilters,
  after: Cursor | null,
  { limit, maxRead }: { limit: number; maxRead: number },
) =>
  db.many(
    AbandonedCart,
    sql`
    select c.id, c.updated_at, c.expires_at, l.lines, l.units, l.value, l.items,
      u.full_name as customer_name, u.phone as customer_phone, u.email as customer_email
    from (${openCarts(db, filters, after, maxRead)}
    ) c
    left join customers u on u.site_id = ${db.siteId} and u.id = c.customer_id
    cross join lateral (${linesOfCart(db, firstItems)}
    ) l
    where ${isAbandoned(db, filters)}
    order by c.expires_at desc, c.id desc
    limit ${limit}
  `,
  );

/** The last of the first `maxRead` carts after the cursor; undefined when there are fewer. */
export const findLastRead = (db: SiteDb, filters: AbandonedFilters, after: Cursor | null, maxRead: number) =>
  db.first(
    Type.Object({ id: Type.String(), expires_at: Type.String() }),
    sql`
    select c.id, c.expires_at
    from (${openCarts(db, filters, after, maxRead)}
    ) c
    order by c.expires_at desc, c.id desc
    offset ${maxRead - 1}
    limit 1
  `,
  );

/** The number of abandoned carts among the last changed `maxRead`, and their value in minor units. */
export const sumAbandonedCarts = (db: SiteDb, filters: AbandonedFilters, maxRead: number) =>
  db.first(
    Type.Object({ carts: Type.Integer(), value: Type.Number() }),
    sql`
    select count(*) as carts, coalesce(sum(l.value), 0)::double precision as value
    from (${openCarts(db, filters, null, maxRead)}
    ) c
    left join customers u on u.site_id = ${db.siteId} and u.id = c.customer_id
    cross join lateral (${linesOfCart(db, empty)}
    ) l
    where ${isAbandoned(db, filters)}
  `,
  );

/** Stores with carts of accounts that nobody looked at, last changed until then. */
export const findStoresWithLeftCarts = (db: Db, until: string, most: number) =>
  db.many(
    TenantRow,
    sql`
    select site_id, currency, country, locale, time_zone
    from stores_with_left_carts(${until}, ${most})
  `,
  );

const LeftCart = Type.Object({
  id: Type.String(),
  customer_id: Type.String(),
  updated_at: Type.String(),
  lines: Type.Integer(),
  units: Type.Integer(),
  /** Minor units. */
  value: Type.Number(),
  is_abandoned: Type.Boolean(),
});

/** Carts of accounts that nobody looked at, the longest left first, locked; those that shoppers change now come later. */
export const lockLeftCarts = (db: SiteDb, until: string, most: number) =>
  db.ids(sql`
    select id
    from carts
    where site_id = ${db.siteId} and status = 'open' and customer_id is not null and abandonment = 'unseen'
      and updated_at <= ${until}
    order by updated_at
    limit ${most}
    for update skip locked
  `);

/** These carts of accounts, and whether they are abandoned. */
export const findLeftCarts = (db: SiteDb, ids: string[], filters: AbandonedFilters) =>
  db.many(
    LeftCart,
    sql`
    select c.id, c.customer_id, c.updated_at, l.lines, l.units, l.value, ${isAbandoned(db, filters)} as is_abandoned
    from carts c
    join customers u on u.site_id = ${db.siteId} and u.id = c.customer_id
    cross join lateral (${linesOfCart(db, empty)}
    ) l
    where c.site_id = ${db.siteId} and c.id = any(${ids}::uuid[])
  `,
  );

/** Notes that carts were looked at; those that are told of are never told of again. */
export const markLeftCarts = (db: SiteDb, seen: string[], told: string[]) =>
  db.send(sql`
    update carts
    set abandonment = case when id = any(${told}::uuid[]) then 'told' else 'seen' end
    where site_id = ${db.siteId} and id = any(${seen}::uuid[])
  `);
