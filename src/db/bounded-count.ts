import type { BoundedCount } from "../core/shapes.ts";
import type { SiteDb } from "./database.ts";
import { type Sql, sql } from "./sql.ts";

/** How many rows of a large table a search counts: exact totals would read the whole store for each page. */
const MAX_COUNTED = 10_000;

/** Counts the rows of a select up to a bound, by default MAX_COUNTED. `rowsUpTo` returns the select, limited to a number of rows. */
export async function countUpToBound(
  db: SiteDb,
  rowsUpTo: (limit: number) => Sql | Promise<Sql>,
  bound = MAX_COUNTED,
): Promise<BoundedCount> {
  const rows = await rowsUpTo(bound + 1);
  const found = await db.count(sql`
    select count(*)
    from (${rows}) found
  `);
  return { count: Math.min(found, bound), isPartial: found > bound };
}
