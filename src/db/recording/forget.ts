import type { SiteDb } from "../database.ts";
import { sql } from "../sql.ts";

/** Removes the rows before and after calls that hold data of these people and orders, by their ids. */
export const forgetRowsOf = (db: SiteDb, subjectIds: readonly string[]): Promise<void> =>
  db.run(sql`
    delete from row_images
    where site_id = ${db.siteId} and subject_id = any(${[...subjectIds]}::uuid[])
  `);
