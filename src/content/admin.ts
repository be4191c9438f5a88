import { type Changed, patched, requireFresh, withUpdatedAt } from "../core/changes.ts";
import { isId, newId } from "../core/ids.ts";
import { requireImageAddress } from "../core/media.ts";
import { invalidValue, Problem } from "../core/problem.ts";
import type { CursorPage } from "../core/shapes.ts";
import { freeSlug, readSlug, slugTaken } from "../core/text/slug.ts";
import { LostRace, type SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import { holdNamedFiles } from "../files/files.ts";
import {
  type ArticleSearch,
  countArticlesForAdmin,
  deleteArticle,
  findArticleByRef,
  findArticlesForAdmin,
  insertArticle,
  isArticleSlugTaken,
  type NewArticle,
  updateArticle,
  upsertArticle,
} from "./admin-queries.ts";
import type { ArticleRow, BriefRow, Kind } from "./queries.ts";

export type { BriefRow } from "./queries.ts";

/** What a merchant may change of a page or post. Fields that are undefined stay. */
export type ArticlePatch = {
  [K in keyof Omit<ArticleRow, "id" | "created_at" | "updated_at">]?: ArticleRow[K] | undefined;
};

/**
 * Pages or posts, published or not, newest first, with the total. Returns up to `limit` + 1, so that the caller sees
 * whether another page follows.
 */
export async function searchArticles(
  db: SiteDb,
  kind: Kind,
  search: ArticleSearch,
  { limit, after }: CursorPage,
): Promise<{ articles: BriefRow[]; total: number }> {
  const [articles, total] = await Promise.all([
    findArticlesForAdmin(db, kind, search, after, limit + 1),
    countArticlesForAdmin(db, kind, search),
  ]);
  return { articles, total };
}

/** The page or post of this slug or id. Throws `page_not_found` or `post_not_found`. */
export async function requireArticle(
  db: SiteDb,
  kind: Kind,
  ref: string,
  { forUpdate = false } = {},
): Promise<ArticleRow> {
  const article = await findArticleByRef(db, kind, ref, { forUpdate });
  if (!article) throw notFound(kind, ref);
  return article;
}

const notFound = (kind: Kind, ref: string) => new Problem(`${kind}_not_found`, `This store has no ${kind} "${ref}".`);

/** The page or post of this id as `content_save` answers it, without body and content. Throws `page_not_found` or `post_not_found`. */
export async function showArticle(db: SiteDb, kind: Kind, id: string): Promise<BriefRow> {
  const { body: _body, content: _content, ...shown } = await requireArticle(db, kind, id);
  return shown;
}

/** Of the structured content as JSON. */
const MAX_CONTENT_BYTES = 500_000;

/**
 * Changes the page or post of this slug or id. Creates one when no article has this slug, or when `ref` is undefined. An
 * article that is published without a time is published now. `expected` is the `updated_at` that the caller saw. Throws
 * `stale`, `slug_taken`, `file_not_found` and `invalid_value`; `page_not_found` or `post_not_found` for an unknown id and for an article
 * that was deleted after the caller saw it.
 */
export async function changeArticle(
  db: SiteDb,
  kind: Kind,
  ref: string | undefined,
  patch: ArticlePatch,
  expected: string | undefined,
): Promise<Changed<ArticleRow> & { after: ArticleRow }> {
  if (patch.title !== undefined && !patch.title.trim()) throw invalidValue("title", "must not be empty");
  if (patch.slug !== undefined) readSlug(patch.slug);
  if (patch.featured_image) requireImageAddress("featured_image", patch.featured_image);
  if (Buffer.byteLength(JSON.stringify(patch.content ?? null)) > MAX_CONTENT_BYTES) {
    throw invalidValue("content", `must not be larger than ${MAX_CONTENT_BYTES} bytes`);
  }
  await holdNamedFiles(db, patch);
  const before = ref === undefined ? undefined : await findArticleByRef(db, kind, ref, { forUpdate: true });
  if (!before) {
    if (ref !== undefined && (isId(ref) || expected !== undefined)) throw notFound(kind, ref);
    if (patch.slug !== undefined && (await isArticleSlugTaken(db, kind, patch.slug))) throw slugTaken(kind, patch.slug);
    return { before: null, after: await createArticle(db, kind, { ...patch, slug: patch.slug ?? ref }) };
  }
  requireFresh(before.updated_at, expected, kind);
  const after = withUpdatedAt(db.now, before, withPublicationTime(db, patched(before, patch)));
  if (after.slug !== before.slug && (await isArticleSlugTaken(db, kind, after.slug))) throw slugTaken(kind, after.slug);
  await db.recording.remember("articles", "id", [after.id]);
  await updateArticle(db, after);
  if (after !== before) db.changed(["content"]);
  return { before, after };
}

const ARTICLE_DEFAULTS: Omit<ArticleRow, "id" | "slug" | "title" | "created_at" | "updated_at"> = {
  type: null,
  description: null,
  body: null,
  content: null,
  featured_image: null,
  is_published: false,
  published_at: null,
  seo_title: null,
  seo_description: null,
};

async function createArticle(db: SiteDb, kind: Kind, { slug: given, ...patch }: ArticlePatch): Promise<ArticleRow> {
  const { title } = patch;
  if (title === undefined) throw invalidValue("title", `is required for a new ${kind}`);
  const slug = readSlug(given) ?? (await slugFromTitle(db, kind, title));
  const dates = { created_at: db.now, updated_at: db.now };
  const article = withPublicationTime(db, patched({ ...ARTICLE_DEFAULTS, id: newId(), slug, title, ...dates }, patch));
  await db.recording.remember("articles", "id", [article.id]);
  if (!(await insertArticle(db, kind, article))) throw new LostRace("another request took the slug");
  db.changed(["content"]);
  return article;
}

async function slugFromTitle(db: SiteDb, kind: Kind, title: string): Promise<string> {
  await lockForTransaction(db, `slugs of ${kind}s`); // concurrent requests would find the same slug free
  return freeSlug(title, kind, (candidate) => isArticleSlugTaken(db, kind, candidate));
}

/** Sets the publication time of a published article that has none. */
const withPublicationTime = (db: SiteDb, article: ArticleRow): ArticleRow =>
  lacksPublicationTime(article) ? { ...article, published_at: db.now } : article;

/** Whether an article is published and has no publication time. */
export const lacksPublicationTime = ({
  is_published,
  published_at,
}: Pick<ArticleRow, "is_published" | "published_at">): boolean => is_published && published_at === null;

/** Deletes a page or post and returns it as it was. Throws `page_not_found` or `post_not_found`. */
export async function removeArticle(db: SiteDb, kind: Kind, ref: string): Promise<ArticleRow> {
  const article = await requireArticle(db, kind, ref, { forUpdate: true });
  await db.recording.remember("articles", "id", [article.id]);
  await deleteArticle(db, article.id);
  db.changed(["content"]);
  return article;
}

/** Creates a page or post, or replaces the one of this slug, without validation: for data that the program itself made. */
export async function saveArticle(db: SiteDb, kind: Kind, article: Omit<NewArticle, "id">): Promise<void> {
  await upsertArticle(db, kind, { id: newId(), ...article });
  db.changed(["content"]);
}
