import { Type } from "typebox";
import type { SiteDb } from "../database.ts";
import { sql } from "../sql.ts";

/** A person, as rows before and after calls hold her: in those of these ids, or by phone number or e-mail. */
interface Person {
  /** Of the account and of orders. */
  ids: readonly string[];
  phone: string | null;
  email: string | null;
  /** The digits of all her numbers: entries of the block list are found by these. */
  phoneKeys: readonly string[];
}

/** What the removed rows were about. */
interface Forgotten {
  ids: string[];
  /** Of these, the accounts that no longer exist. */
  removedAccounts: string[];
}

/**
 * Removes the rows before and after calls that hold data of a person. Where a number was
 * blocked and unblocked, only the first and the last image have it: those between are found by their key. So are those of an
 * account that an undo removed: an image of a changed name has neither phone number nor e-mail.
 */
export async function forgetRowsAbout(db: SiteDb, person: Person): Promise<Forgotten> {
  const forgotten = await forgetMatching(db, person);
  const idsOf = (rows: typeof forgotten) => [...new Set(rows.map(({ subject_id }) => subject_id))];
  const removedAccounts = await findRemoved(db, idsOf(forgotten.filter(({ table }) => table === "customers")));
  await forgetAccounts(db, removedAccounts);
  return { ids: idsOf(forgotten), removedAccounts };
}

const forgetMatching = (db: SiteDb, { ids, phone, email, phoneKeys }: Person) =>
  db.many(
    Type.Object({ table: Type.String(), subject_id: Type.String() }),
    sql`
    delete from row_images i
    where i.site_id = ${db.siteId} and i.subject_id is not null
      and (
        i.subject_id = any(${[...ids]}::uuid[])
        or phone_key_of(${phone}::text) in (
          phone_key_of(i.before ->> 'phone'), phone_key_of(i.after ->> 'phone'),
          phone_key_of(i.before ->> 'customer_phone'), phone_key_of(i.after ->> 'customer_phone')
        )
        or (i.table_name = 'blocked_phones' and i.row_key in (
          select b.row_key
          from row_images b
          where b.site_id = ${db.siteId} and b.table_name = 'blocked_phones'
            and (
              b.before ->> 'phone_key' = any(${[...phoneKeys]}::text[])
              or b.after ->> 'phone_key' = any(${[...phoneKeys]}::text[])
            )
        ))
        or email_key_of(${email}::text) in (
          email_key_of(i.before ->> 'email'), email_key_of(i.after ->> 'email'),
          email_key_of(i.before ->> 'customer_email'), email_key_of(i.after ->> 'customer_email')
        )
      )
    returning i.table_name as table, i.subject_id
  `,
  );

/** The ids among these of accounts that no longer exist. */
const findRemoved = (db: SiteDb, ids: readonly string[]) =>
  db.ids(sql`
    select a.id
    from unnest(${[...ids]}::uuid[]) as a (id)
    where not exists (select from customers c where c.site_id = ${db.siteId} and c.id = a.id)
  `);

const forgetAccounts = (db: SiteDb, ids: readonly string[]) =>
  db.run(sql`
    delete from row_images
    where site_id = ${db.siteId} and subject_id = any(${[...ids]}::uuid[]) and table_name = 'customers'
  `);
