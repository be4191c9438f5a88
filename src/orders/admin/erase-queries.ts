import { type Static, Type } from "typebox";
import { Nullable } from "../../core/shapes.ts";
import { type CustomerIdentity, ordersOfIdentity } from "../../customers/customers.ts";
import type { SiteDb } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";
import { bumpedUpdatedAt } from "../../db/updated-at.ts";
import { STATUSES } from "../status/status.ts";

const TotalsRow = Type.Object({
  customer_id: Type.String(),
  orders_count: Type.Integer(),
  /** Minor units. */
  total_spent: Type.Integer(),
  last_order_at: Nullable(Type.String()),
});
export type TotalsRow = Static<typeof TotalsRow>;

/**
 * How often and how much these customers ordered: by orders that share the account, its phone number or its e-mail.
 * Cancelled and returned orders cost them nothing.
 */
export const totalsOf = (db: SiteDb, customerIds: string[]) =>
  db.many(
    TotalsRow,
    sql`
    select c.id as customer_id, count(*) as orders_count, max(o.created_at) as last_order_at,
      coalesce(sum(o.total) filter (where o.status not in ('cancelled', 'returned')), 0)::bigint as total_spent
    from customers c
    cross join lateral (
      select o.id, o.status, o.total, o.created_at
      from orders o
      where o.site_id = ${db.siteId} and o.customer_id = c.id
      union
      select o.id, o.status, o.total, o.created_at
      from orders o
      where o.site_id = ${db.siteId} and o.phone_key = c.phone_key
      union
      select o.id, o.status, o.total, o.created_at
      from orders o
      where o.site_id = ${db.siteId} and o.email_key = c.email_key
    ) o
    where c.site_id = ${db.siteId} and c.id = any(${customerIds}::uuid[])
    group by c.id
  `,
  );

const text = Nullable(Type.String());
const PersonalRow = Type.Object({
  id: Type.String(),
  order_number: Type.String(),
  status: Type.Enum([...STATUSES]),
  customer_id: text,
  shares: Type.Object({ phone: Nullable(Type.Boolean()), email: Nullable(Type.Boolean()) }),
  customer_name: text,
  customer_phone: text,
  customer_email: text,
  customer_commune: text,
  shipping_address: Type.Unknown(),
  customer_notes: text,
});
export type PersonalRow = Static<typeof PersonalRow>;

/**
 * What a person's orders say of them, oldest first, at most `limit` of them (any), locked until the transaction ends; and
 * what they share.
 */
export const lockOrdersOf = (db: SiteDb, person: CustomerIdentity, limit: number) =>
  db.many(
    PersonalRow,
    sql`
    select id, order_number, status, customer_id, customer_name, customer_phone, customer_email, customer_commune,
      shipping_address, customer_notes,
      jsonb_build_object(
        'phone', phone_key = phone_key_of(${person.phone}::text), 'email', email_key = email_key_of(${person.email}::text)
      ) as shares
    from orders
    where site_id = ${db.siteId} and id = any(array(
      select theirs.id
      from (${ordersOfIdentity(db, person)}) theirs
      limit ${limit}
    ))
    order by id
    for no key update
  `,
  );

/** Where these orders went, as it was written, where the wilaya is known: by this text, or by the commune. */
export const regionsOf = (db: SiteDb, orderIds: string[]) =>
  db.many(
    Type.Object({ region: Type.String() }),
    sql`
    select distinct customer_wilaya as region
    from orders
    where site_id = ${db.siteId} and id = any(${orderIds}::uuid[])
      and customer_wilaya is not null and wilaya_code is not null
  `,
  );

/** Of where it went stays what is one of `regions`; what else was written there may say who lives there. */
export const anonymiseOrders = (db: SiteDb, orderIds: string[], nobody: string, regions: string[]) =>
  db.run(sql`
    update orders
    set customer_name = ${nobody}, customer_phone = ${nobody}, customer_email = null, customer_commune = null,
      customer_wilaya = case when customer_wilaya = any(${regions}::text[]) then customer_wilaya end, shipping_address = null,
      customer_notes = null, updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and id = any(${orderIds}::uuid[])
  `);

export const wipeNotes = (db: SiteDb, orderIds: string[], nothing: string) =>
  db.run(sql`
    update order_notes
    set text = case when outcome is null then ${nothing} end
    where site_id = ${db.siteId} and order_id = any(${orderIds}::uuid[])
  `);
