import { type Static, Type } from "typebox";
import { FreeObject, Nullable } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { sql } from "../db/sql.ts";

export const StoreRow = Type.Object({
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
  /** Null: the store uses its country's. */
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

/** Names of options that mean the same: under the name that shoppers see, the others. */
export const OptionNames = Type.Record(Type.String(), Type.Array(Type.String()));
export type OptionNames = Static<typeof OptionNames>;

/** The merchant's own names of options; null: none. */
export const findOptionNames = (db: SiteDb) =>
  db.first(
    Type.Object({ option_names: Nullable(OptionNames) }),
    sql`
    select option_names
    from sites
    where id = ${db.siteId}
  `,
  );

/** To what totals of cash orders are rounded, in minor units; 0: they are not. */
export const findCashRounding = (db: SiteDb) =>
  db.first(
    Type.Object({ cash_rounding: Type.Integer() }),
    sql`
    select cash_rounding
    from sites
    where id = ${db.siteId}
  `,
  );
