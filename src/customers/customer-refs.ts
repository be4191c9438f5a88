import { isId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { foldEmail, readEmail } from "../core/text/email.ts";
import { normalisePhone } from "../core/text/phone.ts";
import type { SiteDb } from "../db/database.ts";
import { lockStable } from "../db/locks.ts";
import { type AdminCustomer, findCustomersByRef, lockCustomerForAdmin } from "./admin-queries.ts";
import type { CustomerIdentity } from "./identity-queries.ts";

/**
 * The account of this id, e-mail or phone number; undefined when there is none. Throws `invalid_value` with the
 * candidates when several accounts have the phone number.
 */
export async function findCustomerRef(db: SiteDb, ref: string): Promise<AdminCustomer | undefined> {
  const id = isId(ref) ? ref : null;
  const found = await findCustomersByRef(db, id, foldEmail(ref), normalisePhone(ref, db.country) ?? null);
  if (found.length > 1) throw ambiguous(found);
  return found[0];
}

/** A guest of this e-mail or phone number; all of it is null when the text is neither. */
export const guestOf = (db: SiteDb, ref: string): CustomerIdentity => ({
  customer_id: null,
  phone: normalisePhone(ref, db.country) ?? null,
  email: readEmail(ref) ?? null,
});

/** Like `findCustomerRef`; without an account, the guest. Throws `customer_not_found` when the text can name neither. */
export async function requireIdentity(db: SiteDb, ref: string): Promise<CustomerIdentity> {
  const account = await findCustomerRef(db, ref);
  if (account) return { customer_id: account.id, phone: account.phone, email: account.email };
  const guest = guestOf(db, ref);
  if (guest.phone === null && guest.email === null) throw customerNotFound();
  return guest;
}

/** Like `findCustomerRef`, but throws `customer_not_found` when there is none. */
export async function requireCustomerRef(db: SiteDb, ref: string): Promise<AdminCustomer> {
  const customer = await findCustomerRef(db, ref);
  if (!customer) throw customerNotFound();
  return customer;
}

/**
 * Like `requireCustomerRef`, and locks the account until the transaction ends. `toErase` also waits for orders of the
 * account that are being placed.
 */
export async function lockCustomerRef(db: SiteDb, ref: string, { toErase = false } = {}): Promise<AdminCustomer> {
  const customer = await lockStable(
    async () => [(await requireCustomerRef(db, ref)).id],
    ([id = ""]) => lockCustomerForAdmin(db, id, { toErase }),
  );
  if (!customer) throw customerNotFound();
  return customer;
}

export const customerNotFound = () => new Problem("customer_not_found", "This store has no such customer.");

function ambiguous(found: AdminCustomer[]): Problem {
  const message = "means several who share a phone number; name one by id or e-mail";
  return new Problem("invalid_value", `customer ${message}.`, {
    errors: [{ path: "customer", message }],
    extra: {
      allowed: found.map(({ id }) => id),
      candidates: found.map(({ id, full_name, email }) => ({ id, full_name, email })),
    },
  });
}
