import { Type } from "typebox";
import { isId } from "../core/ids.ts";
import type { Cursor } from "../core/shapes.ts";
import { words } from "../core/text/fold.ts";
import type { SiteDb } from "../db/database.ts";
import { afterCursor } from "../db/keyset.ts";
import { empty, join, jsonOrNull, type Sql, sql } from "../db/sql.ts";
import { containsWords } from "../db/text-match.ts";
import { ArticleRow, BriefRow, type Kind } from "./queries.ts";

export interface ArticleSearch {
  /** Words of the title, or part of the slug. */
  query?: string | undefined;
  /** Whether shoppers see it now. */
  published?: boolean | undefined;
}

const brief: Sql = sql`
      id, slug, title, type, description, featured_image, is_published, published_at, seo_title, seo_description,
      created_at, updated_at`;

const where = (db: SiteDb, kind: Kind, { query = "", published }: ArticleSearch): Sql => {
  const [text, slug] = [query.trim().toLowerCase(), words(query).join("-")];
  return join(
    [
      sql`site_id = ${db.siteId} and kind = ${kind}`,
      ...(text ? [sql`(${containsWords(sql`title`, text)} or (${slug} <> '' and strpos(slug, ${slug}) > 0))`] : []),
      ...(published === undefined ? [] : [sql`(is_published and published_at <= ${db.now}) = ${published}`]),
    ],
    " and ",
  );
};

/** Newest first, from after the cursor on. */
export const findArticlesForAdmin = (
  db: SiteDb,
  kind: Kind,
  search: ArticleSearch,
  after: Cursor | null,
  limit: number,
) =>
  db.many(
    BriefRow,
    sql`
    select ${brief}
    from articles
    where ${where(db, kind, search)}
      ${afterCursor(after, sql`created_at`, sql`id`)}
    order by created_at desc, id desc
    limit ${limit}
  `,
  );

export const countArticlesForAdmin = (db: SiteDb, kind: Kind, search: ArticleSearch) =>
  db.count(sql`
    select count(*)
    from articles
    where ${where(db, kind, search)}
  `);

/** The article of this slug or id; a slug takes precedence. `forUpdate` locks it until the transaction ends. */
export const findArticleByRef = (db: SiteDb, kind: Kind, ref: string, { forUpdate }: { forUpdate: boolean }) =>
  db.first(
    ArticleRow,
    sql`
    select ${brief}, body, content
    from articles
    where site_id = ${db.siteId} and kind = ${kind} and (slug = ${ref} or id = ${isId(ref) ? ref : null}::uuid)
    order by slug = ${ref} desc
    limit 1
    ${forUpdate ? sql`for no key update` : empty}
  `,
  );

export const isArticleSlugTaken = (db: SiteDb, kind: Kind, slug: string) =>
  db.exists(sql`select 1 from articles where site_id = ${db.siteId} and kind = ${kind} and slug = ${slug}`);

/** Returns undefined when the slug is taken. */
export const insertArticle = (db: SiteDb, kind: Kind, article: ArticleRow) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    insert into articles (
      site_id, id, kind, slug, title, type, description, body, content, featured_image, is_published, published_at,
      seo_title, seo_description, created_at, updated_at
    )
    values (
      ${db.siteId}, ${article.id}, ${kind}, ${article.slug}, ${article.title}, ${article.type}, ${article.description},
      ${article.body}, ${jsonOrNull(article.content)}::jsonb, ${article.featured_image}, ${article.is_published},
      ${article.published_at}, ${article.seo_title}, ${article.seo_description}, ${article.created_at},
      ${article.updated_at}
    )
    on conflict (site_id, kind, slug) do nothing
    returning id
  `,
  );

export const updateArticle = (db: SiteDb, article: ArticleRow) =>
  db.run(sql`
    update articles
    set slug = ${article.slug}, title = ${article.title}, type = ${article.type}, description = ${article.description},
      body = ${article.body}, content = ${jsonOrNull(article.content)}::jsonb, featured_image = ${article.featured_image},
      is_published = ${article.is_published}, published_at = ${article.published_at}, seo_title = ${article.seo_title},
      seo_description = ${article.seo_description}, updated_at = ${article.updated_at}
    where site_id = ${db.siteId} and id = ${article.id}
  `);

export const deleteArticle = (db: SiteDb, id: string) =>
  db.run(sql`
    delete from articles
    where site_id = ${db.siteId} and id = ${id}
  `);

export type NewArticle = Omit<ArticleRow, "created_at" | "updated_at">;

export const upsertArticle = (db: SiteDb, kind: Kind, article: NewArticle) =>
  db.run(sql`
    insert into articles (
      site_id, id, kind, slug, title, type, description, body, content, featured_image, is_published, published_at,
      seo_title, seo_description, created_at, updated_at
    )
    values (
      ${db.siteId}, ${article.id}, ${kind}, ${article.slug}, ${article.title}, ${article.type}, ${article.description},
      ${article.body}, ${jsonOrNull(article.content)}::jsonb,
      ${article.featured_image}, ${article.is_published}, ${article.published_at}, ${article.seo_title},
      ${article.seo_description}, ${db.now}, ${db.now}
    )
    on conflict (site_id, kind, slug) do update
    set title = excluded.title, type = excluded.type, description = excluded.description, body = excluded.body,
      content = excluded.content, featured_image = excluded.featured_image, is_published = excluded.is_published,
      published_at = excluded.published_at, seo_title = excluded.seo_title, seo_description = excluded.seo_description,
      updated_at = excluded.updated_at
  `);
