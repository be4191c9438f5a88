import { type Static, Type } from "typebox";
import { Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { empty, jsonOrNull, sql } from "../db/sql.ts";
import { OptionNames, StoreRow } from "./queries.ts";

/** With the settings that only the merchant sees. */
export const AdminStoreRow = Type.Object({
  ...StoreRow.properties,
  /** Totals of cash orders are rounded to a multiple of it, in minor units; 0: they are not. */
  cash_rounding: Type.Integer(),
  low_stock: Type.Integer(),
  blocked_phone_policy: Type.Enum(["mark", "refuse"]),
  option_names: Nullable(OptionNames),
  updated_at: Type.String(),
});
export type AdminStoreRow = Static<typeof AdminStoreRow>;

/** The store with its `updated_at`; `forUpdate` locks it until the transaction ends. */
export const findStoreForAdmin = (db: SiteDb, { forUpdate }: { forUpdate: boolean }) =>
  db.first(
    AdminStoreRow,
    sql`
    select id, name, slug, description, logo_url, custom_domain, contact_info, social_links, theme_settings, settings,
      currency, primary_color, locale, country, time_zone, shipping_methods, cash_rounding, low_stock, blocked_phone_policy, option_names,
      updated_at
    from sites
    where id = ${db.siteId}
    ${forUpdate ? sql`for no key update` : empty}
  `,
  );

export type StoreFields = Omit<AdminStoreRow, "id" | "slug" | "currency" | "country" | "updated_at">;

export const updateStore = (db: SiteDb, store: StoreFields & { updated_at: string }) =>
  db.run(sql`
    update sites
    set name = ${store.name}, description = ${store.description}, logo_url = ${store.logo_url},
      custom_domain = ${store.custom_domain}, contact_info = ${jsonOrNull(store.contact_info)}::jsonb,
      social_links = ${jsonOrNull(store.social_links)}::jsonb, theme_settings = ${jsonOrNull(store.theme_settings)}::jsonb,
      settings = ${jsonOrNull(store.settings)}::jsonb, primary_color = ${store.primary_color}, locale = ${store.locale},
      time_zone = ${store.time_zone}, shipping_methods = ${store.shipping_methods},
      cash_rounding = ${store.cash_rounding}, low_stock = ${store.low_stock}, blocked_phone_policy = ${store.blocked_phone_policy},
      option_names = ${jsonOrNull(store.option_names)}::jsonb, updated_at = ${store.updated_at}
    where id = ${db.siteId}
  `);
