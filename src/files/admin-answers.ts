import { Type } from "typebox";
import { SearchPage } from "../operations/answers.ts";
import { FileShape } from "./schema.ts";

const Uses = Type.Array(
  Type.Object({
    thing: Type.String({
      description:
        "product, variant, category, collection, content, menu, store, order, or change: one that can be undone.",
    }),
    id: Type.String(),
    label: Type.String(),
  }),
  { description: "What names it, up to 20." },
);

export const FileWithUses = Type.Object({ ...FileShape.properties, uses: Uses });

export const Files = Type.Object({
  ...SearchPage(Type.Object({ ...FileShape.properties, uses: Type.Optional(Uses) })).properties,
  used_bytes: Type.Integer({ description: "Of all files of the store." }),
  max_bytes: Type.Integer({ description: "What they may have together." }),
});

export const DeletedFile = Type.Object({ id: Type.String(), deleted: Type.Literal(true) });
