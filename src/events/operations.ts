import { Type } from "typebox";
import { invalidValue } from "../core/problem.ts";
import { Text } from "../operations/inputs.ts";
import { defineOperation, type Operation } from "../operations/operation.ts";
import { listEvents } from "./list.ts";
import { EventPage } from "./schema.ts";
import { FIELD_NEEDS, requireTypes, shownEvent, typesNamed, typesSeenWith } from "./seen.ts";
import { EVENT_TYPES, THINGS } from "./types.ts";

const optional = Type.Optional;

export const eventOperations: Operation[] = [
  defineOperation({
    name: "events_list",
    title: "List events",
    description:
      "What changed in the store, in the order of its numbers, for programs that follow it. Only types of areas that the key may read. While has_more, ask again after last_number.",
    door: "http",
    area: "any",
    effect: "read",
    fieldNeeds: FIELD_NEEDS,
    input: {
      after: optional(
        Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "The last number you have" }),
      ),
      types: optional(
        Type.Array(Text(40), {
          minItems: 1,
          maxItems: Object.keys(EVENT_TYPES).length,
          description: "As orders.placed or orders.*",
        }),
      ),
      thing: optional(Type.Enum(Object.keys(THINGS))),
      thing_id: optional(Text(100)),
      limit: optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    },
    answers: EventPage,
    example: { after: 0, types: ["orders.*"], limit: 5 },
    run: async ({ db, merchant }, { after = 0, types, thing, thing_id, limit = 100 }) => {
      if ((thing === undefined) !== (thing_id === undefined)) throw invalidValue("thing_id", "goes with thing");
      if (types) requireTypes(types);
      const seen = typesSeenWith(merchant.scopes);
      const asked = types === undefined ? seen : typesNamed(types).filter((name) => seen.includes(name));
      const about = thing !== undefined && thing_id !== undefined ? { kind: thing, id: thing_id } : undefined;
      const { data, ...rest } = await listEvents(db, { after, types: asked, thing: about }, limit);
      return { text: `${data.length} events after ${after}.`, data: { data: data.map(shownEvent), ...rest } };
    },
  }),
];
