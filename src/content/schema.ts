import { type Static, Type } from "typebox";
import { shownPictures } from "../core/pictures/shown.ts";
import { component, ListOf, NullableText, NullableTimestamp, Timestamp, Uuid } from "../core/shapes.ts";

const brief = {
  id: Uuid("The id of the page or post."),
  slug: Type.String({ description: "Text that identifies the page or post in URLs." }),
  title: Type.String(),
  description: NullableText("A plain-text excerpt."),
  excerpt: NullableText("The same text as `description`: some clients read one field, some the other."),
  featured_image: NullableText("URL of the picture."),
  is_published: Type.Boolean(),
  published_at: NullableTimestamp("When the page or post was published."),
  seo_title: NullableText("Title for search engines."),
  seo_description: NullableText("Description for search engines."),
  created_at: Timestamp("When the page or post was created."),
  updated_at: Timestamp("When the page or post last changed."),
};
const whole = {
  body: NullableText("Text as HTML."),
  content: Type.Unsafe<unknown>({
    description: "Structured content if the merchant's editor creates any, otherwise null.",
  }),
};
const type = NullableText("Kind of page: `about`, `contact`, `policy`, `legal` or `custom`.");

const briefExample = {
  id: "019aa2c0-6a52-7b11-a2c4-6e0f9d3b5a77",
  slug: "shipping",
  title: "Livraison",
  description: "Délais et tarifs de livraison dans les 69 wilayas.",
  excerpt: "Délais et tarifs de livraison dans les 69 wilayas.",
  featured_image: null,
  is_published: true,
  published_at: "2026-03-01T09:00:00.000Z",
  seo_title: null,
  seo_description: null,
  created_at: "2026-03-01T09:00:00.000Z",
  updated_at: "2026-03-01T09:00:00.000Z",
};
const wholeExample = { body: "<p>Nous livrons partout en Algérie.</p>", content: null };

export const PageBrief = component("PageBrief", Type.Object({ ...brief, type }), { ...briefExample, type: "policy" });
export const Page = component("Page", Type.Object({ ...brief, type, ...whole, ...shownPictures }), {
  ...briefExample,
  type: "policy",
  ...wholeExample,
});
export type PageBrief = Static<typeof PageBrief>;
export type Page = Static<typeof Page>;
export const PageList = ListOf("PageList", PageBrief, shownPictures);

const postExample = {
  ...briefExample,
  slug: "choisir-son-tapis",
  title: "Choisir son tapis",
  description: "Laine, coton ou jute : ce qu'il faut savoir.",
  excerpt: "Laine, coton ou jute : ce qu'il faut savoir.",
};
export const PostBrief = component("PostBrief", Type.Object(brief), postExample);
export const Post = component("Post", Type.Object({ ...brief, ...whole, ...shownPictures }), {
  ...postExample,
  ...wholeExample,
});
export type PostBrief = Static<typeof PostBrief>;
export type Post = Static<typeof Post>;
export const PostList = ListOf("PostList", PostBrief, shownPictures);

export const SlugPath = (example: string) =>
  Type.Object({ slug: Type.String({ description: "The slug.", examples: [example] }) });
