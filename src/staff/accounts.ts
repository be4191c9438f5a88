import { newId } from "../core/ids.ts";
import { asStored } from "../core/media.ts";
import { Problem } from "../core/problem.ts";
import { foldEmail } from "../core/text/email.ts";
import type { Database, SiteDb, Tenant } from "../db/database.ts";
import { aboveStores } from "./above-stores.ts";
import { newLink } from "./links.ts";
import { insertOwner } from "./member-queries.ts";
import { type Member, removeMember, requireMember, requireOtherOwner, stateOf } from "./members.ts";
import { deletePasskeysOf } from "./passkey-queries.ts";
import {
  type AccountRow,
  accountFor,
  deleteLinksOf,
  deleteOtherSessions,
  eraseAccountRow,
  findAccountByEmail,
  insertLink,
  lockAccount,
  setName,
  storesOfAccount,
} from "./queries.ts";

/** Tells that a command changed who works in the store. */
export const tellOfMember = (db: SiteDb, member: Member): void =>
  db.happened({
    type: "staff.changed",
    thing: { kind: "member", id: member.id },
    actor: "command",
    data: { role: member.role, state: stateOf(member) },
  });

/** A link for a new password, made by whoever runs the server, for any account. Throws `member_not_found`. */
export const makeAccountReset = (database: Database, email: string): Promise<{ path: string; expires_at: string }> =>
  database.transact(aboveStores(), async (db) => {
    const account = await requireAccount(db, email);
    const { row, path } = newLink("reset", account.id, db.now);
    await insertLink(db, row);
    return { path, expires_at: row.expires_at };
  });

/**
 * Forgets who a person is: the account, its sessions, links and passkeys end, and what they did stays under a neutral name. Throws
 * `member_not_found`, and `last_owner` for the only owner of a store.
 */
export async function eraseAccount(database: Database, email: string): Promise<void> {
  const account = await database.transact(aboveStores(), (db) => requireAccount(db, email));
  const stores = await database.transact(aboveStores(), (db) => storesOfAccount(db, account.id));
  const tenants = stores.map(
    ({ site_id, currency, country, locale, time_zone: timeZone }): Tenant => ({
      siteId: site_id,
      currency,
      country,
      locale,
      timeZone,
      now: new Date().toISOString(),
      mediaUrl: asStored,
    }),
  );
  for (const tenant of tenants) {
    await database.transact(tenant, async (db) => requireOtherOwner(db, await requireMember(db, account.id)));
  }
  for (const tenant of tenants) {
    await database.transact(tenant, async (db) => {
      const before = await removeMember(db, account.id);
      tellOfMember(db, { ...before, ended_at: db.now });
    });
  }
  await database.transact(aboveStores(), async (db) => {
    await lockAccount(db, account.id);
    await deleteOtherSessions(db, account.id, null);
    await deleteLinksOf(db, account.id);
    await deletePasskeysOf(db, account.id);
    await eraseAccountRow(db, account.id);
  });
}

async function requireAccount(db: SiteDb, email: string): Promise<AccountRow> {
  const account = await findAccountByEmail(db, foldEmail(email));
  if (!account) throw new Problem("member_not_found", `Nobody has an account with the e-mail address "${email}".`);
  return account;
}

const DEMO_EMAIL = "demo@hanout.example";
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
    const { row, path } = newLink("sign_in", accountId, db.now);
    await insertLink(db, row);
    return path;
  });
}
