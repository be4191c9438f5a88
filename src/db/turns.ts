import type { SiteDb } from "./database.ts";
import { sql } from "./sql.ts";

/** Whoever does this in a store does it alone until the transaction ends; the others wait for their turn. */
export const takeTurns = (db: SiteDb, what: string): Promise<void> =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${db.siteId}::text || ' ' || ${what}, 0))`);
