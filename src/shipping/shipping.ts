import { toMajor, toMajorOrNull } from "../core/money.ts";
import { type List, type OffsetPage, pageOf } from "../core/shapes.ts";
import { fold } from "../core/text/fold.ts";
import type { SiteDb } from "../db/database.ts";
import { costsOf, countRates, type RateRow, ratesFor, ratesOf, upsertRates } from "./queries.ts";
import { findWilaya, recogniseWilaya, wilayasOfCommune } from "./recognise-wilaya.ts";
import type { ShippingRate } from "./schema.ts";
import { WILAYAS } from "./wilayas.ts";

export { noWilaya, requireWilaya } from "./require-wilaya.ts";
export { WILAYAS, type Wilaya } from "./wilayas.ts";

export type DeliveryMethod = "home" | "desk";

/** What to do where no other rate is set. */
export const EVERYWHERE = "*";

/** What a store's checkout shows before the order. */
export async function listShippingRates(db: SiteDb, span: OffsetPage): Promise<List<ShippingRate>> {
  const [rates, total] = [await ratesOf(db, span), await countRates(db)];
  return pageOf(
    rates.map((rate) => renderRate(db, rate)),
    total,
    span,
  );
}

/** A rate as shoppers and merchants see it, in major units. */
export function renderRate(
  { country, currency }: SiteDb,
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
  /** As a person wrote it; it finds its wilaya where that is missing or unknown. */
  commune: string | null;
  method: DeliveryMethod;
  /** Minor units, before promotions: some rates are free from an amount on. */
  subtotal: number;
}

/**
 * What the store asks for a delivery: the rate of the region, else the one of everywhere else; for a method without a
 * rate the home rate stands in. A store without rates delivers for nothing.
 */
export async function quoteShipping(
  db: SiteDb,
  { wilaya, commune, method, subtotal }: Delivery,
): Promise<ShippingQuote> {
  const code = db.country === "DZ" ? (findWilaya({ wilaya, commune })?.code ?? null) : null;
  const region = code ?? regionOf(wilaya ?? "");
  const rate = chooseRate(await ratesFor(db, region), region, method);
  const isFree = !rate || (rate.free_above !== null && subtotal >= rate.free_above);
  return { cost: isFree ? 0 : rate.price, wilaya_code: code };
}

/** What delivery costs while nobody knows where to. */
export interface ShippingEstimate {
  /** Minor units, before promotions. */
  cost: number;
  /** Whether it costs that wherever it goes. */
  isKnown: boolean;
}

/**
 * What the store asks for a delivery that has no address yet (`subtotal` in minor units): its usual rate, or its
 * highest where the usual one is nothing, so that free delivery is seen to save something.
 */
export async function estimateShipping(db: SiteDb, subtotal: number): Promise<ShippingEstimate> {
  const countable = Math.min(subtotal, Number.MAX_SAFE_INTEGER); // a cart that is only tried may cost more than an order
  const { lowest = null, highest = null, usual = null } = (await costsOf(db, countable)) ?? {};
  const least = usual === null ? 0 : lowest; // without a rate for everywhere, other places cost nothing
  return { cost: usual || highest || 0, isKnown: (least ?? 0) === (highest ?? 0) };
}

/** The code of the wilaya that a person means; null where there are none, or none is meant. */
export const wilayaCode = ({ country }: Pick<SiteDb, "country">, text: string): string | null =>
  country === "DZ" ? (recogniseWilaya(text)?.code ?? null) : null;

/** Whether the text is the name of a wilaya or a commune, and so says nothing else. */
export const namesPlace = (text: string): boolean =>
  recogniseWilaya(text) !== undefined || wilayasOfCommune(text).length > 0;

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

/**
 * Makes rates, or replaces those of the same region and method; amounts are minor units. `region` is a wilaya's code,
 * elsewhere what customers write as their region, or EVERYWHERE.
 */
export const saveShippingRates = (db: SiteDb, rates: RateRow[]): Promise<void> =>
  upsertRates(
    db,
    rates.map((rate) => ({ ...rate, region: regionOf(rate.region) })),
  );

const regionOf = (text: string): string => fold(text).trim();
