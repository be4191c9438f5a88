import { newId } from "../core/ids.ts";
import { Problem } from "../core/problem.ts";
import { type List, type OffsetPage, pageOf } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import {
  type BriefRow,
  countPublished,
  type Kind,
  type NewArticle,
  publishedArticle,
  publishedArticles,
  upsertArticle,
} from "./queries.ts";
import type { Page, PageBrief, Post, PostBrief } from "./schema.ts";

/** Published pages, by title, without their bodies. */
export const listPages = (db: SiteDb, span: OffsetPage): Promise<List<PageBrief>> => listPublished(db, "page", span);

/** Published posts, newest first, without their bodies. */
export const listPosts = (db: SiteDb, span: OffsetPage): Promise<List<PostBrief>> => listPublished(db, "post", span);

async function listPublished(db: SiteDb, kind: Kind, span: OffsetPage): Promise<List<Shown<BriefRow>>> {
  const [articles, total] = [await publishedArticles(db, kind, span), await countPublished(db, kind)];
  return pageOf(
    articles.map((article) => shown(db, article)),
    total,
    span,
  );
}

/** Throws `page_not_found`, for an unpublished page too. */
export async function showPage(db: SiteDb, slug: string): Promise<Page> {
  const page = await publishedArticle(db, "page", slug);
  if (!page) throw new Problem("page_not_found", `This store has no page "${slug}".`);
  return shown(db, page);
}

/** Throws `post_not_found`, for a post whose time has not come too. */
export async function showPost(db: SiteDb, slug: string): Promise<Post> {
  const post = await publishedArticle(db, "post", slug);
  if (!post) throw new Problem("post_not_found", `This store has no blog post "${slug}".`);
  return shown(db, post);
}

type Shown<T extends BriefRow> = T & { excerpt: string | null };

const shown = <T extends BriefRow>(db: SiteDb, article: T): Shown<T> => ({
  ...article,
  excerpt: article.description,
  featured_image: db.mediaUrl(article.featured_image),
});

/** Makes a page or post, or replaces the one of this slug. */
export const saveArticle = (db: SiteDb, kind: Kind, article: Omit<NewArticle, "id">): Promise<void> =>
  upsertArticle(db, kind, { id: newId(), ...article });
