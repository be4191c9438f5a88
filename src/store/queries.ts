import { type Static, Type } from "typebox";
import { FreeObject, Nullable, type OffsetPage } from "../core/shapes.ts";
import type { Db, SiteDb } from "../db/database.ts";
import { empty, sql } from "../db/sql.ts";

const StoreRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  description: Nullable(Type.String()),
  logo_url: Nullable(Type.String()),
  custom_domain: Nullable(Type.String()),
  contact_info: FreeObject(""),
  social_links: FreeObject(""),
  theme_settings: FreeObject(""),
  settings: FreeObject(""),
  currency: Type.String(),
  primary_color: Nullable(Type.String()),
  locale: Type.String(),
  country: Type.String(),
  /** Null: the country's. */
  time_zone: Nullable(Type.String()),
  shipping_methods: Type.Array(Type.String()),
});
export type StoreRow = Static<typeof StoreRow>;

export const findStore = (db: SiteDb) =>
  db.first(
    StoreRow,
    sql`
    select id, name, slug, description, logo_url, custom_domain, contact_info, social_links, theme_settings, settings,
      currency, primary_color, locale, country, time_zone, shipping_methods
    from sites
    where id = ${db.siteId}
  `,
  );

/** What the clocks of the store show; null: those of its country. */
export const findTimeZone = (db: SiteDb) =>
  db.first(
    Type.Object({ time_zone: Nullable(Type.String()) }),
    sql`
    select time_zone
    from sites
    where id = ${db.siteId}
  `,
  );

const StoredItem = Type.Cyclic(
  {
    Item: Type.Object({
      title: Type.String(),
      url: Nullable(Type.String()),
      type: Type.String(),
      position: Type.Integer(),
      children: Type.Array(Type.Ref("Item")),
    }),
  },
  "Item",
);
const MenuRow = Type.Object({
  id: Type.String(),
  title: Type.String(),
  handle: Type.String(),
  items: Type.Array(StoredItem),
});
export type MenuRow = Static<typeof MenuRow>;

const AdminMenuRow = Type.Object({ ...MenuRow.properties, updated_at: Type.String() });
export type AdminMenuRow = Static<typeof AdminMenuRow>;

export const findMenus = (db: SiteDb, { limit, offset }: OffsetPage) =>
  db.many(
    MenuRow,
    sql`
    select id, title, handle, items
    from menus
    where site_id = ${db.siteId}
    order by handle
    limit ${limit} offset ${offset}
  `,
  );

export const countMenus = (db: SiteDb) =>
  db.count(sql`
    select count(*)
    from menus
    where site_id = ${db.siteId}
  `);

export const findMenu = (db: SiteDb, handle: string) =>
  db.first(
    MenuRow,
    sql`
    select id, title, handle, items
    from menus
    where site_id = ${db.siteId} and handle = ${handle}
  `,
  );

export const upsertMenu = (db: SiteDb, menu: MenuRow) =>
  db.run(sql`
    insert into menus (site_id, id, handle, title, items, updated_at)
    values (${db.siteId}, ${menu.id}, ${menu.handle}, ${menu.title}, ${JSON.stringify(menu.items)}::jsonb, ${db.now})
    on conflict (site_id, handle) do update
    set title = excluded.title, items = excluded.items, updated_at = excluded.updated_at
  `);

/** The store as its merchant sees it; `toChange` locks it until the transaction ends. */
export const storeForAdmin = (db: SiteDb, { toChange }: { toChange: boolean }) =>
  db.first(
    Type.Object({ ...StoreRow.properties, updated_at: Type.String() }),
    sql`
    select id, name, slug, description, logo_url, custom_domain, contact_info, social_links, theme_settings, settings,
      currency, primary_color, locale, country, time_zone, shipping_methods, updated_at
    from sites
    where id = ${db.siteId}
    ${toChange ? sql`for no key update` : empty}
  `,
  );

export type StoreFields = Omit<StoreRow, "id" | "slug" | "currency" | "country">;

export const updateStore = (db: SiteDb, store: StoreFields & { updated_at: string }) =>
  db.run(sql`
    update sites
    set name = ${store.name}, description = ${store.description}, logo_url = ${store.logo_url},
      custom_domain = ${store.custom_domain}, contact_info = ${json(store.contact_info)}::jsonb,
      social_links = ${json(store.social_links)}::jsonb, theme_settings = ${json(store.theme_settings)}::jsonb,
      settings = ${json(store.settings)}::jsonb, primary_color = ${store.primary_color}, locale = ${store.locale},
      time_zone = ${store.time_zone}, shipping_methods = ${store.shipping_methods}, updated_at = ${store.updated_at}
    where id = ${db.siteId}
  `);

/** A menu as its merchant changes it, locked until the transaction ends. */
export const lockMenu = (db: SiteDb, handle: string) =>
  db.first(
    AdminMenuRow,
    sql`
    select id, title, handle, items, updated_at
    from menus
    where site_id = ${db.siteId} and handle = ${handle}
    for no key update
  `,
  );

/** Undefined when there is one of this handle already. */
export const insertMenu = (db: SiteDb, menu: AdminMenuRow) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    insert into menus (site_id, id, handle, title, items, updated_at)
    values (
      ${db.siteId}, ${menu.id}, ${menu.handle}, ${menu.title}, ${JSON.stringify(menu.items)}::jsonb, ${menu.updated_at}
    )
    on conflict (site_id, handle) do nothing
    returning id
  `,
  );

export const updateMenu = (db: SiteDb, menu: AdminMenuRow) =>
  db.first(
    Type.Object({ id: Type.String() }),
    sql`
    update menus
    set title = ${menu.title}, items = ${JSON.stringify(menu.items)}::jsonb, updated_at = ${menu.updated_at}
    where site_id = ${db.siteId} and id = ${menu.id}
    returning id
  `,
  );

export const menusWithUpdatedAt = (db: SiteDb) =>
  db.many(
    AdminMenuRow,
    sql`
    select id, title, handle, items, updated_at
    from menus
    where site_id = ${db.siteId}
    order by handle
    limit 250
  `,
  );

export const deleteMenu = (db: SiteDb, handle: string) =>
  db.run(sql`
    delete from menus
    where site_id = ${db.siteId} and handle = ${handle}
  `);

const SiteRow = Type.Object({
  id: Type.String(),
  slug: Type.String(),
  name: Type.String(),
  currency: Type.String(),
  country: Type.String(),
  time_zone: Nullable(Type.String()),
  locale: Type.String(),
  created_at: Type.String(),
});
export type SiteRow = Static<typeof SiteRow>;

export const siteBySlug = (db: Db, slug: string) =>
  db.first(
    SiteRow,
    sql`
    select id, slug, name, currency, country, time_zone, locale, created_at
    from sites
    where slug = ${slug}
  `,
  );

export const sitesAfter = (db: Db, slug: string, limit: number) =>
  db.many(
    SiteRow,
    sql`
    select id, slug, name, currency, country, time_zone, locale, created_at
    from sites
    where slug > ${slug}
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

/** Returns nothing when the slug is taken. */
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
      ${json(site.contact_info)}::jsonb, ${json(site.social_links)}::jsonb, ${json(site.theme_settings)}::jsonb,
      ${json(site.settings)}::jsonb, ${site.primary_color}, ${site.currency}, ${site.locale}, ${site.country},
      ${site.time_zone}, ${site.shipping_methods}, ${now}, ${now}
    )
    on conflict (slug) do nothing
    returning id, slug, name, currency, country, time_zone, locale, created_at
  `,
  );

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
