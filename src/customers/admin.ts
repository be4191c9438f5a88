import { type Changed, patched, requireFresh, withUpdatedAt } from "../core/changes.ts";
import { invalidValue } from "../core/problem.ts";
import type { BoundedCount, CursorPage } from "../core/shapes.ts";
import { foldEmail } from "../core/text/email.ts";
import type { SiteDb } from "../db/database.ts";
import { type AdminCustomer, countCustomersForAdmin, findCustomersForAdmin, updateCustomer } from "./admin-queries.ts";
import { lockCustomerRef, requireCustomerRef } from "./customer-refs.ts";
import { createCustomer, requireFreeEmail } from "./customers.ts";
import { validateEmail, validateName, validatePhone } from "./validate.ts";

export type { AdminCustomer } from "./admin-queries.ts";
export { findAddresses } from "./queries.ts";

/** What a merchant may change of a customer. Fields that are undefined stay. */
export interface CustomerPatch {
  full_name?: string | undefined;
  email?: string | undefined;
  phone?: string | null | undefined;
}

/**
 * Customers whose name, e-mail or phone number contains the text, newest first, with the total up to a bound. Returns up to
 * `limit` + 1, so that the caller sees whether another page follows.
 */
export async function searchCustomers(
  db: SiteDb,
  query: string,
  { limit, after }: CursorPage,
): Promise<{ customers: AdminCustomer[]; total: BoundedCount }> {
  const [customers, total] = await Promise.all([
    findCustomersForAdmin(db, query, after, limit + 1),
    countCustomersForAdmin(db, query),
  ]);
  return { customers, total };
}

/**
 * Creates a customer, who cannot sign in, when `ref` is undefined; otherwise changes the one that `ref` names. `expected`
 * is the `updated_at` that the caller saw. Throws `customer_not_found`, `stale`, `email_taken` and `invalid_value`.
 */
export async function changeCustomer(
  db: SiteDb,
  ref: string | undefined,
  patch: CustomerPatch,
  expected: string | undefined,
): Promise<Changed<AdminCustomer> & { after: AdminCustomer }> {
  const { full_name, email, phone } = validatePatch(patch, db.country);
  if (ref === undefined) {
    if (full_name === undefined) throw invalidValue("full_name", "is required for a new customer");
    if (email === undefined) throw invalidValue("email", "is required for a new customer");
    const { id } = await createCustomer(db, { full_name, email, phone: phone ?? null }, null);
    return { before: null, after: await requireCustomerRef(db, id) };
  }
  const before = await lockCustomerRef(db, ref);
  requireFresh(before.updated_at, expected, "customer");
  if (email !== undefined) await requireFreeEmail(db, email, before.id, EMAIL_TAKEN);
  const after = withUpdatedAt(db.now, before, patched(before, { full_name, email, phone }));
  await db.recording.remember("customers", "id", [after.id]);
  await updateCustomer(db, { ...after, folded_email: foldEmail(after.email) });
  return { before, after };
}

const validatePatch = ({ full_name, email, phone }: CustomerPatch, country: string): CustomerPatch => ({
  full_name: full_name === undefined ? undefined : validateName(full_name),
  email: email === undefined ? undefined : validateEmail(email),
  phone: phone === undefined ? undefined : validatePhone(phone, country),
});

const EMAIL_TAKEN = "Another customer of this store has this e-mail.";
