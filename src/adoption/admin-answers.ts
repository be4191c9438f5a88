import { Type } from "typebox";

/** What `files_adopt` answers. */
export const Adopting = Type.Object({
  things: Type.Integer({ description: "How many may name pictures of other servers." }),
});
