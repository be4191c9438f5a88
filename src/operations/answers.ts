import { type TSchema, Type } from "typebox";
import { component, FreeObject, NullableText } from "../core/shapes.ts";

/** Schemas that the answers of many operations are made of. */

export const NextCursor = NullableText("Send it as `cursor` for the next page; null: this is the last one.");
const total = { total: Type.Integer({ description: "How many there are in all." }) };

/** What `offsetAnswer` makes: a page of a short list. */
export const ListPage = <T extends TSchema>(row: T) =>
  Type.Object({ data: Type.Array(row), ...total, next_cursor: NextCursor });

/** What `cursorAnswer` makes: a page of a search. */
export const SearchPage = <T extends TSchema>(row: T) =>
  Type.Object({
    data: Type.Array(row),
    ...total,
    total_is_partial: Type.Optional(Type.Literal(true, { description: "More match than `total` counts." })),
    next_cursor: NextCursor,
  });

/** What `Deletion`s answer: what was deleted by its id or name. */
export const Deleted = Type.Object({
  id: Type.Optional(Type.String()),
  slug: Type.Optional(Type.String()),
  handle: Type.Optional(Type.String({ description: "Of a menu." })),
  deleted: Type.Literal(true),
});

const ChangedFields = FreeObject("Its fields that differ; null where it does not exist.");

/** One thing that a call changes. */
const Change = component(
  "Change",
  Type.Object({
    entity: Type.String({ description: "`product`, `order`, …" }),
    id: Type.String(),
    label: Type.String({ description: "What a person calls it: a slug, an order number." }),
    before: ChangedFields,
    after: ChangedFields,
  }),
  {
    entity: "product",
    id: "019aa2c0-6a52-7f3b-9d0c-4e5f6a7b8c9d",
    label: "kilim-aures",
    before: { status: "active" },
    after: { status: "draft" },
  },
);

export const dryRun = Type.Object({
  dry_run: Type.Literal(true),
  confirm_token: Type.Optional(Type.String({ description: "For the same call without `dry_run`, within 15 minutes." })),
  not_undoable: Type.Optional(
    Type.String({ description: "Why `changes_undo` cannot undo it, and what to do instead." }),
  ),
  changes_count: Type.Integer(),
  changes: Type.Array(Change, { description: "What the call would change." }),
});
/** What a dry run answers. */
export const DryRunAnswer = component("DryRun", dryRun, { dry_run: true, changes_count: 0, changes: [] });

export const whatChanged = Type.Object({
  change_id: Type.Optional(Type.String({ description: "For `changes_undo`; without it, nothing was changed." })),
});
/** What a call adds to its answer that may change something. */
export const ChangedAnswer = component("Changed", whatChanged, { change_id: "019aa2c0-6a59-7d55-9e34-6c7d8e9fa0b1" });

/** The same of one that may leave its work to a job. */
export const JobAnswer = Type.Object({
  job_id: Type.Optional(Type.String({ description: "Of the job that does the work: `jobs_list` shows it." })),
});
