import { NO_STORE } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import type { Db, SiteDb } from "../db/database.ts";
import { findLink, insertLink, insertStoreLink, type LinkRow, type NewLink } from "./queries.ts";
import { hashOf, newSecret } from "./secrets.ts";

/** How long a link works. */
const LIFETIME_MS = 3 * 86_400_000;

/** The page that a link of each kind leads to. */
const PAGES = { invitation: "invitation", reset: "new-password", sign_in: "sign-in" } as const;

/** A link that was made: its address under the console's. The secret stands behind the #, which browsers send nobody. */
export interface MadeLink {
  path: string;
  expires_at: string;
}

/** Makes a link to an account. One that a store makes ends those of its kind that it made before. */
export async function makeLink(db: SiteDb, kind: NewLink["kind"], accountId: string): Promise<MadeLink> {
  const secret = newSecret();
  const expires_at = new Date(Date.parse(db.now) + LIFETIME_MS).toISOString();
  const insert = db.siteId === NO_STORE ? insertLink : insertStoreLink;
  await insert(db, { kind, account_id: accountId, hash: hashOf(secret), expires_at });
  return { path: `/console/${PAGES[kind]}#${secret}`, expires_at };
}

/** The link with this secret. Throws `link_not_found` for one that was used, has expired, or is of another kind, and `store_suspended`. */
export async function requireLink<K extends LinkRow["kind"]>(
  db: Db,
  secret: string,
  now: string,
  ...kinds: K[]
): Promise<LinkRow & { kind: K }> {
  const link = await findLink(db, hashOf(secret), now);
  if (!link || !kinds.some((kind) => kind === link.kind) || isForElsewhere(link)) throw linkNotFound();
  if (link.is_suspended) throw storeSuspended();
  return link as LinkRow & { kind: K };
}

/** A store may give a new password only to who works nowhere else: it would let itself into the other store. */
const isForElsewhere = ({ kind, works_elsewhere }: LinkRow): boolean => kind === "reset" && works_elsewhere;

export const storeSuspended = (): Problem =>
  new Problem("store_suspended", "Who runs this server has suspended the store. Ask them to resume it.");

export const linkNotFound = (): Problem =>
  new Problem("link_not_found", "This link was used already, or has expired. Ask for a new one.");
