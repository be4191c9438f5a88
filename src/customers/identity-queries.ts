import type { SiteDb } from "../db/database.ts";
import { type Sql, sql } from "../db/sql.ts";

/** What somebody is known by: any of an account, a phone number and an e-mail. */
export interface Person {
  customer_id: string | null;
  /** As `normalisePhone` leaves it. */
  phone: string | null;
  email: string | null;
}

/** The ids of a person's orders: those that share the account, the phone number or the e-mail with them. */
export const ordersOfPerson = (db: SiteDb, { customer_id, phone, email }: Person): Sql => sql`
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

/**
 * The ids of the orders that count as this buyer's for limits per customer. The new order is of the buyer's account and
 * of the accounts that have the phone number or the e-mail typed on it; an earlier order counts when it shares the
 * account, the phone number or the e-mail with one of them, or the phone number or the e-mail with what is typed. An
 * account that shares something only with the buyer's account is a third party's, and does not count.
 */
export const ordersOfBuyer = (db: SiteDb, { customer_id, phone, email }: Person): Sql => sql`
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
