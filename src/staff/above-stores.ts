import { NO_STORE } from "../core/ids.ts";
import { asStored } from "../core/media.ts";
import type { Tenant } from "../db/database.ts";

/** The tenant of work above the stores, at the current time: the only one that sees accounts. */
export const aboveStores = (): Tenant => ({
  siteId: NO_STORE,
  currency: "",
  country: "",
  locale: "en",
  timeZone: null,
  now: new Date().toISOString(),
  mediaUrl: asStored,
});
