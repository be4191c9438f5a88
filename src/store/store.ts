import { type Zone, zoneNamed, zoneOf } from "../core/time/zone.ts";
import type { SiteDb } from "../db/database.ts";
import { findCashRounding, findOptionNames, findStore, type OptionNames, type StoreRow } from "./queries.ts";
import type { Store } from "./schema.ts";

export { type Checklist, storeChecklist } from "./checklist.ts";
export { CheckoutSettings, checkoutSettings } from "./checkout-settings-queries.ts";
export { saveMenu } from "./menus/admin.ts";
export type { OptionNames } from "./queries.ts";
export type { MenuItem } from "./schema.ts";
export { allStores, createStore, findStoreBySlug, hasStores, type SiteRow } from "./stores.ts";

/** The store of the request's key. */
export async function showStore(db: SiteDb): Promise<Store> {
  const store = await findStore(db);
  if (!store) throw new Error(`site ${db.siteId} has a key but no row`);
  return { ...store, time_zone: zoneOfStore(store).name, logo_url: db.mediaUrl(store.logo_url) };
}

/** The merchant's own names of options; null: none. They are kept. */
export const ownOptionNames = (db: SiteDb): Promise<OptionNames | null> =>
  db.kept.keep("option names", { parts: ["store"] }, async () => (await findOptionNames(db))?.option_names ?? null);

/** To what totals of cash orders are rounded, in minor units; 0: they are not. */
export const cashRounding = async (db: SiteDb): Promise<number> => (await findCashRounding(db))?.cash_rounding ?? 0;

/** The time zone of a store: its own, or the one of its country. */
export const zoneOfStore = ({ time_zone, country }: Pick<StoreRow, "time_zone" | "country">): Zone =>
  (time_zone === null ? undefined : zoneNamed(time_zone)) ?? zoneOf(country);

/** The time zone of the store of `db`. */
export const storeZone = ({ timeZone, country }: Pick<SiteDb, "timeZone" | "country">): Zone =>
  zoneOfStore({ time_zone: timeZone, country });
