import type { Scope } from "../core/scopes.ts";
import type { SiteDb } from "../db/database.ts";
import { findRole } from "./member-queries.ts";
import { ROLES } from "./roles.ts";

export { endDemo, eraseAccount, makeAccountReset, makeDemoLink, tellOfMember } from "./accounts.ts";
export { type MadeLink, makeLink } from "./links.ts";
export { deliverLink, staffMails } from "./mails.ts";
export { findIdsNamed as findMemberIds } from "./member-queries.ts";
export { inviteMember, listStaff, removeMember } from "./members.ts";
export { withNames } from "./names.ts";
export { PasskeyChallenges } from "./passkeys/challenges.ts";
export { ROLE_NAMES, ROLES, type Role } from "./roles.ts";
export { requireSession, storeOf } from "./sessions.ts";

/** What a person may do now, by the id of the membership: nothing after its end. */
export async function scopesOfMember(db: SiteDb, membershipId: string): Promise<readonly Scope[]> {
  const found = await findRole(db, membershipId);
  return found ? ROLES[found.role] : [];
}
