import type { Cursor } from "../core/shapes.ts";
import { empty, type Sql, sql } from "./sql.ts";

/** The rows of a list, newest first, that come after a place in it. Paging by offset would count all before it. */
export const afterCursor = (after: Cursor | null, createdAt: Sql, id: Sql): Sql =>
  after ? sql`and (${createdAt}, ${id}) < (${after.created_at}::timestamptz, ${after.id}::uuid)` : empty;
