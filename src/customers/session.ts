import { Problem } from "../core/problem.ts";
import type { SiteDb } from "../db/database.ts";
import { createCustomer, findAccount, readSignUp, showCustomer } from "./customers.ts";
import type { Passwords } from "./passwords.ts";
import type { LogIn, Session, SignUp } from "./schema.ts";
import type { CustomerTokens } from "./tokens.ts";

/** A store's data, a transaction at a time: passwords are hashed between them, never inside one. */
export interface StoreOf {
  readonly id: string;
  readonly country: string;
  transact<T>(work: (db: SiteDb) => Promise<T>): Promise<T>;
}

/** What signing in needs beside the store. */
export interface SignInParts {
  tokens: CustomerTokens;
  passwords: Passwords;
}

/** Makes an account and signs in (spec section 4.8). Throws `invalid_value`, `email_taken` and `overloaded`. */
export async function signUp(store: StoreOf, { tokens, passwords }: SignInParts, given: SignUp): Promise<Session> {
  const person = readSignUp(given, store.country);
  const passwordHash = await passwords.admit(store.id, () => passwords.hash(store.id, given.password));
  const account = await store.transact((db) => createCustomer(db, person, passwordHash));
  return open(store, tokens, account);
}

/**
 * Signs in (spec section 4.8). Throws `overloaded`, and `invalid_credentials` after the same work for an unknown e-mail,
 * a wrong password and an account without one.
 */
export async function logIn(
  store: StoreOf,
  { tokens, passwords }: SignInParts,
  { email, password }: LogIn,
): Promise<Session> {
  const account = await passwords.admit(store.id, async () => {
    const found = await store.transact((db) => findAccount(db, email));
    const isRight = await passwords.matches(store.id, found?.password_hash ?? null, password);
    return isRight ? found : undefined;
  });
  if (!account) throw new Problem("invalid_credentials", "Invalid credentials");
  return open(store, tokens, account);
}

async function open(
  store: StoreOf,
  tokens: CustomerTokens,
  { id, password_version }: { id: string; password_version: number },
): Promise<Session> {
  const claim = { customer_id: id, password_version };
  const customer = await store.transact((db) => showCustomer(db, claim));
  return { token: await tokens.issue(store.id, claim), customer, user: customer };
}
