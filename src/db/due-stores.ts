import { type Static, Type } from "typebox";
import { asStored } from "../core/media.ts";
import { Nullable } from "../core/shapes.ts";
import type { Tenant } from "./database.ts";

/** A store that a function of the owner finds for background work. */
export const DueStore = Type.Object({
  site_id: Type.String(),
  currency: Type.String(),
  country: Type.String(),
  locale: Type.String(),
  time_zone: Nullable(Type.String()),
});

/** The store for a transaction at this time, with the addresses of pictures as they are stored. */
export const tenantOf = (
  { site_id: siteId, time_zone: timeZone, ...store }: Static<typeof DueStore>,
  now: string,
): Tenant => ({ ...store, siteId, timeZone, now, mediaUrl: asStored });
