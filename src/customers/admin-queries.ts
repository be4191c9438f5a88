import { type Static, Type } from "typebox";
import { type BoundedCount, type Cursor, type CursorPage, Nullable } from "../core/shapes.ts";
import { words } from "../core/text/fold.ts";
import { countUpToBound } from "../db/bounded-count.ts";
import type { SiteDb } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { type Sql, sql } from "../db/sql.ts";

export const AdminCustomer = Type.Object({
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

/** `forCount`: the order of the ids does not matter. */
interface IdPage extends CursorPage {
  forCount?: boolean;
}

/**
 * The ids of the customers whose name contains every word, whose e-mail contains the text, or whose phone number contains
 * the digits; newest first. Row-level security prevents an index on parts of a text, so a function of the database finds
 * them.
 */
const matchingIds = (db: SiteDb, query: string, { after, limit, forCount = false }: IdPage): Sql => {
  const text = query.trim().toLowerCase();
  if (text === "") return allIds(db, { after, limit });
  const typed = words(text);
  const digits = /^[\d\s+().-]+$/.test(text) ? text.replace(/\D/g, "").replace(/^0+/, "") : "";
  return sql`
      select id
      from find_customer_ids(
        site => ${db.siteId}, words => ${typed.length > 0 ? typed : null}::text[],
        email_part => ${text.normalize("NFC")}, digits => ${digits || null},
        after_time => ${after?.created_at ?? null}::timestamptz, after_id => ${after?.id ?? null}::uuid,
        max_rows => ${limit}::integer, for_count => ${forCount}
      ) as id`;
};

const allIds = (db: SiteDb, { after, limit }: CursorPage): Sql => sql`
      select id
      from customers
      where site_id = ${db.siteId}
        ${afterCursor(after, sql`created_at`, sql`id`)}
      order by created_at desc, id desc
      limit ${limit}`;

/** Newest first. */
export async function findCustomersForAdmin(
  db: SiteDb,
  query: string,
  after: Cursor | null,
  limit: number,
): Promise<AdminCustomer[]> {
  const ids = await db.ids(matchingIds(db, query, { after, limit }));
  return db.many(
    AdminCustomer,
    sql`
    select ${columns}
    from customers
    where site_id = ${db.siteId} and id = any(${ids}::uuid[])
    order by created_at desc, id desc
  `,
  );
}

export const countCustomersForAdmin = (db: SiteDb, query: string): Promise<BoundedCount> =>
  countUpToBound(db, (limit) => matchingIds(db, query, { after: null, limit, forCount: true }));

/** The customers of this id, e-mail or phone number, at most ten. Phone numbers are compared by their digits. */
export const findCustomersByRef = (db: SiteDb, id: string | null, foldedEmail: string, phone: string | null) =>
  db.many(
    AdminCustomer,
    sql`
    select ${columns}
    from customers
    where site_id = ${db.siteId} and id = any(array(
      select id from customers where site_id = ${db.siteId} and id = ${id}::uuid
      union
      select id from customers where site_id = ${db.siteId} and folded_email = ${foldedEmail}
      union
      select id from customers where site_id = ${db.siteId} and phone_key = phone_key_of(${phone}::text)
    ))
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

type CustomerFields = Pick<AdminCustomer, "id" | "full_name" | "email" | "phone" | "updated_at"> & {
  folded_email: string;
};

export const updateCustomer = (db: SiteDb, customer: CustomerFields) =>
  db.run(sql`
    update customers
    set full_name = ${customer.full_name}, email = ${customer.email}, folded_email = ${customer.folded_email},
      phone = ${customer.phone}, updated_at = ${customer.updated_at}
    where site_id = ${db.siteId} and id = ${customer.id}
  `);

/** Deletes a customer and their addresses. Detach carts and orders first. */
export const deleteCustomer = (db: SiteDb, id: string) =>
  db.run(sql`
    delete from customers
    where site_id = ${db.siteId} and id = ${id}
  `);
