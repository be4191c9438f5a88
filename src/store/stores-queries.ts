import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { Db } from "../db/database.ts";
import { jsonOrNull, sql } from "../db/sql.ts";

const SiteRow = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  currency: Type.String(),
  country: Type.String(),
  time_zone: Nullable(Type.String()),
  locale: Type.String(),
  created_at: Type.String(),
  suspended_at: Nullable(Type.String()),
  deletion_at: Nullable(Type.String()),
});
export type SiteRow = Static<typeof SiteRow>;

export const findSiteBySlug = (db: Db, slug: string) =>
  db.first(
    SiteRow,
    sql`
    select id, slug, name, currency, country, time_zone, locale, created_at, suspended_at, deletion_at
    from sites
    where slug = ${slug} and not is_arriving
  `,
  );

/** The id of the store that has this slug, or is being read from a file under it. */
export const findSlug = (db: Db, slug: string) =>
  db.first(
    Type.Object({ id: Type.String(), is_arriving: Type.Boolean() }),
    sql`
    select id, is_arriving
    from sites
    where slug = ${slug}
  `,
  );

/** Whether a store has this id, seen or not. */
export const hasSite = (db: Db, id: string) =>
  db.exists(sql`
    select id
    from sites
    where id = ${id}
  `);

export const findSitesAfter = (db: Db, slug: string, limit: number) =>
  db.many(
    SiteRow,
    sql`
    select id, slug, name, currency, country, time_zone, locale, created_at, suspended_at, deletion_at
    from sites
    where slug > ${slug} and not is_arriving
    order by slug
    limit ${limit}
  `,
  );

export interface NewSite {
  id: string;
  slug: string;
  name: string;
  description: string | null;
  logo_url: string | null;
  custom_domain: string | null;
  contact_info: Record<string, unknown> | null;
  social_links: Record<string, unknown> | null;
  theme_settings: Record<string, unknown> | null;
  settings: Record<string, unknown> | null;
  primary_color: string | null;
  currency: string;
  locale: string;
  country: string;
  time_zone: string | null;
  shipping_methods: string[];
}

/** Returns undefined when the slug is taken. */
export const insertSite = (db: Db, site: NewSite, now: string) =>
  db.first(
    SiteRow,
    sql`
    insert into sites (
      id, slug, name, description, logo_url, custom_domain, contact_info, social_links, theme_settings, settings,
      primary_color, currency, locale, country, time_zone, shipping_methods, created_at, updated_at
    )
    values (
      ${site.id}, ${site.slug}, ${site.name}, ${site.description}, ${site.logo_url}, ${site.custom_domain},
      ${jsonOrNull(site.contact_info)}::jsonb, ${jsonOrNull(site.social_links)}::jsonb, ${jsonOrNull(site.theme_settings)}::jsonb,
      ${jsonOrNull(site.settings)}::jsonb, ${site.primary_color}, ${site.currency}, ${site.locale}, ${site.country},
      ${site.time_zone}, ${site.shipping_methods}, ${now}, ${now}
    )
    on conflict (slug) do nothing
    returning id, slug, name, currency, country, time_zone, locale, created_at, suspended_at, deletion_at
  `,
  );
