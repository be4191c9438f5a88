import { Type } from "typebox";
import { component, FreeObject, NullableText, Timestamp, Uuid } from "../core/shapes.ts";
import { SearchPage } from "../operations/answers.ts";

const Fields = FreeObject("Its fields; in short, of a change only those that differ. Null where it does not exist.");

const about = {
  entity: Type.String({ description: "`product`, `order`, …" }),
  label: Type.String({ description: "What a person calls it: a slug, an order number." }),
};
const by = {
  actor_id: NullableText("The id of the key, or of the person in the store; null: the server itself."),
  actor: Type.String({ description: "Who made the call: key …, person …, server." }),
  operation: Type.String(),
};
const undo = {
  not_undoable: NullableText("Why `changes_undo` cannot undo it, and what to do instead."),
  undone_by: NullableText("The change that undid it."),
};
const change_id = Uuid("For `changes_undo`.");
const created_at = Timestamp("When the call was made.");
const sentence = Type.String({ description: "Who did what, and when." });

/** All of a call. */
const call = { change_id, created_at, ...by, area: Type.String(), sentence, ...undo };
const LoggedCall = component("LoggedCall", Type.Object(call), {
  change_id: "019aa2c0-6a59-7d55-9e34-6c7d8e9fa0b1",
  created_at: "2026-11-21T09:10:00.000Z",
  actor_id: "019aa2c0-6a59-7d55-9e34-6c7d8e9fa0b2",
  actor: "key Shop manager",
  operation: "products_save",
  area: "catalog",
  sentence: "Shop manager changed name of kilim-aures on 21 November 2026, 10:10.",
  not_undoable: null,
  undone_by: null,
});

/** A row of `changes_list`: the fields of all kinds of rows that its arguments ask for. */
const LoggedChange = component(
  "LoggedChange",
  Type.Partial(
    Type.Object({
      ...call,
      ...about,
      entity_id: Type.String({ description: "The thing's id, in a thing's history." }),
      id: Type.String({ description: "The thing's id, in the rows of one call." }),
      before: Fields,
      after: Fields,
      day: Type.String({ description: "Of a summary." }),
      calls: Type.Integer({ description: "Of a summary: how many calls the key made that day with the operation." }),
    }),
  ),
  {
    change_id: "019aa2c0-6a59-7d55-9e34-6c7d8e9fa0b1",
    sentence: "Shop manager changed name of kilim-aures on 21 November 2026, 10:10.",
  },
);

export const LoggedChanges = Type.Object({
  ...SearchPage(LoggedChange).properties,
  change: Type.Optional(LoggedCall),
  calls: Type.Optional(Type.Integer({ description: "Of a summary: all calls." })),
});
