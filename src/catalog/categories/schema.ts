import { type Static, Type } from "typebox";
import { shownPictures } from "../../core/pictures/shown.ts";
import { Count, component, ListOf, Nullable, NullableText, Uuid } from "../../core/shapes.ts";

export const Category = component(
  "Category",
  Type.Object({
    id: Uuid("The category's id."),
    name: Type.String(),
    slug: Type.String(),
    description: NullableText("Description of the category."),
    image_url: NullableText("URL of the picture."),
    parent_id: Nullable(Uuid("Id of the parent category.")),
    position: Count("Position among the categories with the same parent."),
    product_count: Count("Number of published products in the category and its subcategories."),
  }),
  {
    id: "019aa2c0-6a50-7d77-b1e2-8c9d0e1f2a3b",
    name: "Robes",
    slug: "robes",
    description: "Robes d'intérieur et de fête.",
    image_url: null,
    parent_id: "019aa2c0-6a50-7d76-a0d1-7b8c9d0e1f2a",
    position: 1,
    product_count: 12,
  },
);
export type Category = Static<typeof Category>;
export const CategoryList = ListOf("CategoryList", Category, shownPictures);
