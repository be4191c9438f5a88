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
 * The ids of the orders that count as this buyer's for limits per customer. An order with an account has the account's
 * own phone number and e-mail beside those typed on it, the buyer's and the earlier ones alike; two that share one of
 * them are one person's. Directly: the orders that these share something with are not among them.
 */
export const ordersOfBuyer = (db: SiteDb, { customer_id, phone, email }: Person): Sql => sql`
      with buyer as (
        select phone_key_of(${phone}::text) as phone, email_key_of(${email}::text) as email
        union all
        select c.phone_key, c.email_key
        from customers c
        where c.site_id = ${db.siteId} and c.id = ${customer_id}::uuid
      ), accounts as (
        select ${customer_id}::uuid as id
        union
        select c.id
        from customers c
        where c.site_id = ${db.siteId} and c.phone_key = any(array(select phone from buyer))
        union
        select c.id
        from customers c
        where c.site_id = ${db.siteId} and c.email_key = any(array(select email from buyer))
      )
      select o.id
      from orders o
      where o.site_id = ${db.siteId} and o.customer_id = any(array(select id from accounts))
      union
      select o.id
      from orders o
      where o.site_id = ${db.siteId} and o.phone_key = any(array(select phone from buyer))
      union
      select o.id
      from orders o
      where o.site_id = ${db.siteId} and o.email_key = any(array(select email from buyer))`;
