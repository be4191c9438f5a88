import { Problem } from "../core/problem.ts";
import type { SiteDb } from "../db/database.ts";
import { createCustomer, findAccount, showCustomer, validateSignUp } from "./customers.ts";
import type { Passwords } from "./passwords.ts";
import type { LogIn, Session, SignUp } from "./schema.ts";
import type { CustomerTokens } from "./tokens.ts";

/** The store, with one transaction per call: passwords are hashed between transactions, never inside one. */
export interface SignInStore {
  readonly id: string;
  readonly country: string;
  transact<T>(work: (db: SiteDb) => Promise<T>): Promise<T>;
}

/** The services that sign-in uses. */
export interface SignInServices {
  tokens: CustomerTokens;
  passwords: Passwords;
}

/** Creates an account and signs in. Throws `invalid_value`, `email_taken` and `overloaded`. */
export async function signUp(
  store: SignInStore,
  { tokens, passwords }: SignInServices,
  given: SignUp,
): Promise<Session> {
  const person = validateSignUp(given, store.country);
  const passwordHash = await passwords.admit(store.id, () => passwords.hash(store.id, given.password));
  const account = await store.transact(async (db) => {
    const created = await createCustomer(db, person, passwordHash);
    db.happened({ type: "customers.created", thing: { kind: "customer", id: created.id }, actor: "shopper" });
    return created;
  });
  return openSession(store, tokens, account);
}

/**
 * Signs in. Throws `overloaded`; `invalid_credentials` for an unknown e-mail, a wrong password and an
 * account without a password, each after the same amount of work.
 */
export async function logIn(
  store: SignInStore,
  { tokens, passwords }: SignInServices,
  { email, password }: LogIn,
): Promise<Session> {
  const account = await passwords.admit(store.id, async () => {
    const found = await store.transact((db) => findAccount(db, email));
    const isRight = await passwords.matches(store.id, found?.password_hash ?? null, password);
    return isRight ? found : undefined;
  });
  if (!account) throw new Problem("invalid_credentials", (say) => say.customer.invalidCredentials);
  return openSession(store, tokens, account);
}

/** Opens a session of an account whose owner has shown who they are. */
export async function openSession(
  store: SignInStore,
  tokens: CustomerTokens,
  { id, password_version }: { id: string; password_version: number },
): Promise<Session> {
  const claim = { customer_id: id, password_version };
  const customer = await store.transact((db) => showCustomer(db, claim));
  return { token: await tokens.issue(store.id, claim), customer, user: customer };
}
