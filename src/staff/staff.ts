import { Problem } from "../core/problem.ts";
import { hasScope, type Scope } from "../core/scopes.ts";
import type { SiteDb } from "../db/database.ts";
import { findRole } from "./member-queries.ts";
import { ROLES } from "./roles.ts";

export { eraseAccount, makeAccountReset, makeDemoLink, tellOfMember } from "./accounts.ts";
export { PasskeyChallenges } from "./challenges.ts";
export { findIdsNamed as findMemberIds } from "./member-queries.ts";
export { inviteMember, listStaff, removeMember } from "./members.ts";
export { withNames } from "./names.ts";
export { ROLE_NAMES, ROLES, type Role } from "./roles.ts";
export { requireSession, storeOf } from "./sessions.ts";

/** For work that goes on after its call. Throws `insufficient_scope` when the person has left, or has a role without these scopes by now. */
export async function requireRole(db: SiteDb, membershipId: string, scopes: readonly Scope[]): Promise<void> {
  const found = await findRole(db, membershipId);
  if (found && scopes.every((scope) => hasScope(ROLES[found.role], scope))) return;
  throw new Problem("insufficient_scope", "Who began this work may not do it any more. What was done before stays.");
}
