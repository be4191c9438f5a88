import { toMajor, toMajorOrNull } from "../core/money.ts";
import type { SiteDb } from "../db/database.ts";
import type { RateRow } from "./queries.ts";
import type { ShippingRate } from "./schema.ts";
import { WILAYAS } from "./wilayas/wilayas.ts";

/** A rate as shoppers and merchants see it, in major units. Pure. */
export function renderRate(
  { country, currency }: Pick<SiteDb, "country" | "currency">,
  { region, method, price, free_above }: RateRow,
): ShippingRate {
  const wilaya = country === "DZ" ? WILAYAS.find(({ code }) => code === region) : undefined;
  return {
    region,
    name_fr: wilaya?.name_fr ?? null,
    name_ar: wilaya?.name_ar ?? null,
    method,
    price: toMajor(price, currency),
    free_above: toMajorOrNull(free_above, currency),
  };
}
