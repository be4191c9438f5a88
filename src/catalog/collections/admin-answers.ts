import { Type } from "typebox";
import { component } from "../../core/shapes.ts";
import { AdminCollection as Row } from "./admin-queries.ts";

const { id, slug, title, is_active, sort_order, products_count, updated_at } = Row.properties;

const inList = { slug, title, is_active, sort_order, products_count };
const example = {
  slug: "nouveautes",
  title: "Nouveautés",
  is_active: true,
  sort_order: "manual" as const,
  products_count: 12,
};
const saved = { id: "019aa2c0-6a50-7b20-8c31-2f3a4b5c6d80", updated_at: "2026-11-21T09:10:00.000Z" };

/** A collection in a list, in short. */
export const ListedCollection = component("ListedCollection", Type.Object(inList), example);

/** A collection that was saved. */
export const SavedCollection = component("SavedCollection", Type.Object({ id, ...inList, updated_at }), {
  ...example,
  ...saved,
});

/** All of a collection. */
export const AdminCollection = component(
  "AdminCollection",
  Type.Object({
    ...Row.properties,
    products: Type.Optional(
      Type.Array(Type.String(), { description: "The slugs of its first 250 products, if you named the collection." }),
    ),
  }),
  {
    ...example,
    ...saved,
    description: null,
    image_url: null,
    seo_title: null,
    seo_description: null,
    created_at: "2026-11-02T09:10:00.000Z",
    position: 0,
  },
);
