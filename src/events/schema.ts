import { Type } from "typebox";
import { component, Nullable, Timestamp } from "../core/shapes.ts";

/** What every event has. */
export const Event = component(
  "Event",
  Type.Object({
    number: Type.Integer({ description: "Of the store, from 1 on, without gaps." }),
    thing_number: Type.Integer({ description: "Of the thing, from 1 on, without gaps." }),
    id: Type.String({ format: "uuid", description: "The same whenever the event is told." }),
    type: Type.String(),
    thing: Type.String(),
    thing_id: Type.String({ description: "Empty when it is about many things." }),
    actor: Type.String({ description: "Who did it: shopper, customer …, key …, command, stock." }),
    fields: Type.Array(Type.String(), { description: "The names of what changed." }),
    data: Type.Unknown({ description: "The thing; null when it is gone, was erased, or must be asked for." }),
    data_at: Nullable(Timestamp("When `data` was true.")),
    created_at: Timestamp("When it happened."),
  }),
  {
    number: 12,
    thing_number: 2,
    id: "019aa2c0-6a59-7d55-9e34-6c7d8e9fa0b3",
    type: "orders.confirmed",
    thing: "order",
    thing_id: "019aa2c0-6a56-7c22-9e01-3f4a5b6c7d8e",
    actor: "key Shop manager",
    fields: ["status"],
    data: null,
    data_at: null,
    created_at: "2026-11-21T09:10:00.000Z",
  },
);

export const EventPage = Type.Object({
  data: Type.Array(Event),
  last_number: Type.Integer({ description: "Ask again after this." }),
  has_more: Type.Boolean(),
});
