import { isId, newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { ALL_SCOPES, scopesAmong } from "../core/scopes.ts";
import { foldEmail } from "../core/text/email.ts";
import type { Passwords } from "../customers/customers.ts";
import type { Database, SiteDb, Tenant } from "../db/database.ts";
import { tenantOf } from "../db/tenant.ts";
import { storeZone } from "../store/store.ts";
import { aboveStores } from "./above-stores.ts";
import { storeSuspended } from "./links.ts";
import {
  type AccountRow,
  deleteOldSessions,
  deleteOtherSessions,
  deleteSession,
  deleteSessionByHash,
  findAccountByEmail,
  findSession,
  findSessionById,
  insertSession,
  listSessions,
  lockAccount,
  recordUse,
  type SessionRow,
  storeIn,
  storesOfAccount,
} from "./queries.ts";
import { ROLES, type Role } from "./roles.ts";
import { hashOf, newSecret } from "./secrets.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A session ends when it was not used for so long … */
const IDLE_MS = 7 * DAY_MS;
/** … and in any case so long after the sign-in: of who stays signed in on the device, and of who does not. */
const LASTING_MS = 30 * DAY_MS;
const SHORT_MS = 12 * 60 * MINUTE_MS;
/** How often the last use is written. */
const USE_INTERVAL_MS = 10 * MINUTE_MS;
const MAX_BROWSER_LENGTH = 300;
/** Sessions of an account that are open at the same time. */
const MAX_SESSIONS = 50;

export interface SignInServices {
  database: Database;
  /** A queue of its own: people who sign in here do not wait for shoppers, nor the other way around. */
  passwords: Passwords;
}

/** Where somebody signs in. */
export interface Device {
  /** The address of the client: those of one address share its place in the queue. */
  address: string;
  browser: string;
  /** The secret of the session that the browser has: it ends. */
  secret: string | undefined;
}

/** A session that was opened. */
export interface OpenedSession {
  secret: string;
  expires_at: string;
}

/** An account whose password was right, with the hash that it was compared with. */
export interface Checked {
  id: string;
  password_hash: string;
}

/**
 * Checks an e-mail address and a password. Returns the account as it was then: see `lockChecked`. Throws `overloaded`; `invalid_credentials` for an unknown address, a
 * wrong password and an account without one, each after the same amount of work.
 */
export async function checkPassword(
  { database, passwords }: SignInServices,
  address: string,
  { email, password }: { email: string; password: string },
): Promise<Checked> {
  const account = await passwords.admit(address, async () => {
    const found = await database.transact(aboveStores(), (db) => findAccountByEmail(db, foldEmail(email)));
    const isRight = await passwords.matches(address, found?.password_hash ?? null, password);
    return isRight ? (found as Checked) : undefined;
  });
  if (!account) throw invalidCredentials();
  return account;
}

/**
 * Locks an account for a transaction that does what its password allows. Throws `invalid_credentials` when the account has another password
 * by now than the one that was checked.
 */
export async function lockChecked(db: SiteDb, { id, password_hash }: Checked): Promise<AccountRow> {
  const account = await lockAccount(db, id);
  if (account?.password_hash !== password_hash) throw invalidCredentials();
  return account;
}

/** Locks the account of a session for a transaction. Throws `not_signed_in` when the session has ended meanwhile. */
export async function lockSignedIn(
  db: SiteDb,
  { account_id, session_id }: Pick<SessionRow, "account_id" | "session_id">,
): Promise<AccountRow> {
  const account = await lockAccount(db, account_id);
  const open = await findSessionById(db, account_id, session_id);
  if (!account || open.length === 0) throw notSignedIn();
  return account;
}

export const invalidCredentials = (): Problem =>
  new Problem("invalid_credentials", "The e-mail address or the password is wrong.");

/** Opens a session with a new secret. The oldest of many end. `account`: locked, so that no new password comes between its check and the session. */
export async function openSession(
  db: SiteDb,
  { id: account_id }: AccountRow,
  { browser, secret: former }: Device,
  staysSignedIn: boolean,
): Promise<OpenedSession> {
  const secret = newSecret();
  const expires_at = new Date(Date.parse(db.now) + (staysSignedIn ? LASTING_MS : SHORT_MS)).toISOString();
  if (former !== undefined) await deleteSessionByHash(db, hashOf(former));
  await insertSession(db, {
    id: newId(),
    account_id,
    hash: hashOf(secret),
    browser: browser.slice(0, MAX_BROWSER_LENGTH),
    expires_at,
  });
  await deleteOldSessions(db, account_id, MAX_SESSIONS);
  return { secret, expires_at };
}

/** The session of a cookie, and what its person is in the store of this id or slug. It is read each time, so that nothing is believed any more that has ended. */
export async function findSessionOf(
  database: Database,
  secret: string,
  store: string | null,
): Promise<SessionRow | undefined> {
  const tenant = aboveStores();
  const idle = `${IDLE_MS / MINUTE_MS} minutes`;
  const found = await findSession(database.keyDirectory, { hash: hashOf(secret), store, now: tenant.now, idle });
  if (!found) return undefined;
  const since = new Date(Date.parse(tenant.now) - USE_INTERVAL_MS).toISOString();
  if (found.last_used_at < since) {
    // No request waits for it or fails with it.
    void database.transact(tenant, (db) => recordUse(db, found.session_id, since)).catch(() => {});
  }
  return found;
}

/** The session of a cookie, in the store of this id or slug; default: in none. Throws `not_signed_in`. */
export async function requireSession(
  database: Database,
  secret: string | undefined,
  store: string | null = null,
): Promise<SessionRow> {
  const found = secret === undefined ? undefined : await findSessionOf(database, secret, store);
  if (!found) throw notSignedIn();
  return found;
}

export const notSignedIn = (): Problem =>
  new Problem("not_signed_in", "Sign in: there is no session, or it has ended.");

/** Ends the session of a cookie. */
export const closeSession = (database: Database, secret: string): Promise<void> =>
  database.transact(aboveStores(), (db) => deleteSessionByHash(db, hashOf(secret)));

/** What a person sees of themselves. */
export async function showPerson(database: Database, { account_id, email, account_name }: SessionRow) {
  const stores = await database.transact(aboveStores(), (db) => storesOfAccount(db, account_id));
  return {
    person: { email, name: account_name },
    stores: stores
      .filter(({ accepted_at }) => accepted_at !== null)
      .map(({ site_id: id, slug, name, role, currency, country, locale, time_zone }) => ({
        id,
        slug,
        name,
        role,
        scopes: scopesAmong(ALL_SCOPES, ROLES[role]),
        currency,
        country,
        locale,
        time_zone: storeZone({ timeZone: time_zone, country }).name,
      })),
  };
}

/** The sessions of a person that are open. */
export async function showSessions(database: Database, { account_id, session_id }: SessionRow) {
  const tenant = aboveStores();
  const idleSince = new Date(Date.parse(tenant.now) - IDLE_MS).toISOString();
  const rows = await database.transact(tenant, (db) => listSessions(db, account_id, idleSince));
  return { data: rows.map((row) => ({ ...row, is_this: row.id === session_id })) };
}

/** Ends a session of the person. Throws `session_not_found`. */
export async function endSession(database: Database, { account_id }: SessionRow, id: string): Promise<void> {
  const ended = !isId(id) ? [] : await database.transact(aboveStores(), (db) => deleteSession(db, account_id, id));
  if (ended.length === 0) throw new Problem("session_not_found", "You have no such session.");
}

/** Ends all sessions of the person but this one. */
export const endOtherSessions = (database: Database, { account_id, session_id }: SessionRow): Promise<void> =>
  database.transact(aboveStores(), (db) => deleteOtherSessions(db, account_id, session_id));

/** The store that a session was asked for. Throws `store_not_found` where its person does not work there, and `store_suspended`. */
export function storeOf(found: SessionRow, asked: string): Tenant & { membershipId: string; role: Role; slug: string } {
  const { membership_id: membershipId, role, slug } = found;
  const store = storeIn(found);
  if (!membershipId || !role || !slug || !store)
    throw new Problem("store_not_found", `You work in no store "${asked}".`);
  if (found.is_suspended) throw storeSuspended();
  return { ...tenantOf(store), membershipId, role, slug };
}
