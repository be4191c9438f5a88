import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { Db, SiteDb } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import type { TenantRow } from "../db/tenant.ts";
import { ROLE_NAMES } from "./roles.ts";

// Accounts, their sessions and links. A `SiteDb` here is of no store (`aboveStores`), unless it says otherwise.

const StaffRole = Type.Enum(ROLE_NAMES);

const storeIfAny = {
  site_id: Nullable(Type.String()),
  currency: Nullable(Type.String()),
  country: Nullable(Type.String()),
  locale: Nullable(Type.String()),
  time_zone: Nullable(Type.String()),
};

/** The store of a row that may have none. */
export function storeIn({
  site_id,
  currency,
  country,
  locale,
  time_zone,
}: Pick<SessionRow, keyof typeof storeIfAny>): TenantRow | undefined {
  if (site_id === null || currency === null || country === null || locale === null) return undefined;
  return { site_id, currency, country, locale, time_zone };
}

const SessionRow = Type.Object({
  session_id: Type.String(),
  account_id: Type.String(),
  email: Type.String(),
  account_name: Type.String(),
  last_used_at: Type.String(),
  /** Those of a person who does not work in the store are null. */
  membership_id: Nullable(Type.String()),
  role: Nullable(StaffRole),
  slug: Nullable(Type.String()),
  is_suspended: Nullable(Type.Boolean()),
  ...storeIfAny,
});
export type SessionRow = Static<typeof SessionRow>;

/** The session with this hash, unless it has ended, and what its person is in the store with this id or slug. */
export const findSession = (
  db: Db,
  { hash, store, now, idle }: { hash: Buffer; store: string | null; now: string; idle: string },
) =>
  db.first(
    SessionRow,
    sql`
    select session_id, account_id, email, account_name, last_used_at, membership_id, role, site_id, slug, currency, country, locale,
      time_zone, is_suspended
    from find_session(${hash}, ${store}::text, ${now}::timestamptz, ${idle}::interval)
  `,
  );

const AccountRow = Type.Object({
  id: Type.String(),
  email: Type.String(),
  name: Nullable(Type.String()),
  password_hash: Nullable(Type.String()),
});
export type AccountRow = Static<typeof AccountRow>;

export const findAccountByEmail = (db: SiteDb, email: string) =>
  db.first(
    AccountRow,
    sql`
    select id, email, name, password_hash
    from accounts
    where email = ${email}
  `,
  );

export const findAccount = (db: SiteDb, id: string) =>
  db.first(
    AccountRow,
    sql`
    select id, email, name, password_hash
    from accounts
    where id = ${id} and email is not null
  `,
  );

/** Whoever opens a session, or changes what opens one, holds this lock: a new password leaves no session that the one before has opened. */
export const lockAccount = (db: SiteDb, id: string) =>
  db.first(
    AccountRow,
    sql`
    select id, email, name, password_hash
    from accounts
    where id = ${id} and email is not null
    for no key update
  `,
  );

export const updatePassword = (db: SiteDb, accountId: string, passwordHash: string | null) =>
  db.run(sql`
    update accounts
    set password_hash = ${passwordHash}
    where id = ${accountId}
  `);

export const setName = (db: SiteDb, accountId: string, name: string) =>
  db.run(sql`
    update accounts
    set name = ${name}
    where id = ${accountId}
  `);

/** The account of an e-mail address, which gets one when it has none. In any transaction. */
export const accountFor = async (db: SiteDb, email: string, newId: string): Promise<string> => {
  const [id] = await db.ids(sql`select account_for(${db.siteId}, ${email}, ${newId}, ${db.now}) as id`);
  return id as string;
};

/** Forgets who a person is; rows of stores keep the id. */
export const eraseAccountRow = (db: SiteDb, id: string) =>
  db.run(sql`
    update accounts
    set email = null, name = null, password_hash = null
    where id = ${id}
  `);

export interface NewSession {
  id: string;
  account_id: string;
  hash: Buffer;
  browser: string;
  expires_at: string;
}

export const insertSession = (db: SiteDb, session: NewSession) =>
  db.run(sql`
    insert into account_sessions (id, account_id, hash, browser, created_at, last_used_at, expires_at)
    values (${session.id}, ${session.account_id}, ${session.hash}, ${session.browser}, ${db.now}, ${db.now}, ${session.expires_at})
  `);

/** Records that a session is used, unless that was recorded after `since`. */
export const recordUse = (db: SiteDb, id: string, since: string) =>
  db.run(sql`
    update account_sessions
    set last_used_at = ${db.now}
    where id = ${id} and last_used_at < ${since}
  `);

const OpenSession = Type.Object({
  id: Type.String(),
  browser: Type.String(),
  created_at: Type.String(),
  last_used_at: Type.String(),
  expires_at: Type.String(),
});

/** The sessions of an account that have not ended, the newest first. */
export const listSessions = (db: SiteDb, accountId: string, idleSince: string) =>
  db.many(
    OpenSession,
    sql`
    select id, browser, created_at, last_used_at, expires_at
    from account_sessions
    where account_id = ${accountId} and expires_at > ${db.now} and last_used_at > ${idleSince}
    order by created_at desc, id desc
    limit 100
  `,
  );

export const findSessionById = (db: SiteDb, accountId: string, id: string) =>
  db.ids(sql`
    select id
    from account_sessions
    where account_id = ${accountId} and id = ${id}
  `);

/** Ends the sessions of an account but the newest ones. */
export const deleteOldSessions = (db: SiteDb, accountId: string, kept: number) =>
  db.run(sql`
    delete from account_sessions
    where id = any(array(
      select id
      from account_sessions
      where account_id = ${accountId}
      order by created_at desc, id desc
      offset ${kept}
    ))
  `);

export const deleteSessionByHash = (db: SiteDb, hash: Buffer) =>
  db.run(sql`
    delete from account_sessions
    where hash = ${hash}
  `);

export const deleteSession = (db: SiteDb, accountId: string, id: string) =>
  db.ids(sql`
    delete from account_sessions
    where account_id = ${accountId} and id = ${id}
    returning id
  `);

/** Ends the sessions of an account but one. */
export const deleteOtherSessions = (db: SiteDb, accountId: string, keptId: string | null) =>
  db.run(sql`
    delete from account_sessions
    where account_id = ${accountId} and id is distinct from ${keptId}::uuid
  `);

const LinkRow = Type.Object({
  kind: Type.Enum(["invitation", "reset", "sign_in"]),
  account_id: Type.String(),
  email: Type.String(),
  has_password: Type.Boolean(),
  /** Of an invitation. Those of the store that made the link are null when a command did. */
  role: Nullable(StaffRole),
  store_name: Nullable(Type.String()),
  ...storeIfAny,
  works_elsewhere: Type.Boolean(),
  is_suspended: Type.Boolean(),
});
export type LinkRow = Static<typeof LinkRow>;

/** The link with this hash, unless it has been used or has expired. In any transaction, and before one. */
export const findLink = (db: Db, hash: Buffer, now: string) =>
  db.first(
    LinkRow,
    sql`
    select kind, account_id, email, has_password, role, site_id, store_name, currency, country, locale, time_zone, works_elsewhere,
      is_suspended
    from find_account_link(${hash}, ${now}::timestamptz)
  `,
  );

export interface NewLink {
  account_id: string;
  kind: LinkRow["kind"];
  hash: Buffer;
  expires_at: string;
}

/** Makes a link that no store has made. */
export const insertLink = (db: SiteDb, { hash, account_id, kind, expires_at }: NewLink) =>
  db.run(sql`
    insert into account_links (hash, account_id, kind, expires_at)
    values (${hash}, ${account_id}, ${kind}, ${expires_at})
  `);

/** Makes a link in the transaction of the store for one of its people. Earlier ones of its kind end. */
export const insertStoreLink = (db: SiteDb, { account_id, kind, hash, expires_at }: NewLink) =>
  db.run(sql`select add_store_link(${db.siteId}, ${account_id}, ${kind}, ${hash}, ${expires_at})`);

/** Uses a link up. Returns nothing when it was used meanwhile. */
export const deleteLink = (db: SiteDb, hash: Buffer, kind: LinkRow["kind"]) =>
  db.ids(sql`
    delete from account_links
    where hash = ${hash} and kind = ${kind} and expires_at > ${db.now}
    returning account_id as id
  `);

/** Ends the links that open an account without its password. */
export const deleteOpeningLinks = (db: SiteDb, accountId: string) =>
  db.run(sql`
    delete from account_links
    where account_id = ${accountId} and kind <> 'invitation'
  `);

export const deleteLinksOf = (db: SiteDb, accountId: string) =>
  db.run(sql`
    delete from account_links
    where account_id = ${accountId}
  `);

/**
 * Accepts an invitation in the transaction of its store; returns the membership, or nothing when the link does not work any more, or the
 * account's password is not the one that was `checked` (null: none). `name`, `passwordHash`: of an account without a password.
 */
export const acceptInvitationLink = (
  db: SiteDb,
  hash: Buffer,
  { checked, name, passwordHash }: { checked: string | null; name: string | null; passwordHash: string | null },
) =>
  db.first(
    Type.Object({ id: Type.String(), role: StaffRole }),
    sql`
    select id, role
    from accept_invitation(${db.siteId}, ${hash}, ${checked}, ${name}, ${passwordHash}, ${db.now})
  `,
  );

const StoreOfPerson = Type.Object({
  site_id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  currency: Type.String(),
  country: Type.String(),
  locale: Type.String(),
  time_zone: Nullable(Type.String()),
  role: StaffRole,
  /** Null: invited. */
  accepted_at: Nullable(Type.String()),
});

/** The stores in which somebody works, or to which they are invited. */
export const storesOfAccount = (db: SiteDb, accountId: string) =>
  db.many(
    StoreOfPerson,
    sql`
    select site_id, slug, name, currency, country, locale, time_zone, role, accepted_at
    from stores_of_account(${accountId})
  `,
  );
