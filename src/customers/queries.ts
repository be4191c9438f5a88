import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { type Sql, sql } from "../db/sql.ts";
import { bumpedUpdatedAt } from "../db/updated-at.ts";

export const AddressRow = Type.Object({
  id: Type.String(),
  label: Nullable(Type.String()),
  line1: Type.String(),
  line2: Nullable(Type.String()),
  city: Type.String(),
  state: Type.String(),
  country: Type.String(),
  postal_code: Type.String(),
  phone: Type.String(),
  is_default: Type.Boolean(),
  created_at: Type.String(),
});
export type AddressRow = Static<typeof AddressRow>;

const CustomerRow = Type.Object({
  id: Type.String(),
  email: Type.String(),
  full_name: Type.String(),
  phone: Nullable(Type.String()),
  /** Null when the merchant created the account: it cannot be signed in to. */
  password_hash: Nullable(Type.String()),
  password_version: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
});
export type CustomerRow = Static<typeof CustomerRow>;

const columns: Sql = sql`id, email, full_name, phone, password_hash, password_version, created_at, updated_at`;

export const findCustomerById = (db: SiteDb, id: string) =>
  db.first(
    CustomerRow,
    sql`
    select ${columns}
    from customers
    where site_id = ${db.siteId} and id = ${id}
  `,
  );

export const findCustomerByEmail = (db: SiteDb, foldedEmail: string) =>
  db.first(
    CustomerRow,
    sql`
    select ${columns}
    from customers
    where site_id = ${db.siteId} and folded_email = ${foldedEmail}
  `,
  );

/** Locks a customer until the transaction ends, so that changes of their addresses run one after the other. */
export const lockCustomer = (db: SiteDb, id: string) =>
  db.first(
    CustomerRow,
    sql`
    select ${columns}
    from customers
    where site_id = ${db.siteId} and id = ${id}
    for no key update
  `,
  );

export interface NewCustomer {
  id: string;
  email: string;
  folded_email: string;
  full_name: string;
  phone: string | null;
  password_hash: string | null;
}

/** Returns undefined when the store has an account of this e-mail already. */
export const insertCustomer = (db: SiteDb, customer: NewCustomer) =>
  db.first(
    CustomerRow,
    sql`
    insert into customers (
      site_id, id, email, folded_email, full_name, phone, password_hash, password_version, created_at, updated_at
    )
    values (
      ${db.siteId}, ${customer.id}, ${customer.email}, ${customer.folded_email}, ${customer.full_name},
      ${customer.phone}, ${customer.password_hash}, 1, ${db.now}, ${db.now}
    )
    on conflict (site_id, folded_email) do nothing
    returning ${columns}
  `,
  );

/**
 * Sets the password, which ends all tokens; undefined when the password or the e-mail is another than it was in `customer`, so that of two
 * at once one succeeds.
 */
export const updatePassword = (
  db: SiteDb,
  { id, email, password_version }: Pick<CustomerRow, "id" | "email" | "password_version">,
  hash: string,
) =>
  db.first(
    CustomerRow,
    sql`
    update customers
    set password_hash = ${hash}, password_version = password_version + 1, updated_at = ${bumpedUpdatedAt(db.now)}
    where site_id = ${db.siteId} and id = ${id} and password_version = ${password_version} and email = ${email}
    returning ${columns}
  `,
  );

/** A customer's addresses: the default first, then the newest. */
export const findAddresses = (db: SiteDb, customerId: string) =>
  db.many(
    AddressRow,
    sql`
    select id, label, line1, line2, city, state, country, postal_code, phone, is_default, created_at
    from addresses
    where site_id = ${db.siteId} and customer_id = ${customerId}
    order by is_default desc, id desc
  `,
  );

export const insertAddress = (db: SiteDb, customerId: string, address: AddressRow) =>
  db.run(sql`
    insert into addresses (
      site_id, customer_id, id, label, line1, line2, city, state, country, postal_code, phone, is_default, created_at
    )
    values (
      ${db.siteId}, ${customerId}, ${address.id}, ${address.label}, ${address.line1}, ${address.line2}, ${address.city},
      ${address.state}, ${address.country}, ${address.postal_code}, ${address.phone}, ${address.is_default},
      ${address.created_at}
    )
  `);

export const updateAddress = (db: SiteDb, customerId: string, address: AddressRow) =>
  db.run(sql`
    update addresses
    set label = ${address.label}, line1 = ${address.line1}, line2 = ${address.line2}, city = ${address.city},
      state = ${address.state}, country = ${address.country}, postal_code = ${address.postal_code},
      phone = ${address.phone}, is_default = ${address.is_default}
    where site_id = ${db.siteId} and customer_id = ${customerId} and id = ${address.id}
  `);

export const clearDefaultAddress = (db: SiteDb, customerId: string) =>
  db.run(sql`
    update addresses
    set is_default = false
    where site_id = ${db.siteId} and customer_id = ${customerId} and is_default
  `);

export const setDefaultAddress = (db: SiteDb, customerId: string, addressId: string) =>
  db.run(sql`
    update addresses
    set is_default = true
    where site_id = ${db.siteId} and customer_id = ${customerId} and id = ${addressId}
  `);

export const deleteAddress = (db: SiteDb, customerId: string, addressId: string) =>
  db.run(sql`
    delete from addresses
    where site_id = ${db.siteId} and customer_id = ${customerId} and id = ${addressId}
  `);
