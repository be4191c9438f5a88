import { type Static, Type } from "typebox";
import { type Cursor, Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { empty, type Sql, sql } from "../db/sql.ts";
import { containsWords } from "../db/text-match.ts";

const AdminCustomer = Type.Object({
  id: Type.String(),
  full_name: Type.String(),
  email: Type.String(),
  phone: Nullable(Type.String()),
  /** False when a merchant created the account. */
  can_sign_in: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
});
/** A customer as the merchant sees them. */
export type AdminCustomer = Static<typeof AdminCustomer>;

const columns: Sql = sql`
      id, full_name, email, phone, password_hash is not null as can_sign_in, created_at, updated_at`;

/** The name contains every word, the e-mail contains the text, or the phone number contains the digits. */
const matches = (query: string): Sql => {
  const text = query.trim().toLowerCase();
  if (text === "") return sql`true`;
  const digits = /^[\d\s+().-]+$/.test(text) ? text.replace(/\D/g, "").replace(/^0+/, "") : "";
  const inPhone = digits === "" ? empty : sql`or strpos(regexp_replace(phone, '\\D', '', 'g'), ${digits}) > 0`;
  return sql`(
      ${containsWords(sql`full_name`, text)}
      or strpos(folded_email, ${text.normalize("NFC")}) > 0
      ${inPhone}
    )`;
};

/** Newest first. */
export const findCustomersForAdmin = (db: SiteDb, query: string, after: Cursor | null, limit: number) =>
  db.many(
    AdminCustomer,
    sql`
    select ${columns}
    from customers
    where site_id = ${db.siteId} and ${matches(query)}
      ${afterCursor(after, sql`created_at`, sql`id`)}
    order by created_at desc, id desc
    limit ${limit}
  `,
  );

export const countCustomersForAdmin = (db: SiteDb, query: string) =>
  db.count(sql`
    select count(*)
    from customers
    where site_id = ${db.siteId} and ${matches(query)}
  `);

/** The customers of this id, e-mail or phone number, at most ten. Phone numbers are compared by their digits. */
export const findCustomersByRef = (db: SiteDb, id: string | null, foldedEmail: string, phone: string | null) =>
  db.many(
    AdminCustomer,
    sql`
    select ${columns}
    from customers
    where site_id = ${db.siteId}
      and (id = ${id}::uuid or folded_email = ${foldedEmail} or phone_key = phone_key_of(${phone}::text))
    order by id
    limit 10
  `,
  );

/** Locks the customer until the transaction ends. `toErase` also waits for orders of theirs that are being placed. */
export const lockCustomerForAdmin = (db: SiteDb, id: string, { toErase }: { toErase: boolean }) =>
  db.first(
    AdminCustomer,
    sql`
    select ${columns}
    from customers
    where site_id = ${db.siteId} and id = ${id}
    ${toErase ? sql`for update` : sql`for no key update`}
  `,
  );

export const updateCustomer = (db: SiteDb, customer: AdminCustomer & { folded_email: string }) =>
  db.run(sql`
    update customers
    set full_name = ${customer.full_name}, email = ${customer.email}, folded_email = ${customer.folded_email},
      phone = ${customer.phone}, updated_at = ${customer.updated_at}
    where site_id = ${db.siteId} and id = ${customer.id}
  `);

/** Deletes a customer and their addresses. Carts and orders stay without their `customer_id`. */
export const deleteCustomer = (db: SiteDb, id: string) =>
  db.run(sql`
    delete from customers
    where site_id = ${db.siteId} and id = ${id}
  `);
