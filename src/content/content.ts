import { Problem } from "../core/problem.ts";
import { type List, listAnswer, type OffsetPage } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import {
  type BriefRow,
  countPublishedArticles,
  findNextPublication,
  findPublishedArticle,
  findPublishedArticles,
  type Kind,
} from "./queries.ts";
import type { Page, PageBrief, Post, PostBrief } from "./schema.ts";

export { changeArticle, lacksPublicationTime, saveArticle } from "./admin.ts";

/** Published pages, ordered by title, without their bodies. */
export const listPages = (db: SiteDb, page: OffsetPage): Promise<List<PageBrief>> => listPublished(db, "page", page);

/** Published posts, newest first, without their bodies. */
export const listPosts = (db: SiteDb, page: OffsetPage): Promise<List<PostBrief>> => listPublished(db, "post", page);

async function listPublished(db: SiteDb, kind: Kind, page: OffsetPage): Promise<List<Rendered<BriefRow>>> {
  const [articles, total] = await Promise.all([
    findPublishedArticles(db, kind, page),
    countPublishedArticles(db, kind),
    limitToPublication(db),
  ]);
  return listAnswer(
    articles.map((article) => render(db, article)),
    total,
    page,
  );
}

/** A list is true until the next page or post that is scheduled for later is published. */
const limitToPublication = (db: SiteDb): Promise<unknown> =>
  db.kept.limit("next publication", ["content"], async () => (await findNextPublication(db))?.at ?? null);

/** The published page of this slug. Throws `page_not_found`. */
export async function showPage(db: SiteDb, slug: string): Promise<Page> {
  const page = await findPublishedArticle(db, "page", slug);
  if (!page) throw new Problem("page_not_found", (say) => say.catalogue.noPage(slug));
  return render(db, page);
}

/** The published post of this slug. Throws `post_not_found`, also for a post that is scheduled for later. */
export async function showPost(db: SiteDb, slug: string): Promise<Post> {
  const post = await findPublishedArticle(db, "post", slug);
  if (!post) throw new Problem("post_not_found", (say) => say.catalogue.noPost(slug));
  return render(db, post);
}

type Rendered<T extends BriefRow> = T & { excerpt: string | null };

const render = <T extends BriefRow>(db: SiteDb, article: T): Rendered<T> => ({
  ...article,
  excerpt: article.description,
  featured_image: db.mediaUrl(article.featured_image),
});
