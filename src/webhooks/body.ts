import type { Scope } from "../core/scopes.ts";
import { type EventRow, eventSeenWith } from "../events/events.ts";

/** A body has fewer bytes. */
const MAX_BYTES = 20_000;

/** The version of bodies that an endpoint gets. */
export const VERSION = 1;

/** What a webhook says of an event, as its endpoint may see it: JSON of less than 20 kB. */
export function bodyOf(event: EventRow, scopes: readonly Scope[]): string {
  const { type, created_at, number, thing_number, thing, thing_id, data } = eventSeenWith(scopes, event);
  const body = { type, timestamp: created_at, number, thing_number, thing, thing_id, data };
  const text = JSON.stringify(body);
  if (Buffer.byteLength(text) < MAX_BYTES) return text;
  const data_from = { operation: "events_list", arguments: { after: number - 1, limit: 1 } };
  return JSON.stringify({ ...body, data: null, data_from });
}

/** What webhooks_test sends. */
export const testBody = (timestamp: string): string =>
  JSON.stringify({
    type: TEST,
    timestamp,
    number: 0,
    thing_number: 0,
    thing: "webhook_endpoint",
    thing_id: "",
    data: { message: "This is a test." },
  });

export const TEST = "webhooks.test";
