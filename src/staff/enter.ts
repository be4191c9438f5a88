import { emptyField, Problem } from "../core/problem.ts";
import type { Tenant } from "../db/database.ts";
import { tenantOf } from "../db/tenant.ts";
import { aboveStores } from "./above-stores.ts";
import { linkNotFound, requireLink } from "./links.ts";
import { lockStaff } from "./members.ts";
import { deletePasskeysOf } from "./passkeys/queries.ts";
import {
  acceptInvitationLink,
  deleteLink,
  deleteOpeningLinks,
  deleteOtherSessions,
  findLink,
  lockAccount,
  type SessionRow,
  storeIn,
  updatePassword,
} from "./queries.ts";
import { hashOf } from "./secrets.ts";
import {
  checkPassword,
  type Device,
  lockChecked,
  lockSignedIn,
  type OpenedSession,
  openSession,
  type SignInServices,
} from "./sessions.ts";

// The ways in: a password, an invitation, a link for a new password, a link for the owner of the demo.

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 128;
const MAX_NAME = 100;

/** Signs in. Throws `overloaded` and `invalid_credentials`. */
export async function signIn(
  services: SignInServices,
  device: Device,
  given: { email: string; password: string; stay?: boolean },
): Promise<OpenedSession> {
  const checked = await checkPassword(services, device.address, given);
  return services.database.transact(aboveStores(), async (db) =>
    openSession(db, await lockChecked(db, checked), device, given.stay ?? false),
  );
}

/** The address of the account whose password an invitation asks for; undefined where it asks for none. */
export async function emailOfLink({ database }: SignInServices, secret: string): Promise<string | undefined> {
  const link = await findLink(database.keyDirectory, hashOf(secret), new Date().toISOString());
  return link?.has_password ? link.email : undefined;
}

/** What the page of a link shows. Throws `link_not_found`. */
export async function showLink({ database }: SignInServices, secret: string) {
  const tenant = aboveStores();
  const link = await requireLink(database.keyDirectory, secret, tenant.now, "invitation", "reset");
  const { kind, email, has_password, role, store_name } = link;
  return { kind, email, has_password, role, store: store_name };
}

/**
 * Accepts an invitation, and signs in: a new account with a name and a password to choose, an existing one with its password. Throws
 * `overloaded`, `link_not_found`, `invalid_credentials` and `invalid_value`.
 */
export async function acceptInvitation(
  services: SignInServices,
  device: Device,
  { link: secret, name, password }: { link: string; name?: string; password: string },
): Promise<OpenedSession> {
  const { database } = services;
  const link = await requireLink(database.keyDirectory, secret, new Date().toISOString(), "invitation");
  const had = link.has_password
    ? (await checkPassword(services, device.address, { email: link.email, password })).password_hash
    : null;
  const password_hash = had ?? (await hashNew(services, device.address, password));
  const acceptance = { checked: had, name: had === null ? validName(name) : null, passwordHash: password_hash };
  await database.transact(tenantOfLink(link), async (db) => {
    await lockStaff(db);
    const accepted = await acceptInvitationLink(db, hashOf(secret), acceptance);
    if (!accepted) throw linkNotFound();
    const { id, role } = accepted;
    const data = { role, state: "active" };
    db.happened({ type: "staff.changed", thing: { kind: "member", id }, actor: `person ${id}`, data });
  });
  return database.transact(aboveStores(), async (db) =>
    openSession(db, await lockChecked(db, { id: link.account_id, password_hash }), device, false),
  );
}

/**
 * Gives an account a new password, and signs in; all its other sessions end. Throws `overloaded`, `link_not_found` and `invalid_value`.
 */
export async function resetPassword(
  services: SignInServices,
  device: Device,
  { link: secret, password }: { link: string; password: string },
): Promise<OpenedSession> {
  const { database } = services;
  const { account_id } = await requireLink(database.keyDirectory, secret, new Date().toISOString(), "reset");
  const passwordHash = await hashNew(services, device.address, password);
  return database.transact(aboveStores(), async (db) => {
    const account = await lockAccount(db, account_id);
    await requireLink(db, secret, db.now, "reset"); // under the lock: the person may work elsewhere by now
    const used = await deleteLink(db, hashOf(secret), "reset");
    if (!account || used.length === 0) throw linkNotFound();
    await updatePassword(db, account_id, passwordHash);
    await deleteOtherSessions(db, account_id, null);
    await deleteOpeningLinks(db, account_id);
    await deletePasskeysOf(db, account_id); // who lost the account may have added one
    return openSession(db, account, device, false);
  });
}

/** Changes the password of who is signed in; the other sessions end. Throws `overloaded`, `not_signed_in`, `invalid_credentials` and `invalid_value`. */
export async function changePassword(
  services: SignInServices,
  device: Device,
  session: SessionRow,
  { current_password, password }: { current_password: string; password: string },
): Promise<void> {
  const { account_id, session_id, email } = session;
  const checked = await checkPassword(services, device.address, { email, password: current_password });
  const passwordHash = await hashNew(services, device.address, password);
  await services.database.transact(aboveStores(), async (db) => {
    await lockSignedIn(db, session);
    await lockChecked(db, checked);
    await updatePassword(db, account_id, passwordHash);
    await deleteOtherSessions(db, account_id, session_id);
    await deleteOpeningLinks(db, account_id);
  });
}

/** Signs in by a link that was printed for the owner of the demo. Throws `link_not_found`. */
export async function signInByLink(
  { database }: SignInServices,
  device: Device,
  { link: secret }: { link: string },
): Promise<OpenedSession> {
  const { account_id } = await requireLink(database.keyDirectory, secret, new Date().toISOString(), "sign_in");
  return database.transact(aboveStores(), async (db) => {
    const account = await lockAccount(db, account_id);
    const used = await deleteLink(db, hashOf(secret), "sign_in");
    if (!account || used.length === 0) throw linkNotFound();
    return openSession(db, account, device, false);
  });
}

/** Hashes a password that was chosen. Throws `overloaded` and `invalid_value`. */
function hashNew({ passwords }: SignInServices, address: string, password: string): Promise<string> {
  const length = [...password].length;
  if (length < MIN_PASSWORD || length > MAX_PASSWORD) {
    throw new Problem("invalid_value", (say) => say.field.length("password", MIN_PASSWORD, MAX_PASSWORD), {
      errors: [{ path: "password" }],
    });
  }
  return passwords.admit(address, () => passwords.hash(address, password));
}

/** Throws `invalid_value`. */
function validName(given = ""): string {
  const name = given.trim();
  if (!name) throw emptyField("name");
  return name.slice(0, MAX_NAME);
}

/** The store of an invitation. */
function tenantOfLink(link: Awaited<ReturnType<typeof requireLink>>): Tenant {
  const store = storeIn(link);
  if (!store) throw linkNotFound();
  return tenantOf(store);
}
