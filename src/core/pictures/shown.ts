import { type Static, Type } from "typebox";
import { Count, component } from "../shapes.ts";

const ShownPicture = component(
  "ShownPicture",
  Type.Object({
    width: Count("Pixels."),
    height: Count("Pixels."),
    placeholder: Type.String({
      description: "Some blurred pixels, as a `data:` address, to show until the picture is there.",
    }),
    widths: Type.Array(Type.Integer(), {
      description:
        "The picture is also there in these widths: `-320` before the ending of its address, in its own kind or with the ending `.webp`.",
    }),
  }),
  { width: 1200, height: 900, placeholder: "data:image/webp;base64,UklGRg==", widths: [160, 320, 640] },
);
export type ShownPicture = Static<typeof ShownPicture>;

/** The query parameter of a read whose answer names pictures. */
export const picturesParameter = {
  pictures: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Whether to answer `pictures` as well: measures of the store's own pictures that the answer names.",
    }),
  ),
};

/** What such an answer has when it is asked for. */
export const shownPictures = {
  pictures: Type.Optional(
    Type.Record(Type.String(), ShownPicture, {
      description:
        "With `pictures=true`: the store's own pictures that this answer names, also inside HTML, by their addresses as they stand here. Pictures of other servers are missing.",
    }),
  ),
};
