import { asSeenWith, withoutFields } from "../core/columns/masking.ts";
import { invalidValue } from "../core/problem.ts";
import { hasScope, type Scope } from "../core/scopes.ts";
import { closestMatches } from "../core/text/closest.ts";
import type { EventRow } from "./queries.ts";
import { EVENT_TYPES, type EventTypeName } from "./types.ts";

const NAMES = Object.keys(EVENT_TYPES) as EventTypeName[];

/** Fields of `data` that need a further scope: as in customers_get, which customers' events have as data. */
export const FIELD_NEEDS: Readonly<Record<string, Scope>> = { total_spent: "orders:read" };

/** The types that somebody with these scopes sees. */
export const typesSeenWith = (scopes: readonly Scope[]): EventTypeName[] =>
  NAMES.filter((name) => hasScope(scopes, `${EVENT_TYPES[name].area}:read`));

/** The types that these name: `orders.placed` itself, `orders.*` all that begin so. */
export const typesNamed = (wanted: readonly string[]): EventTypeName[] =>
  NAMES.filter((name) => wanted.some((one) => isOf(name, one)));

const isOf = (name: string, wanted: string): boolean =>
  wanted.endsWith(".*") ? name.startsWith(wanted.slice(0, -1)) : name === wanted;

/** Throws `invalid_value` with the closest types for the first name that is none. */
export function requireTypes(wanted: readonly string[]): void {
  const unknown = wanted.find((one) => !NAMES.some((name) => isOf(name, one)));
  if (unknown === undefined) return;
  const close = closestMatches<string>(unknown, NAMES, (name) => [name]);
  throw invalidValue("types", `"${unknown}" is no type of event`, { allowed: close.length > 0 ? close : NAMES });
}

/** An event as events_list shows it. */
export type ShownEvent = Omit<EventRow, "written_at"> & { created_at: string };

export const shownEvent = ({ written_at, ...event }: EventRow): ShownEvent => ({ ...event, created_at: written_at });

/** An event as somebody with these scopes may see it, where no operation answers it. */
export const eventSeenWith = (scopes: readonly Scope[], event: EventRow): ShownEvent =>
  asSeenWith(scopes, withoutFields(scopes, FIELD_NEEDS, shownEvent(event)));
