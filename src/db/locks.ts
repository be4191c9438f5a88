import { isDeepStrictEqual } from "node:util";
import { LostRace, type SiteDb } from "./database.ts";
import { sql } from "./sql.ts";

/** Whoever does this in a store does it alone until the transaction ends; the others wait for their turn. */
export const lockForTransaction = (db: SiteDb, what: string): Promise<void> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${db.siteId}::text || ' ' || ${what}, 0))`);

/**
 * Locks the ids that names mean: slugs, SKUs, e-mails. Throws LostRace when the names mean others once these are locked,
 * for who waits for a lock may wait for a renaming.
 */
export async function lockStable<T>(findIds: () => Promise<string[]>, lock: (ids: string[]) => Promise<T>): Promise<T> {
  const ids = await findIds();
  const locked = await lock(ids);
  if (!isDeepStrictEqual(await findIds(), ids)) throw new LostRace("the names mean others now");
  return locked;
}
