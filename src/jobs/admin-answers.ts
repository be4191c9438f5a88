import { Type } from "typebox";
import { component, lackingNulls, NullableText, NullableTimestamp } from "../core/shapes.ts";
import { JobRow } from "./queries.ts";

/** A job, without what it lacks. */
export const Job = component(
  "Job",
  Type.Object({
    ...lackingNulls({
      ...JobRow.properties,
      due_at: NullableTimestamp("When a waiting job begins."),
      problem: NullableText("Why it failed."),
    }),
    result: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: "What came of it, as the operation answers it." }),
    ),
  }),
  {
    id: "01980000-0000-7000-8000-000000000000",
    kind: "products_import",
    state: "running",
    actor: "key Shop manager",
    attempts: 1,
    done: 1200,
    total: 20000,
    created_at: "2026-11-21T09:10:00.000Z",
  },
);
