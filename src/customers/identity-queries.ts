import type { SiteDb } from "../db/database.ts";
import { type Sql, sql } from "../db/sql.ts";

/** What identifies a person: an account, a phone number, an e-mail, or any of them. */
export interface CustomerIdentity {
  customer_id: string | null;
  /** As `normalisePhone` returns it. */
  phone: string | null;
  email: string | null;
}

/** The ids of a person's orders: those that have the account, the phone number or the e-mail. */
export const ordersOfIdentity = (db: SiteDb, { customer_id, phone, email }: CustomerIdentity): Sql => sql`
      select o.id
      from orders o
      where o.site_id = ${db.siteId} and o.customer_id = ${customer_id}::uuid
      union
      select o.id
      from orders o
      where o.site_id = ${db.siteId} and o.phone_key = phone_key_of(${phone}::text)
      union
      select o.id
      from orders o
      where o.site_id = ${db.siteId} and o.email_key = email_key_of(${email}::text)`;

export const findOrdersOfIdentity = (db: SiteDb, identity: CustomerIdentity): Promise<string[]> =>
  db.ids(ordersOfIdentity(db, identity));

/**
 * The ids of the earlier orders that count for a buyer's limits per customer. The buyer's accounts are the signed-in one
 * and those that have the phone number or the e-mail entered on the new order. An earlier order counts when it belongs
 * to one of these accounts, has the phone number or e-mail of one of them, or has the entered phone number or e-mail. An
 * account that shares a phone number or e-mail only with the signed-in account belongs to somebody else: its other
 * orders do not count.
 */
export const ordersCountedForBuyer = (db: SiteDb, { customer_id, phone, email }: CustomerIdentity): Sql => sql`
      with accounts as (
        select c.id, c.phone_key, c.email_key
        from customers c
        where c.site_id = ${db.siteId} and c.id = ${customer_id}::uuid
        union
        select c.id, c.phone_key, c.email_key
        from customers c
        where c.site_id = ${db.siteId} and c.phone_key = phone_key_of(${phone}::text)
        union
        select c.id, c.phone_key, c.email_key
        from customers c
        where c.site_id = ${db.siteId} and c.email_key = email_key_of(${email}::text)
      ), known as (
        select phone_key_of(${phone}::text) as phone, email_key_of(${email}::text) as email
        union all
        select phone_key, email_key from accounts
      )
      select o.id
      from orders o
      where o.site_id = ${db.siteId} and o.customer_id = any(array(select id from accounts))
      union
      select o.id
      from orders o
      where o.site_id = ${db.siteId} and o.phone_key = any(array(select phone from known))
      union
      select o.id
      from orders o
      where o.site_id = ${db.siteId} and o.email_key = any(array(select email from known))`;
