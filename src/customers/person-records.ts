import { isId } from "../core/ids.ts";
import { foldEmail, readEmail } from "../core/text/email.ts";
import { normalisePhone } from "../core/text/phone.ts";
import type { SiteDb } from "../db/database.ts";
import { findFormerPeople } from "../db/recording/find-queries.ts";
import { findCustomersByRef } from "./admin-queries.ts";
import { findBlockedPhones } from "./blocked-queries.ts";
import { findOrdersOfIdentity } from "./identity-queries.ts";

/**
 * The ids of the accounts of this id, e-mail or phone number and of their orders; an e-mail or a phone number also finds
 * the orders of guests, a phone number its entry of the block list, and both the accounts and entries that had it, as long as
 * the rows before and after calls are kept. Nothing when the text is none of these.
 */
export async function findRecordsOfPerson(db: SiteDb, ref: string): Promise<string[]> {
  const id = isId(ref) ? ref : null;
  const email = readEmail(ref) ?? null;
  const phone = normalisePhone(ref, db.country) ?? null;
  if (id === null && email === null && phone === null) return [];
  const accounts = await findCustomersByRef(db, id, foldEmail(ref), phone);
  const people = [
    { customer_id: null, phone, email },
    ...accounts.map((account) => ({ customer_id: account.id, phone: account.phone, email: account.email })),
  ];
  const orders: string[] = [];
  for (const person of people) orders.push(...(await findOrdersOfIdentity(db, person)));
  const blocked = phone === null ? [] : await findBlockedPhones(db, [phone.replace(/\D/g, "")]);
  const former = phone === null && email === null ? [] : await findFormerPeople(db, { phone, email });
  return [...new Set([...[...accounts, ...blocked].map(({ id }) => id), ...former, ...orders])];
}
