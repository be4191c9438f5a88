import { newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { foldEmail } from "../core/text/email.ts";
import type { Database, SiteDb, Tenant } from "../db/database.ts";
import { tenantOf } from "../db/tenant.ts";
import { aboveStores } from "./above-stores.ts";
import { type MadeLink, makeLink } from "./links.ts";
import { deliverLink } from "./mails.ts";
import { insertOwner } from "./member-queries.ts";
import { DEMO_EMAIL, type Member, removeMember, requireMember, requireOtherOwner, stateOf } from "./members.ts";
import { deletePasskeysOf } from "./passkeys/queries.ts";
import {
  type AccountRow,
  accountFor,
  deleteLinksOf,
  deleteOtherSessions,
  eraseAccountRow,
  findAccountByEmail,
  lockAccount,
  setName,
  storesOfAccount,
  updatePassword,
} from "./queries.ts";

/** Tells that a command changed who works in the store. */
export const tellOfMember = (db: SiteDb, member: Member): void =>
  db.happened({
    type: "staff.changed",
    thing: { kind: "member", id: member.id },
    actor: "command",
    data: { role: member.role, state: stateOf(member) },
  });

/** A link for a new password, made by whoever runs the server, for any account with one; null: it is mailed. Throws `member_not_found`. */
export const makeAccountReset = (database: Database, email: string, byMail: boolean): Promise<MadeLink | null> =>
  database.transact(aboveStores(), async (db) => {
    const account = await requireAccount(db, email);
    if (account.password_hash === null) {
      throw new Problem("member_not_found", `"${account.email}" was invited and has no password yet; invite again.`);
    }
    return deliverLink(db, "reset", account.id, byMail);
  });

/**
 * Forgets who a person is: the account, its sessions, links and passkeys end, and what they did stays under a neutral name. Throws
 * `member_not_found`, and `last_owner` for the only owner of a store.
 */
export async function eraseAccount(database: Database, email: string): Promise<void> {
  const { id } = await database.transact(aboveStores(), (db) => requireAccount(db, email));
  for (const tenant of await tenantsOf(database, id)) {
    await database.transact(tenant, async (db) => requireOtherOwner(db, await requireMember(db, id)));
  }
  do {
    await database.transact(aboveStores(), (db) => closeAccount(db, id)); // who cannot sign in accepts nothing meanwhile
    for (const tenant of await tenantsOf(database, id)) {
      await database.transact(tenant, async (db) => {
        const before = await removeMember(db, id);
        tellOfMember(db, { ...before, ended_at: db.now });
      });
    }
  } while (!(await database.transact(aboveStores(), (db) => eraseLeft(db, id))));
}

/** The stores in which somebody works, or to which they are invited. */
async function tenantsOf(database: Database, accountId: string): Promise<Tenant[]> {
  const stores = await database.transact(aboveStores(), (db) => storesOfAccount(db, accountId));
  return stores.map((store) => tenantOf(store));
}

/** Ends everything that opens an account. */
async function closeAccount(db: SiteDb, id: string): Promise<void> {
  await lockAccount(db, id);
  await updatePassword(db, id, null);
  await deleteOtherSessions(db, id, null);
  await deleteLinksOf(db, id);
  await deletePasskeysOf(db, id);
}

/** Erases an account; false when a store has invited it meanwhile. */
async function eraseLeft(db: SiteDb, id: string): Promise<boolean> {
  await closeAccount(db, id);
  if ((await storesOfAccount(db, id)).length > 0) return false;
  await eraseAccountRow(db, id);
  return true;
}

async function requireAccount(db: SiteDb, email: string): Promise<AccountRow> {
  const account = await findAccountByEmail(db, foldEmail(email));
  if (!account) throw new Problem("member_not_found", `Nobody has an account with the e-mail address "${email}".`);
  return account;
}

const DEMO_NAME = "Demo";

/**
 * The address, under the console's, of a link by which whoever starts the demo on this machine signs in as the owner of its stores. It works
 * once; those of earlier starts end. Somebody who was removed stays so.
 */
export async function makeDemoLink(database: Database, stores: readonly Tenant[]): Promise<string> {
  let accountId = "";
  for (const store of stores) {
    await database.transact(store, async (db) => {
      accountId = await accountFor(db, DEMO_EMAIL, newId());
      await insertOwner(db, { id: newId(), account_id: accountId });
    });
  }
  return database.transact(aboveStores(), async (db) => {
    await setName(db, accountId, DEMO_NAME);
    await deleteLinksOf(db, accountId);
    return (await makeLink(db, "sign_in", accountId)).path;
  });
}

/** Ends the links and sessions of the demo's owner, who has no password. */
export const endDemo = (database: Database): Promise<void> =>
  database.transact(aboveStores(), async (db) => {
    const account = await findAccountByEmail(db, DEMO_EMAIL);
    if (!account) return;
    await lockAccount(db, account.id);
    await deleteOtherSessions(db, account.id, null);
    await deleteLinksOf(db, account.id);
  });
