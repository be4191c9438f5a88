import { isId, newId } from "../core/ids.ts";
import { invalidValue, Problem } from "../core/problem.ts";
import { foldEmail } from "../core/text/email.ts";
import { normalisePhone } from "../core/text/phone.ts";
import type { SiteDb } from "../db/database.ts";
import { type AdminCustomer, findCustomersByRef } from "./admin-queries.ts";
import { addressesOf, type CustomerRow, findByEmail, findById, insertCustomer, updatePassword } from "./queries.ts";
import type { Customer, SignUp } from "./schema.ts";
import type { Claim } from "./tokens.ts";
import { acceptEmail, acceptName, acceptPhone } from "./validate.ts";

export { addAddress } from "./addresses.ts";
export { hashPassword, Passwords } from "./passwords.ts";
export { ordersOfBuyer, ordersOfPerson, type Person } from "./shared-contact-queries.ts";
export { tokenSecrets } from "./token-keys.ts";
export { type Claim, CustomerTokens } from "./tokens.ts";

/** A customer as other features know them. */
export type Account = Pick<CustomerRow, "id" | "email" | "full_name" | "phone" | "password_version">;

/** What is acceptable of what somebody signs up with. Throws `invalid_value`. */
export function readSignUp({ email, password, full_name, phone }: SignUp, country: string) {
  const address = acceptEmail(email);
  const length = [...password].length;
  if (length < 8 || length > 128) throw invalidValue("password", "must have 8 to 128 characters");
  return { email: address, full_name: acceptName(full_name), phone: acceptPhone(phone, country) };
}

/**
 * Makes an account; without a password nobody can sign in to it. Throws `email_taken` when the store has one of this
 * e-mail (spec section 5.8): signing up must not open one that a merchant made, for nobody has shown yet whose the e-mail is.
 */
export async function createCustomer(
  db: SiteDb,
  person: { email: string; full_name: string; phone: string | null },
  passwordHash: string | null,
): Promise<Account> {
  const { email, full_name } = person;
  const phone = person.phone && (normalisePhone(person.phone, db.country) ?? person.phone);
  const made = await insertCustomer(db, {
    id: newId(),
    email,
    folded_email: foldEmail(email),
    full_name,
    phone,
    password_hash: passwordHash,
  });
  if (!made) throw emailTaken("Email already registered in this store");
  return made;
}

export const emailTaken = (detail: string): Problem =>
  new Problem("email_taken", detail, { errors: [{ path: "email", message: "is taken" }] });

/** The account of this e-mail with its password's hash; undefined when there is none. */
export const findAccount = (db: SiteDb, email: string): Promise<CustomerRow | undefined> =>
  findByEmail(db, foldEmail(email));

/**
 * The customer of this id, e-mail or phone number; undefined when nobody with an account has it. Throws `invalid_value`,
 * naming them, when several have the phone number.
 */
export async function findCustomerRef(db: SiteDb, ref: string): Promise<AdminCustomer | undefined> {
  const id = isId(ref) ? ref : null;
  const meant = await findCustomersByRef(db, id, foldEmail(ref), normalisePhone(ref, db.country) ?? null);
  if (meant.length > 1) throw ambiguous(meant);
  return meant[0];
}

/** The same. Throws `customer_not_found`, too. */
export async function requireCustomerRef(db: SiteDb, ref: string): Promise<AdminCustomer> {
  const customer = await findCustomerRef(db, ref);
  if (!customer) throw nobody();
  return customer;
}

export const nobody = () => new Problem("customer_not_found", "This store has no such customer.");

function ambiguous(meant: AdminCustomer[]): Problem {
  const message = "means several who share a phone number; name one by id or e-mail";
  return new Problem("invalid_value", `customer ${message}.`, {
    errors: [{ path: "customer", message }],
    extra: {
      allowed: meant.map(({ id }) => id),
      candidates: meant.map(({ id, full_name, email }) => ({ id, full_name, email })),
    },
  });
}

/** Whose token this is; null without one. Throws `invalid_token` when the account or its password is another now. */
export async function currentCustomer(db: SiteDb, claim: Claim | null): Promise<Account | null> {
  if (!claim) return null;
  const customer = await findById(db, claim.customer_id);
  if (customer?.password_version !== claim.password_version) throw signInAgain();
  return customer;
}

/** Whose token this is, if it still is anybody's; for what is public, and only better with a customer. */
export async function customerIfAny(db: SiteDb, claim: Claim | null): Promise<Account | null> {
  const customer = claim && (await findById(db, claim.customer_id));
  return customer && customer.password_version === claim.password_version ? customer : null;
}

/** Whose token this is. Throws `invalid_token`. */
export async function requireCustomer(db: SiteDb, claim: Claim | null): Promise<Account> {
  const customer = await currentCustomer(db, claim);
  if (!customer) throw signInAgain();
  return customer;
}

/** The claim of a route that needs one. Throws `invalid_token`. */
export function requireClaim(claim: Claim | null): Claim {
  if (!claim) throw signInAgain();
  return claim;
}

const signInAgain = () => new Problem("invalid_token", "The token is no longer valid; sign in again.");

/** The customer of this token as they see themselves. Throws `invalid_token`. */
export async function showCustomer(db: SiteDb, claim: Claim): Promise<Customer> {
  const customer = await findById(db, claim.customer_id);
  if (customer?.password_version !== claim.password_version) throw signInAgain();
  const { id, email, full_name, phone, created_at, updated_at } = customer;
  const addresses = await addressesOf(db, id);
  return { id, store_id: db.siteId, email, full_name, phone, addresses, created_at, updated_at };
}

/** Gives a customer another password, by its hash; every token they have is void from now on. */
export async function changePassword(db: SiteDb, customerId: string, passwordHash: string): Promise<void> {
  await updatePassword(db, customerId, passwordHash);
}
