import { Type } from "typebox";
import type { SiteDb } from "./database.ts";
import type { Sql } from "./sql.ts";

/**
 * The ids that a select returns, in its order. A statement of its own where a function of the database finds them: on a
 * database that is distributed over nodes, a statement with tables cannot call a function that reads tables.
 */
export async function idsOf(db: SiteDb, select: Sql): Promise<string[]> {
  const rows = await db.many(Type.Object({ id: Type.String() }), select);
  return rows.map(({ id }) => id);
}
