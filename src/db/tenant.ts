import { type Static, Type } from "typebox";
import { asStored } from "../core/media.ts";
import { Nullable } from "../core/shapes.ts";
import type { Tenant } from "./database.ts";

/** What a transaction must know of its store, as a row. */
export const TenantRow = Type.Object({
  site_id: Type.String(),
  currency: Type.String(),
  country: Type.String(),
  locale: Type.String(),
  time_zone: Nullable(Type.String()),
});
export type TenantRow = Static<typeof TenantRow>;

/** The store for a transaction at this time, with the addresses of pictures as they are stored. */
export const tenantOf = (
  { site_id: siteId, currency, country, locale, time_zone: timeZone }: TenantRow,
  now = new Date().toISOString(),
): Tenant => ({ siteId, currency, country, locale, timeZone, now, mediaUrl: asStored });

/** A store of which nothing but the id is known, for a transaction that needs no more. */
export const tenantById = (site_id: string): Tenant =>
  tenantOf({ site_id, currency: "", country: "", locale: "en", time_zone: null });
