import type { SiteDb } from "../database.ts";
import { type Sql, sql } from "../sql.ts";

/** Whether the rows before and after the call `c` are kept. For `exists`, PostgreSQL might hash the rows of all calls. */
export const areRowsKept = (db: SiteDb): Sql => sql`(
      select i.change_id from row_images i where i.site_id = ${db.siteId} and i.change_id = c.id limit 1
    ) is not null`;

const MAX_FOUND = 100;

/**
 * The ids of accounts and of entries of the block list that have or had this phone number or e-mail, as the rows before and after
 * calls tell. Null: not searched by.
 */
export const findFormerPeople = (db: SiteDb, { phone, email }: { phone: string | null; email: string | null }) =>
  db.ids(sql`
    select distinct i.subject_id as id
    from row_images i
    where i.site_id = ${db.siteId} and i.subject_id is not null and i.table_name in ('customers', 'blocked_phones')
      and (
        phone_key_of(${phone}::text) in (phone_key_of(i.before ->> 'phone'), phone_key_of(i.after ->> 'phone'))
        or email_key_of(${email}::text) in (email_key_of(i.before ->> 'email'), email_key_of(i.after ->> 'email'))
      )
    limit ${MAX_FOUND}
  `);
