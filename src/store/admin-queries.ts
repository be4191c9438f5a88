import { Type } from "typebox";
import type { SiteDb } from "../db/database.ts";
import { empty, sql } from "../db/sql.ts";
import { StoreRow } from "./queries.ts";

/** The store with its `updated_at`; `forUpdate` locks it until the transaction ends. */
export const findStoreForAdmin = (db: SiteDb, { forUpdate }: { forUpdate: boolean }) =>
  db.first(
    Type.Object({ ...StoreRow.properties, updated_at: Type.String() }),
    sql`
    select id, name, slug, description, logo_url, custom_domain, contact_info, social_links, theme_settings, settings,
      currency, primary_color, locale, country, time_zone, shipping_methods, updated_at
    from sites
    where id = ${db.siteId}
    ${forUpdate ? sql`for no key update` : empty}
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

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
