import { type Zone, zoneNamed, zoneOf } from "../core/time/zone.ts";
import type { SiteDb } from "../db/database.ts";
import type { StoreRow } from "./queries.ts";

/** The time zone of a store: its own, or the one of its country. */
export const zoneOfStore = ({ time_zone, country }: Pick<StoreRow, "time_zone" | "country">): Zone =>
  (time_zone === null ? undefined : zoneNamed(time_zone)) ?? zoneOf(country);

/** The time zone of the store of `db`. */
export const storeZone = ({ timeZone, country }: Pick<SiteDb, "timeZone" | "country">): Zone =>
  zoneOfStore({ time_zone: timeZone, country });
