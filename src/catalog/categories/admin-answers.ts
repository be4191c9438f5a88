import { Type } from "typebox";
import { component, lackingNulls } from "../../core/shapes.ts";
import { ListedCategory as ListedRow, AdminCategory as Row } from "./admin-queries.ts";

const example = {
  id: "019aa2c0-6a50-7b20-8c31-2f3a4b5c6d7e",
  name: "Tapis",
  slug: "tapis",
  description: null,
  image_url: null,
  parent_id: null,
  position: 1,
  is_active: true,
  updated_at: "2026-11-21T09:10:00.000Z",
};

/** A category as merchants save it. */
export const AdminCategory = component("AdminCategory", Row, example);

/** All of a category in a list. */
export const CategoryInTree = component("CategoryInTree", ListedRow, { ...example, parent: null });

const { slug, name, parent, position, is_active } = ListedRow.properties;

/** A category in a list, in short. */
export const ListedCategory = component(
  "ListedCategory",
  Type.Object(lackingNulls({ slug, name, parent, position, is_active })),
  { slug: "tapis", name: "Tapis", position: 1, is_active: true },
);
