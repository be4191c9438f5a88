import { Type } from "typebox";
import { component, lackingNulls } from "../core/shapes.ts";
import { ArticleRow, BriefRow } from "./queries.ts";

const { slug, title, is_published, published_at } = BriefRow.properties;
const example = { slug: "livraison", title: "Livraison", is_published: true, published_at: "2026-11-02T09:10:00.000Z" };
const brief = {
  ...example,
  id: "019aa2c0-6a50-7b20-8c31-2f3a4b5c6d82",
  type: "policy",
  description: null,
  featured_image: null,
  seo_title: null,
  seo_description: null,
  created_at: "2026-11-02T09:10:00.000Z",
  updated_at: "2026-11-02T09:10:00.000Z",
};

/** A page or post in a list, in short. */
export const ListedArticle = component(
  "ListedArticle",
  Type.Object(lackingNulls({ slug, title, is_published, published_at })),
  example,
);

/** A page or post without its body. */
export const BriefArticle = component("BriefArticle", BriefRow, brief);

/** All of a page or post. */
export const AdminArticle = component("AdminArticle", ArticleRow, {
  ...brief,
  body: "<p>Partout en Algérie.</p>",
  content: null,
});
