import { isDeepStrictEqual } from "node:util";
import { Type } from "typebox";
import { LostRace, type SiteDb } from "./database.ts";
import { sql } from "./sql.ts";

/** Takes an exclusive lock named `what` in a store until the transaction ends; other transactions wait for it. */
export const lockForTransaction = (db: SiteDb, what: string): Promise<void> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${db.siteId}::text || ' ' || ${what}, 0))`);

/** Takes the lock like `lockForTransaction`, or returns false at once when another transaction has it. */
export async function tryLockForTransaction(db: SiteDb, what: string): Promise<boolean> {
  const row = await db.first(
    Type.Object({ locked: Type.Boolean() }),
    sql`select pg_try_advisory_xact_lock(hashtextextended(${db.siteId}::text || ' ' || ${what}, 0)) as locked`,
  );
  return row?.locked ?? false;
}

/**
 * Finds ids by names (slugs, SKUs, e-mails) and locks them. Throws LostRace when the names belong to other ids after
 * locking, because a transaction that held the lock may have renamed them.
 */
export async function lockStable<T>(findIds: () => Promise<string[]>, lock: (ids: string[]) => Promise<T>): Promise<T> {
  const ids = await findIds();
  const locked = await lock(ids);
  if (!isDeepStrictEqual(await findIds(), ids)) throw new LostRace("the names belong to other rows now");
  return locked;
}
