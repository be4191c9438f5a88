import { newId } from "../core/ids.ts";
import { invalidValue } from "../core/problem.ts";
import type { SiteDb } from "../db/database.ts";
import { TEST } from "./body.ts";
import { thingsOf, wakeEndpoint, wantedTypes } from "./deliver.ts";
import { findEventsFor, findLastNumber, insertDeliveries, releaseFirsts } from "./delivery-queries.ts";
import type { EndpointRow } from "./queries.ts";

/** Events that one call sends again, and numbers that it looks at for them: the endpoint's types may be rare. */
export const MAX_RESENT = 1000;
const MAX_LOOKED_AT = 10_000;

/** Sends an endpoint a test; returns its delivery's id. Throws `invalid_value` for an endpoint that is off. */
export async function addTest(db: SiteDb, endpoint: EndpointRow): Promise<string> {
  requireOn(endpoint);
  const delivery = { id: newId(), number: null, type: TEST, thing: "webhook_endpoint", thing_id: endpoint.id };
  await insertDeliveries(db, endpoint.id, [delivery], false);
  wakeEndpoint(db, endpoint.id);
  return delivery.id;
}

/**
 * Sends an endpoint events again, or those that it never got, as far as they are kept and it may see them. Returns how many, and the number
 * after which to go on when there are more. Throws `invalid_value` for an endpoint that is off, and for numbers that are no range.
 */
export async function resend(
  db: SiteDb,
  endpoint: EndpointRow,
  from: number,
  to: number,
): Promise<{ resent: number; last_number: number; has_more: boolean }> {
  requireOn(endpoint);
  if (to < from) throw invalidValue("to", "must not be below from");
  const types = wantedTypes(endpoint.types, endpoint.scopes);
  const end = Math.min(to, (await findLastNumber(db))?.last_number ?? 0);
  const upTo = Math.min(end, from + MAX_LOOKED_AT - 1);
  const found = await findEventsFor(db, { after: from - 1, upTo, types }, MAX_RESENT + 1);
  const events = found.slice(0, MAX_RESENT);
  const last = found.length > events.length ? (events.at(-1)?.number ?? upTo) : upTo;
  const answer = { resent: events.length, last_number: last, has_more: last < end };
  if (events.length === 0) return answer;
  const deliveries = events.map((event) => ({ id: newId(), ...event }));
  await insertDeliveries(db, endpoint.id, deliveries, endpoint.is_ordered);
  if (endpoint.is_ordered) await releaseFirsts(db, endpoint.id, thingsOf(events));
  wakeEndpoint(db, endpoint.id);
  return answer;
}

function requireOn({ is_active }: EndpointRow): void {
  if (!is_active) throw invalidValue("endpoint", "is off: switch it on with webhooks_save");
}
