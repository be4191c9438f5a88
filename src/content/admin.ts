import { type Changed, patched, requireFresh, withUpdatedAt } from "../core/changes.ts";
import { isId, newId } from "../core/ids.ts";
import { requireImageAddress } from "../core/media.ts";
import { invalidValue, Problem } from "../core/problem.ts";
import type { CursorPage } from "../core/shapes.ts";
import { freeSlug, readSlug, slugTaken } from "../core/text/slug.ts";
import { LostRace, type SiteDb } from "../db/database.ts";
import { lockForTransaction } from "../db/locks.ts";
import {
  type ArticleSearch,
  articleByRef,
  articlesForAdmin,
  countForAdmin,
  deleteArticle,
  insertArticle,
  isSlugTaken,
  updateArticle,
} from "./admin-queries.ts";
import type { ArticleRow, BriefRow, Kind } from "./queries.ts";

export type { BriefRow } from "./queries.ts";

/** What a merchant says of a page or post. */
export type ArticlePatch = {
  [K in keyof Omit<ArticleRow, "id" | "created_at" | "updated_at">]?: ArticleRow[K] | undefined;
};

/** Pages or posts, published or not, newest first: at most one more than `limit`, and how many there are in all. */
export async function searchArticles(
  db: SiteDb,
  kind: Kind,
  search: ArticleSearch,
  { limit, after }: CursorPage,
): Promise<{ articles: BriefRow[]; total: number }> {
  const articles = await articlesForAdmin(db, kind, search, after, limit + 1);
  return { articles, total: (await countForAdmin(db, kind, search))?.total ?? 0 };
}

/** The page or post of this slug or id. Throws `page_not_found` or `post_not_found`. */
export async function requireArticle(
  db: SiteDb,
  kind: Kind,
  ref: string,
  { toChange = false } = {},
): Promise<ArticleRow> {
  const article = await articleByRef(db, kind, ref, { toChange });
  if (!article) throw notFound(kind, ref);
  return article;
}

const notFound = (kind: Kind, ref: string) => new Problem(`${kind}_not_found`, `This store has no ${kind} "${ref}".`);

/** Of the structured content, as JSON. */
const MAX_CONTENT_BYTES = 500_000;

/**
 * Changes the page or post of this slug or id; makes one when the slug is new or not said. Publishing without a time is
 * publishing now. Throws `stale`, `slug_taken` and `invalid_value`; for an unknown id, or one that was deleted since it
 * was seen, `page_not_found` or `post_not_found`.
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
  const before = ref === undefined ? undefined : await articleByRef(db, kind, ref, { toChange: true });
  if (!before) {
    if (ref !== undefined && (isId(ref) || expected !== undefined)) throw notFound(kind, ref);
    if (patch.slug !== undefined && (await isSlugTaken(db, kind, patch.slug))) throw slugTaken(kind, patch.slug);
    return { before: null, after: await makeArticle(db, kind, { ...patch, slug: patch.slug ?? ref }) };
  }
  requireFresh(before.updated_at, expected, kind);
  const after = withUpdatedAt(db.now, before, inTime(db, patched(before, patch)));
  if (after.slug !== before.slug && (await isSlugTaken(db, kind, after.slug))) throw slugTaken(kind, after.slug);
  await updateArticle(db, after);
  return { before, after };
}

const NOTHING_SAID: Omit<ArticleRow, "id" | "slug" | "title" | "created_at" | "updated_at"> = {
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

async function makeArticle(db: SiteDb, kind: Kind, { slug: wanted, ...patch }: ArticlePatch): Promise<ArticleRow> {
  const { title } = patch;
  if (title === undefined) throw invalidValue("title", `is required for a new ${kind}`);
  const slug = readSlug(wanted) ?? (await ownSlug(db, kind, title));
  const dates = { created_at: db.now, updated_at: db.now };
  const article = inTime(db, patched({ ...NOTHING_SAID, id: newId(), slug, title, ...dates }, patch));
  if (!(await insertArticle(db, kind, article))) throw new LostRace("the slug was taken meanwhile");
  return article;
}

async function ownSlug(db: SiteDb, kind: Kind, title: string): Promise<string> {
  await lockForTransaction(db, `slugs of ${kind}s`); // of ten who found the same one free, nine would have to look again
  return freeSlug(title, kind, (candidate) => isSlugTaken(db, kind, candidate));
}

/** What is published has a time. */
const inTime = (db: SiteDb, article: ArticleRow): ArticleRow =>
  article.is_published ? { ...article, published_at: article.published_at ?? db.now } : article;

/** Takes a page or post away for good. Throws `page_not_found` or `post_not_found`. */
export async function removeArticle(db: SiteDb, kind: Kind, ref: string): Promise<ArticleRow> {
  const article = await requireArticle(db, kind, ref, { toChange: true });
  await deleteArticle(db, article.id);
  return article;
}
