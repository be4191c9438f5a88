import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { picturesParameter } from "../core/pictures/shown.ts";
import { offsetPageOf, offsetParameters } from "../core/shapes.ts";
import type { Tag } from "../http/docs/openapi.ts";
import { refuses } from "../http/errors.ts";
import { listPages, listPosts, showPage, showPost } from "./content.ts";
import { Page, PageList, Post, PostList, SlugPath } from "./schema.ts";

export const contentTags: Tag[] = [{ name: "Content", description: "Pages and blog posts." }];

export const contentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    "/pages",
    {
      config: { shows: ["content"] },
      schema: {
        operationId: "pages.list",
        summary: "List the pages",
        description:
          "Published pages (about, contact, policies, legal and custom pages), sorted by title, without their bodies.",
        tags: ["Content"],
        querystring: Type.Object({ ...offsetParameters(250), ...picturesParameter }),
        response: { 200: PageList, ...refuses("invalid_request") },
      },
    },
    ({ site, query }) => site.read((db) => listPages(db, offsetPageOf(query, 250))),
  );

  app.get(
    "/pages/:slug",
    {
      config: { shows: ["content"] },
      schema: {
        operationId: "pages.get",
        summary: "Show a page",
        description: "A published page with its body.",
        tags: ["Content"],
        params: SlugPath("shipping"),
        querystring: Type.Object(picturesParameter),
        response: { 200: Page, ...refuses("invalid_request", "page_not_found") },
      },
    },
    ({ site, params }) => site.read((db) => showPage(db, params.slug)),
  );

  app.get(
    "/blogs",
    {
      config: { shows: ["content"] },
      schema: {
        operationId: "posts.list",
        summary: "List the blog posts",
        description: "Published blog posts, newest first, without their bodies.",
        tags: ["Content"],
        querystring: Type.Object({ ...offsetParameters(250), ...picturesParameter }),
        response: { 200: PostList, ...refuses("invalid_request") },
      },
    },
    ({ site, query }) => site.read((db) => listPosts(db, offsetPageOf(query, 250))),
  );

  app.get(
    "/blogs/:slug",
    {
      config: { shows: ["content"] },
      schema: {
        operationId: "posts.get",
        summary: "Show a blog post",
        description: "A published blog post with its body.",
        tags: ["Content"],
        params: SlugPath("choisir-son-tapis"),
        querystring: Type.Object(picturesParameter),
        response: { 200: Post, ...refuses("invalid_request", "post_not_found") },
      },
    },
    ({ site, params }) => site.read((db) => showPost(db, params.slug)),
  );
};
