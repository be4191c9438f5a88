import { Problem } from "../core/problem.ts";

/** Where a list goes on: after this row of the last page. Lists are newest first. */
export interface Place {
  created_at: string;
  id: string;
}

export interface Page {
  limit: number;
  after: Place | null;
}

const UUID = /^[0-9a-f-]{36}$/;

/** What a search asks for. Throws `invalid_value` for a cursor that none of our answers held. */
export function pageOf({ limit = 20, cursor }: { limit?: number; cursor?: string }): Page {
  return { limit, after: cursor === undefined ? null : placeOf(cursor) };
}

function placeOf(cursor: string): Place {
  const [created_at = "", id = ""] = Buffer.from(cursor, "base64url").toString().split(" ");
  if (!UUID.test(id) || Number.isNaN(Date.parse(created_at))) {
    throw new Problem("invalid_value", "cursor is not one of ours: send the next_cursor of the last answer as it is.", {
      errors: [{ path: "cursor", message: "is not a next_cursor" }],
    });
  }
  return { created_at, id };
}

/** The answer of a search. `rows` may be one more than asked for: then more follow. */
export function paged<R extends Place, T>(
  rows: R[],
  total: number,
  { limit }: Page,
  show: (row: R) => T,
): { data: T[]; total: number; next_cursor: string | null } {
  const here = rows.slice(0, limit);
  const last = here.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    data: here.map(show),
    total,
    next_cursor: more ? Buffer.from(`${last.created_at} ${last.id}`).toString("base64url") : null,
  };
}
