import { AREAS, type Area, hasScope, type Scope } from "../core/scopes.ts";

/** What entries of the log are about, by area. */
export const ENTITIES: Readonly<Record<Area, readonly string[]>> = {
  catalog: ["product", "variant", "category", "collection", "promotion"],
  orders: ["order"],
  customers: ["customer", "blocked_phone"],
  reports: [],
  content: ["page", "post", "menu"],
  settings: ["store", "shipping_rate", "carrier", "webhook_endpoint", "webhook_delivery"],
  keys: ["api_key"],
  staff: ["member"],
};

/** The areas whose changes a key may see; undefined: all, with `settings:read`. */
export const areasSeen = (scopes: readonly Scope[]): Area[] | undefined =>
  hasScope(scopes, "settings:read") ? undefined : AREAS.filter((area) => hasScope(scopes, `${area}:read`));
