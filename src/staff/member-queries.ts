import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { sql } from "../db/sql.ts";
import { ROLE_NAMES, type Role } from "./roles.ts";

const MemberRow = Type.Object({
  id: Type.String(),
  account_id: Type.String(),
  role: Type.Enum(ROLE_NAMES),
  /** Null: the account was erased. */
  email: Nullable(Type.String()),
  /** Null: invited, or erased. */
  name: Nullable(Type.String()),
  invited_at: Type.String(),
  accepted_at: Nullable(Type.String()),
  ended_at: Nullable(Type.String()),
  works_elsewhere: Type.Boolean(),
});
/** Somebody who works in the store, is invited to, or did. */
export type MemberRow = Static<typeof MemberRow>;

/** Who works in the store or is invited to, the first one first. */
export const listMembers = (db: SiteDb) =>
  db.many(
    MemberRow,
    sql`
    select id, account_id, role, email, name, invited_at, accepted_at, ended_at, works_elsewhere
    from staff_of_store(${db.siteId})
    where ended_at is null
    order by invited_at, id
    limit 1000
  `,
  );

/** The same of one of them, by account, by the id of the membership or by e-mail, also after its end. */
export const findMember = (db: SiteDb, ref: string) =>
  db.first(
    MemberRow,
    sql`
    select id, account_id, role, email, name, invited_at, accepted_at, ended_at, works_elsewhere
    from staff_of_store(${db.siteId})
    where id::text = ${ref} or account_id::text = ${ref} or email = ${ref}
    limit 1
  `,
  );

/** The ids of memberships with this id or name, or with this e-mail for who sees people. Names are not unique: this is for searches. */
export const findIdsNamed = (db: SiteDb, ref: string, seesPeople: boolean) =>
  db.ids(sql`
    select id
    from staff_of_store(${db.siteId})
    where id::text = lower(${ref}) or (${seesPeople} and email = lower(${ref})) or lower(name) = lower(${ref})
    limit 100
  `);

const NameRow = Type.Object({ id: Type.String(), name: Nullable(Type.String()), is_erased: Type.Boolean() });

/** The names of people who work or worked in the store, by the ids of their memberships. Who has never accepted has none yet. */
export const findNames = (db: SiteDb, ids: string[]) =>
  db.many(
    NameRow,
    sql`
    select id, name, email is null as is_erased
    from staff_of_store(${db.siteId})
    where id = any(${ids}::uuid[])
  `,
  );

/** Invites somebody, again after the end of an earlier membership. */
export const saveMember = (db: SiteDb, { id, account_id, role }: { id: string; account_id: string; role: Role }) =>
  db.run(sql`
    insert into memberships (site_id, id, account_id, role, invited_at)
    values (${db.siteId}, ${id}, ${account_id}, ${role}, ${db.now})
    on conflict (site_id, account_id) do update
    set role = excluded.role, invited_at = excluded.invited_at, accepted_at = null, ended_at = null
  `);

/** An owner of the demo, who need not accept. */
export const insertOwner = (db: SiteDb, { id, account_id }: { id: string; account_id: string }) =>
  db.run(sql`
    insert into memberships (site_id, id, account_id, role, invited_at, accepted_at, first_accepted_at)
    values (${db.siteId}, ${id}, ${account_id}, 'owner', ${db.now}, ${db.now}, ${db.now})
    on conflict (site_id, account_id) do nothing
  `);

export const updateRole = (db: SiteDb, id: string, role: Role) =>
  db.run(sql`
    update memberships
    set role = ${role}
    where site_id = ${db.siteId} and id = ${id}
  `);

export const endMembership = (db: SiteDb, id: string) =>
  db.run(sql`
    update memberships
    set ended_at = ${db.now}
    where site_id = ${db.siteId} and id = ${id}
  `);

/** How many owners have accepted, and work in the store. */
export const countOwners = (db: SiteDb) =>
  db.count(sql`
    select count(*)
    from memberships
    where site_id = ${db.siteId} and role = 'owner' and accepted_at is not null and ended_at is null
  `);

/** The role of somebody who works in the store. */
export const findRole = (db: SiteDb, id: string) =>
  db.first(
    Type.Object({ role: Type.Enum(ROLE_NAMES) }),
    sql`
    select role
    from memberships
    where site_id = ${db.siteId} and id = ${id} and accepted_at is not null and ended_at is null
  `,
  );
