import { fold } from "../core/fold.ts";
import type { SiteDb } from "../db/database.ts";
import { type RateRow, ratesFor, upsertRates } from "./queries.ts";
import { recogniseWilaya } from "./recognise-wilaya.ts";

export { WILAYAS, type Wilaya } from "./wilayas.ts";

export type DeliveryMethod = "home" | "desk";

/** What to do where no other rate is set. */
export const EVERYWHERE = "*";

/** A rate of a store: `region` is a wilaya's code, elsewhere what customers write as their region, or EVERYWHERE. */
export type ShippingRate = RateRow;

/** What delivery costs, and what was understood of where to. */
export interface ShippingQuote {
  /** Minor units, before promotions. */
  cost: number;
  /** Null when the region was not recognised as a wilaya. */
  wilaya_code: string | null;
}

export interface Delivery {
  /** As a person wrote it: a wilaya's code, its French or Arabic name. */
  wilaya: string | null;
  method: DeliveryMethod;
  /** Minor units, before promotions: some rates are free from an amount on. */
  subtotal: number;
}

/**
 * What the store asks for a delivery: the rate of the region, else the one of everywhere else; for a method without a
 * rate the home rate stands in. A store without rates delivers for nothing.
 */
export async function quoteShipping(db: SiteDb, { wilaya, method, subtotal }: Delivery): Promise<ShippingQuote> {
  const code = db.country === "DZ" && wilaya !== null ? recogniseWilaya(wilaya)?.code : undefined;
  const region = code ?? regionOf(wilaya ?? "");
  const rate = chooseRate(await ratesFor(db, region), region, method);
  const isFree = !rate || (rate.free_above !== null && subtotal >= rate.free_above);
  return { cost: isFree ? 0 : rate.price, wilaya_code: code ?? null };
}

function chooseRate(rates: RateRow[], region: string, method: DeliveryMethod): RateRow | undefined {
  const wanted = [
    [region, method],
    [EVERYWHERE, method],
    [region, "home"],
    [EVERYWHERE, "home"],
  ];
  for (const [place, way] of wanted) {
    const found = rates.find((rate) => rate.region === place && rate.method === way);
    if (found) return found;
  }
  return undefined;
}

/** Makes rates, or replaces those of the same region and method. */
export const saveShippingRates = (db: SiteDb, rates: ShippingRate[]): Promise<void> =>
  upsertRates(
    db,
    rates.map((rate) => ({ ...rate, region: regionOf(rate.region) })),
  );

const regionOf = (text: string): string => fold(text).trim();
