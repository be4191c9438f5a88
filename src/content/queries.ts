import { type Static, Type } from "typebox";
import { Nullable, type OffsetPage } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { sql } from "../db/sql.ts";

export type Kind = "page" | "post";

const brief = {
  id: Type.String(),
  slug: Type.String(),
  title: Type.String(),
  type: Nullable(Type.String()),
  description: Nullable(Type.String()),
  featured_image: Nullable(Type.String()),
  is_published: Type.Boolean(),
  published_at: Nullable(Type.String()),
  seo_title: Nullable(Type.String()),
  seo_description: Nullable(Type.String()),
  created_at: Type.String(),
  updated_at: Type.String(),
};
export const BriefRow = Type.Object(brief);
export const ArticleRow = Type.Object({ ...brief, body: Nullable(Type.String()), content: Type.Unknown() });
export type BriefRow = Static<typeof BriefRow>;
export type ArticleRow = Static<typeof ArticleRow>;

/** Pages by title; posts newest first. */
export const findPublishedArticles = (db: SiteDb, kind: Kind, { limit, offset }: OffsetPage) =>
  db.many(
    BriefRow,
    sql`
    select id, slug, title, type, description, featured_image, is_published, published_at, seo_title, seo_description,
      created_at, updated_at
    from articles
    where site_id = ${db.siteId} and kind = ${kind} and is_published and published_at <= ${db.now}
    order by case when kind = 'page' then title end, published_at desc, id
    limit ${limit} offset ${offset}
  `,
  );

export const countPublishedArticles = (db: SiteDb, kind: Kind) =>
  db.count(sql`
    select count(*)
    from articles
    where site_id = ${db.siteId} and kind = ${kind} and is_published and published_at <= ${db.now}
  `);

/** When the next page or post is published by the clock. */
export const findNextPublication = (db: SiteDb) =>
  db.first(
    Type.Object({ at: Nullable(Type.String()) }),
    sql`
    select min(published_at) as at
    from articles
    where site_id = ${db.siteId} and is_published and published_at > ${db.now}
  `,
  );

export const findPublishedArticle = (db: SiteDb, kind: Kind, slug: string) =>
  db.first(
    ArticleRow,
    sql`
    select id, slug, title, type, description, featured_image, is_published, published_at, seo_title, seo_description,
      created_at, updated_at, body, content
    from articles
    where site_id = ${db.siteId} and kind = ${kind} and slug = ${slug} and is_published and published_at <= ${db.now}
  `,
  );
