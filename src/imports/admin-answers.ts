import { Type } from "typebox";
import { NullableText } from "../core/shapes.ts";

const failed = Type.Integer({ description: "Products that could not be imported." });

/** What an import did. */
export const ImportCounts = Type.Object({
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  failed,
});

/** What the event of an import tells that has ended. */
export const FinishedImport = Type.Object({
  ...ImportCounts.properties,
  state: Type.Enum(["done", "failed", "cancelled"], {
    description: "Where it is not done, the counts are of what it has imported, which stays.",
  }),
  code: NullableText("Of the error that it failed by."),
});

/** What `products_import` answers: of a job, how many products it imports; else what was done. */
export const Imported = Type.Object({
  ...Type.Partial(ImportCounts).properties,
  products: Type.Optional(Type.Integer({ description: "How many a job imports." })),
  failed,
  failures: Type.Array(Type.Object({ line: Type.Integer(), handle: Type.String(), reason: Type.String() }), {
    description: "The first 100.",
  }),
  compared: Type.Optional(Type.Integer({ description: "Products of a job that its dry run compares with the store." })),
  not_undoable: Type.Optional(Type.String({ description: "Why an undo of the job will not be possible." })),
});
