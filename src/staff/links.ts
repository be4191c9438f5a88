import { Problem } from "../core/problem.ts";
import type { Db } from "../db/database.ts";
import { findLink, type LinkRow, type NewLink } from "./queries.ts";
import { hashOf, newSecret } from "./secrets.ts";

/** How long a link works. */
const LIFETIME_MS = 3 * 86_400_000;

/** The page that a link of each kind leads to. */
const PAGES = { invitation: "invitation", reset: "new-password", sign_in: "sign-in" } as const;

/** A new link for an account, to be stored, and its address under the console's. The secret stands behind the #, which browsers send nobody. */
export function newLink(kind: NewLink["kind"], accountId: string, now: string): { row: NewLink; path: string } {
  const secret = newSecret();
  const expires_at = new Date(Date.parse(now) + LIFETIME_MS).toISOString();
  return {
    row: { kind, account_id: accountId, hash: hashOf(secret), expires_at },
    path: `/console/${PAGES[kind]}#${secret}`,
  };
}

/** The link with this secret. Throws `link_not_found` for one that was used, has expired, or is of another kind. */
export async function requireLink<K extends LinkRow["kind"]>(
  db: Db,
  secret: string,
  now: string,
  ...kinds: K[]
): Promise<LinkRow & { kind: K }> {
  const link = await findLink(db, hashOf(secret), now);
  if (!link || !kinds.some((kind) => kind === link.kind) || isForElsewhere(link)) throw linkNotFound();
  return link as LinkRow & { kind: K };
}

/** A store may give a new password only to who works nowhere else: it would let itself into the other store. */
const isForElsewhere = ({ kind, works_elsewhere }: LinkRow): boolean => kind === "reset" && works_elsewhere;

export const linkNotFound = (): Problem =>
  new Problem("link_not_found", "This link was used already, or has expired. Ask for a new one.");
