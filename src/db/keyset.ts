import type { Cursor } from "../core/shapes.ts";
import { empty, type Sql, sql } from "./sql.ts";

/** A condition for keyset pagination, newest first: the rows after a cursor. An offset would scan all rows before it. */
export const afterCursor = (after: Cursor | null, createdAt: Sql, id: Sql): Sql =>
  after ? sql`and (${createdAt}, ${id}) < (${after.created_at}::timestamptz, ${after.id}::uuid)` : empty;
