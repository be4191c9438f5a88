import { Type } from "typebox";
import { invalidValue } from "../core/problem.ts";
import { hasScope } from "../core/scopes.ts";
import { closestMatches } from "../core/text/closest.ts";
import { Text } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { listEvents } from "./list.ts";
import { EVENT_TYPES, type EventType, type EventTypeName, THINGS } from "./types.ts";

const optional = Type.Optional;
const TYPES = Object.entries(EVENT_TYPES) as [EventTypeName, EventType][];

export const eventOperations: Operation[] = [
  defineOperation({
    name: "events_list",
    title: "List events",
    description:
      "What changed in the store, in the order of its numbers, for programs that follow it. Only types of areas that the key may read. While has_more, ask again after last_number.",
    door: "http",
    area: "any",
    effect: "read",
    fieldNeeds: { total_spent: "orders:read" }, // as in customers_get, which customers' events have as data
    input: {
      after: optional(
        Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "The last number you have" }),
      ),
      types: optional(
        Type.Array(Text(40), { minItems: 1, maxItems: TYPES.length, description: "As orders.placed or orders.*" }),
      ),
      thing: optional(Type.Enum(Object.keys(THINGS))),
      thing_id: optional(Text(100)),
      limit: optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    },
    example: { after: 0, types: ["orders.*"], limit: 5 },
    run: async ({ db, merchant }, { after = 0, types, thing, thing_id, limit = 100 }) => {
      if ((thing === undefined) !== (thing_id === undefined)) throw invalidValue("thing_id", "goes with thing");
      const seen = TYPES.filter(([, { area }]) => hasScope(merchant.scopes, `${area}:read`)).map(([name]) => name);
      for (const wanted of types ?? []) requireType(wanted);
      const asked = types === undefined ? seen : seen.filter((name) => types.some((wanted) => isOf(name, wanted)));
      const about = thing !== undefined && thing_id !== undefined ? { kind: thing, id: thing_id } : undefined;
      const { data, ...rest } = await listEvents(db, { after, types: asked, thing: about }, limit);
      const shown = data.map(({ written_at, ...event }) => ({ ...event, created_at: written_at }));
      return { text: `${data.length} events after ${after}.`, data: { data: shown, ...rest } };
    },
  }),
];

const isOf = (name: string, wanted: string): boolean =>
  wanted.endsWith(".*") ? name.startsWith(wanted.slice(0, -1)) : name === wanted;

/** Throws `invalid_value` with the closest types for one that does not exist. */
function requireType(wanted: string): void {
  if (TYPES.some(([name]) => isOf(name, wanted))) return;
  const names = TYPES.map(([name]) => name as string);
  const close = closestMatches(wanted, names, (name) => [name]);
  throw invalidValue("types", `"${wanted}" is no type of event`, { allowed: close.length > 0 ? close : names });
}
