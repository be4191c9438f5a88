import type { SiteDb } from "../db/database.ts";
import { type EventRow, findEvents, findSpan } from "./queries.ts";

/** Numbers that one call looks at: the types that it asks for may be rare. */
const MAX_LOOKED_AT = 5000;

/** Which events are asked for. */
interface EventSearch {
  /** Those with a higher number. */
  after: number;
  types: readonly string[];
  thing?: { kind: string; id: string } | undefined;
}

/**
 * Up to `limit` events in the order of their numbers. `last_number` is where to go on; `has_more` says whether something may follow: a call
 * that finds few has looked at many.
 */
export async function listEvents(
  db: SiteDb,
  { after, types, thing }: EventSearch,
  limit: number,
): Promise<{ data: EventRow[]; last_number: number; has_more: boolean }> {
  const span = await findSpan(db, after);
  const [first, end] = [span?.first ?? after + 1, span?.last ?? after];
  const upTo = thing ? end : Math.min(end, first + MAX_LOOKED_AT - 1);
  const found = await findEvents(db, { after, upTo, types, thing }, limit + 1);
  const data = found.slice(0, limit);
  const isCut = found.length > limit;
  return {
    data,
    last_number: isCut ? (data.at(-1)?.number ?? after) : Math.max(after, upTo),
    has_more: isCut || upTo < end,
  };
}
