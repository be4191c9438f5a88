import { readEmail } from "../core/text/email.ts";
import type { SiteDb } from "../db/database.ts";
import { isPasswordResetUrl, PASSWORD_RESET_URL } from "./password-reset-url.ts";
import { findCashRounding, findOptionNames, findStore, type OptionNames } from "./queries.ts";
import type { Store } from "./schema.ts";
import { isTrackingPageUrl, TRACKING_PAGE_URL } from "./tracking-page-url.ts";
import { zoneOfStore } from "./zones.ts";

export { changeStore } from "./admin.ts";
export { type Checklist, storeChecklist } from "./checklist.ts";
export { CheckoutSettings, checkoutSettings } from "./checkout-settings-queries.ts";
export { saveMenu } from "./menus/admin.ts";
export type { OptionNames } from "./queries.ts";
export type { MenuItem } from "./schema.ts";
export { allStores, createStore, findStoreBySlug, hasStores, isFreeId, ownerOfSlug, type SiteRow } from "./stores.ts";
export { storeZone, zoneOfStore } from "./zones.ts";

/** The store of the request's key. */
export async function showStore(db: SiteDb): Promise<Store> {
  const store = await findStore(db);
  if (!store) throw new Error(`site ${db.siteId} has a key but no row`);
  return { ...store, time_zone: zoneOfStore(store).name, logo_url: db.mediaUrl(store.logo_url) };
}

/** How a store writes to its shoppers. */
export interface StoreLetterhead {
  name: string;
  /** Where shoppers answer; null: the store has told no valid address. */
  replyTo: string | null;
  /** BCP 47. */
  locale: string;
  /** Its page for a new password, with `{token}` in it; null: it has none. */
  passwordResetUrl: string | null;
}

/** How the store writes to its shoppers. */
export async function storeLetterhead(db: SiteDb): Promise<StoreLetterhead> {
  const store = await findStore(db);
  if (!store) throw new Error(`site ${db.siteId} has no row`);
  const { name, locale, contact_info, settings } = store;
  const email = contact_info?.email;
  const url = settings?.[PASSWORD_RESET_URL];
  return {
    name,
    locale,
    replyTo: typeof email === "string" ? (readEmail(email) ?? null) : null,
    passwordResetUrl: isPasswordResetUrl(url) ? url : null,
  };
}

/** The storefront's page of an order, for its shopper; null: the store has told none. */
export async function trackingPageOf(db: SiteDb, orderNumber: string): Promise<string | null> {
  const url = (await findStore(db))?.settings?.[TRACKING_PAGE_URL];
  return isTrackingPageUrl(url) ? url.replaceAll("{order_number}", encodeURIComponent(orderNumber)) : null;
}

/** The merchant's own names of options; null: none. They are kept. */
export const ownOptionNames = (db: SiteDb): Promise<OptionNames | null> =>
  db.kept.keep("option names", { parts: ["store"] }, async () => (await findOptionNames(db))?.option_names ?? null);

/** To what totals of cash orders are rounded, in minor units; 0: they are not. */
export const cashRounding = async (db: SiteDb): Promise<number> => (await findCashRounding(db))?.cash_rounding ?? 0;
