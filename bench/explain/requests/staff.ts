import { newId } from "../../../src/core/ids.ts";
import { Passwords } from "../../../src/customers/customers.ts";
import { findOpenSessions } from "../../../src/events/queries.ts";
import { aboveStores } from "../../../src/staff/above-stores.ts";
import { eraseAccount, makeAccountReset, makeDemoLink } from "../../../src/staff/accounts.ts";
import {
  acceptInvitation,
  changePassword,
  resetPassword,
  showLink,
  signIn,
  signInByLink,
} from "../../../src/staff/enter.ts";
import { makeLink } from "../../../src/staff/links.ts";
import {
  inviteMember,
  leaveStore,
  listStaff,
  removeMember,
  requireResettable,
  setRole,
} from "../../../src/staff/members.ts";
import { withNames } from "../../../src/staff/names.ts";
import { removePasskey, showPasskeys } from "../../../src/staff/passkeys/passkeys.ts";
import { findPasskey, insertPasskey, recordAnswer } from "../../../src/staff/passkeys/queries.ts";
import { recordUse } from "../../../src/staff/queries.ts";
import {
  closeSession,
  endOtherSessions,
  endSession,
  findSessionOf,
  requireSession,
  showPerson,
  showSessions,
} from "../../../src/staff/sessions.ts";
import { scopesOfMember, staffMails } from "../../../src/staff/staff.ts";
import type { Scene, Use } from "../scene.ts";

const device = { address: "127.0.0.1", browser: "Explained", secret: undefined };
const password = "a password to explain";
const secretOf = (path: string): string => path.split("#")[1] ?? "";

/** Somebody who has accepted an invitation to the store: the session, and how to sign in. */
async function person({ database, store: { tenant } }: Scene, email: string) {
  const services = { database, passwords: new Passwords(1) };
  const { member, path } = await database.transact(tenant, async (db) => {
    const { member } = await inviteMember(db, email, "owner");
    return { member, ...(await makeLink(db, "invitation", member.account_id)) };
  });
  const link = secretOf(path);
  await showLink(services, link);
  const { secret } = await acceptInvitation(services, device, { link, name: "Amina", password });
  return { services, secret, session: await requireSession(database, secret), id: member.id };
}

/** People who work in the store. */
export const STAFF: Record<string, Use> = {
  "staff: an invitation, a session and its end": async (scene) => {
    const { database, store } = scene;
    const { services, secret, session, id } = await person(scene, "explained@example.dz");
    await signIn(services, { ...device, secret }, { email: "explained@example.dz", password });
    const again = await signIn(services, device, { email: "explained@example.dz", password });
    await findSessionOf(database, again.secret, store.tenant.siteId);
    await database.transact(aboveStores(), (db) => recordUse(db, session.session_id, db.now));
    await findOpenSessions(database.keyDirectory, [session.session_id]);
    await showPerson(database, session);
    await showSessions(database, session);
    const other = await signIn(services, device, { email: "explained@example.dz", password });
    await endSession(database, session, (await requireSession(database, other.secret)).session_id);
    const open = await requireSession(database, again.secret);
    await endOtherSessions(database, open);
    await changePassword(services, device, open, { current_password: password, password });
    await closeSession(database, again.secret);
    await database.transact(store.tenant, async (db) => {
      await listStaff(db);
      await scopesOfMember(db, id);
      await withNames(db, [{ actor: `person ${id}` }]);
    });
  },
  "staff: a role, a new password, and the end": async (scene) => {
    const { database, store } = scene;
    const { services, session, id } = await person(scene, "explained-2@example.dz");
    await person(scene, "explained-3@example.dz");
    const { path } = await database.transact(store.tenant, async (db) =>
      makeLink(db, "reset", (await requireResettable(db, id)).account_id),
    );
    await resetPassword(services, device, { link: secretOf(path), password });
    await makeAccountReset(database, "explained-2@example.dz", false);
    const { staff_password: mail } = staffMails(() => "https://example.com");
    for (const tenant of [store.tenant, aboveStores()]) {
      await database.transact(tenant, async (db) => mail?.(db, { account_id: session.account_id }));
    }
    await database.transact(store.tenant, (db) => setRole(db, id, "viewer"));
    await database.transact(store.tenant, (db) => removeMember(db, "explained-3@example.dz"));
    await database.transact(store.tenant, (db) => leaveStore(db, session.account_id));
    await eraseAccount(database, "explained-2@example.dz");
  },
  "staff: passkeys": async (scene) => {
    const { database } = scene;
    const { session } = await person(scene, "explained-4@example.dz");
    const passkey = {
      id: newId(),
      account_id: session.account_id,
      credential_id: "explained",
      public_key: Buffer.from("key"),
      counter: 0,
      transports: [],
      name: "Phone",
    };
    await database.transact(aboveStores(), async (db) => {
      await insertPasskey(db, passkey, "2026-01-01T00:00:00Z");
      await findPasskey(db, "explained");
      await recordAnswer(db, passkey.id, 1, "2026-01-02T00:00:00Z");
    });
    await showPasskeys(database, session);
    await removePasskey(database, session, passkey.id);
  },
  "staff: the demo's link": async ({ database, store }) => {
    const path = await makeDemoLink(database, [store.tenant]);
    await signInByLink({ database, passwords: new Passwords(1) }, device, { link: secretOf(path) });
  },
};
