import { newId } from "../core/ids.ts";
import type { Sentence } from "../core/messages/messages.ts";
import { Problem } from "../core/problem.ts";
import { foldEmail } from "../core/text/email.ts";
import { normalisePhone } from "../core/text/phone.ts";
import type { SiteDb } from "../db/database.ts";
import { type CustomerRow, findAddresses, findCustomerByEmail, findCustomerById, insertCustomer } from "./queries.ts";
import type { Customer, SignUp } from "./schema.ts";
import type { Claim } from "./tokens.ts";
import { validateEmail, validateName, validatePassword, validatePhone } from "./validate.ts";

export { newPasswordMail } from "./account/reset-links.ts";
export { addAddress } from "./addresses.ts";
export { isBlockedPhone } from "./blocked-queries.ts";
export { customerNotFound, findCustomerRef, requireCustomerRef, requireIdentity } from "./customer-refs.ts";
export { type CustomerIdentity, ordersCountedForBuyer, ordersOfIdentity } from "./identity-queries.ts";
export { hashPassword, Passwords } from "./passwords.ts";
export { findRecordsOfPerson } from "./person-records.ts";
export { tokenSecrets } from "./token-keys.ts";
export { type Claim, CustomerTokens } from "./tokens.ts";

/** A customer's account, for other features. */
export type Account = Pick<CustomerRow, "id" | "email" | "full_name" | "phone" | "password_version">;

/** Validates and normalises a sign-up. Throws `invalid_value`. */
export function validateSignUp({ email, password, full_name, phone }: SignUp, country: string) {
  const validEmail = validateEmail(email);
  validatePassword(password);
  return { email: validEmail, full_name: validateName(full_name), phone: validatePhone(phone, country) };
}

/**
 * Creates an account; an account without a password cannot be signed in to. Throws `email_taken` when the store has an
 * account of this e-mail. That includes accounts that a merchant created: a sign-up must not take one
 * over, because the e-mail is not verified.
 */
export async function createCustomer(
  db: SiteDb,
  person: { email: string; full_name: string; phone: string | null },
  passwordHash: string | null,
): Promise<Account> {
  const { email, full_name } = person;
  const phone = person.phone && (normalisePhone(person.phone, db.country) ?? person.phone);
  const id = newId();
  await db.recording.remember("customers", "id", [id]);
  const account = await insertCustomer(db, {
    id,
    email,
    folded_email: foldEmail(email),
    full_name,
    phone,
    password_hash: passwordHash,
  });
  if (!account) throw emailTaken((say) => say.customer.emailTaken);
  return account;
}

const emailTaken = (told: string | Sentence): Problem =>
  new Problem("email_taken", told, { errors: [{ path: "email", message: "is taken" }] });

/** Throws `email_taken`, with what is `told`, when another account than this one has the e-mail. */
export async function requireFreeEmail(db: SiteDb, email: string, id: string, told: string | Sentence): Promise<void> {
  const account = await findAccount(db, email);
  if (account && account.id !== id) throw emailTaken(told);
}

/** The account of this e-mail with its password hash; undefined when there is none. */
export const findAccount = (db: SiteDb, email: string): Promise<CustomerRow | undefined> =>
  findCustomerByEmail(db, foldEmail(email));

/**
 * The customer of the token; null without a token. Throws `invalid_token` when the account was deleted or its password
 * changed after the token was issued.
 */
export async function currentCustomer(db: SiteDb, claim: Claim | null): Promise<Account | null> {
  if (!claim) return null;
  const customer = await findCustomerById(db, claim.customer_id);
  if (customer?.password_version !== claim.password_version) throw invalidToken();
  return customer;
}

/** The customer of the token; null without a token and for one that is no longer valid. For what guests may do, too. */
export async function customerIfValid(db: SiteDb, claim: Claim | null): Promise<Account | null> {
  const customer = claim && (await findCustomerById(db, claim.customer_id));
  return customer && customer.password_version === claim.password_version ? customer : null;
}

/** The customer of the token. Throws `invalid_token`, also without a token. */
export async function requireCustomer(db: SiteDb, claim: Claim | null): Promise<Account> {
  const customer = await currentCustomer(db, claim);
  if (!customer) throw invalidToken();
  return customer;
}

/** The claim of a route that requires a token. Throws `invalid_token`. */
export function requireClaim(claim: Claim | null): Claim {
  if (!claim) throw invalidToken();
  return claim;
}

const invalidToken = () => new Problem("invalid_token", (say) => say.customer.signInAgain);

/** The profile of the token's customer. Throws `invalid_token`. */
export async function showCustomer(db: SiteDb, claim: Claim): Promise<Customer> {
  const customer = await findCustomerById(db, claim.customer_id);
  if (customer?.password_version !== claim.password_version) throw invalidToken();
  const { id, email, full_name, phone, created_at, updated_at } = customer;
  const addresses = await findAddresses(db, id);
  return { id, store_id: db.siteId, email, full_name, phone, addresses, created_at, updated_at };
}
