import { newId } from "../core/ids.ts";
import { invalidEmail, Problem } from "../core/problem.ts";
import { foldEmail, readEmail } from "../core/text/email.ts";
import type { SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import {
  countOwners,
  endMembership,
  findMember,
  listMembers,
  type MemberRow,
  saveMember,
  updateRole,
} from "./member-queries.ts";
import { accountFor } from "./queries.ts";
import type { Role } from "./roles.ts";

export type Member = MemberRow;

/** The address of the demo's owner, who signs in by a link alone: nobody else gets a link to it. */
export const DEMO_EMAIL = "demo@hanout.example";

/** Whether somebody works in the store. */
export const stateOf = ({ accepted_at, ended_at }: Member): "invited" | "active" | "left" =>
  ended_at ? "left" : accepted_at ? "active" : "invited";

/** Somebody as they are shown to the store. */
export const showMember = (member: Member) => {
  const { id, email, name, role, invited_at, accepted_at } = member;
  return { id, email, name, role, state: stateOf(member), invited_at, accepted_at };
};

export const listStaff = async (db: SiteDb) => (await listMembers(db)).map(showMember);

/**
 * Invites somebody to work in the store, or invites again who was invited already; a link is to follow. The answer is the same whether the
 * address has an account or not. Throws `invalid_value`, and `member_exists` for who works there.
 */
export async function inviteMember(
  db: SiteDb,
  address: string,
  role: Role,
): Promise<{ member: Member; before: Member | null }> {
  if (!readEmail(address)) throw invalidEmail("email");
  const email = foldEmail(address);
  if (email === DEMO_EMAIL) throw invalidEmail("email");
  await lockStaff(db);
  const account_id = await accountFor(db, email, newId());
  const existing = await findMember(db, account_id);
  if (existing?.accepted_at && !existing.ended_at) {
    throw new Problem("member_exists", `${email} works in this store already; staff_set_role changes the role.`);
  }
  await saveMember(db, { id: newId(), account_id, role });
  return { member: (await findMember(db, account_id)) as MemberRow, before: existing ?? null };
}

/** Gives somebody another role; returns the row before. Throws `member_not_found`, `last_owner`. */
export async function setRole(db: SiteDb, ref: string, role: Role): Promise<MemberRow> {
  await lockStaff(db);
  const member = await requireMember(db, ref);
  if (role !== "owner") await requireOtherOwner(db, member);
  await updateRole(db, member.id, role);
  return member;
}

/** Ends somebody's work in the store, or takes an invitation back; returns the row before. Throws `member_not_found`, `last_owner`. */
export async function removeMember(db: SiteDb, ref: string): Promise<MemberRow> {
  await lockStaff(db);
  const member = await requireMember(db, ref);
  await requireOtherOwner(db, member);
  await endMembership(db, member.id);
  return member;
}

/** Ends the own work in the store. Throws `member_not_found`, `last_owner`. */
export async function leaveStore(db: SiteDb, accountId: string): Promise<void> {
  const before = await removeMember(db, accountId);
  const data = { role: before.role, state: "left" };
  db.happened({ type: "staff.changed", thing: { kind: "member", id: before.id }, actor: `person ${before.id}`, data });
}

/**
 * Somebody who may get a link of the store for a new password. Throws `member_not_found`, and `works_elsewhere` for who works in other stores,
 * too: the link would let this store into them.
 */
export async function requireResettable(db: SiteDb, ref: string): Promise<Member> {
  const member = await requireMember(db, ref);
  if (!member.accepted_at) {
    throw new Problem(
      "member_not_found",
      "This person has not accepted yet; staff_invite makes a new link. Somebody who does not know the password of their account asks whoever runs the server.",
    );
  }
  if (member.works_elsewhere) {
    throw new Problem(
      "works_elsewhere",
      'This person works in other stores, too: whoever runs the server makes the link, with "hanout staff reset-link".',
    );
  }
  return member;
}

/** Changes of who works in a store come one after the other: of two that each leave the other owner, one must see that nobody is left. */
export const lockStaff = (db: SiteDb): Promise<void> => lockForTransaction(db, "staff");

/** Throws `member_not_found`. */
export async function requireMember(db: SiteDb, ref: string): Promise<MemberRow> {
  const member = await findMember(db, foldEmail(ref));
  if (!member || member.ended_at) {
    throw new Problem("member_not_found", `Nobody "${ref}" works in this store; staff_list shows who does.`);
  }
  return member;
}

/** Throws `last_owner` for the only owner. */
export async function requireOtherOwner(db: SiteDb, { role, accepted_at }: MemberRow): Promise<void> {
  if (role !== "owner" || !accepted_at || (await countOwners(db)) > 1) return;
  throw new Problem("last_owner", "This is the only owner of the store; make somebody else an owner first.");
}
