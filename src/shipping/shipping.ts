import { type List, listAnswer, type OffsetPage } from "../core/shapes.ts";
import type { SiteDb } from "../db/database.ts";
import { countRates, findCostRange, findCoverage, findRates, findRatesForRegion, type RateRow } from "./queries.ts";
import { EVERYWHERE, regionKey } from "./regions.ts";
import { renderRate } from "./render.ts";
import type { ShippingRate } from "./schema.ts";
import { findWilaya, recogniseWilaya, wilayasOfCommune } from "./wilayas/recognise-wilaya.ts";

export { saveShippingRates } from "./admin.ts";
export { EVERYWHERE, regionKey } from "./regions.ts";
export { requireWilaya, unknownWilaya } from "./wilayas/require-wilaya.ts";
export { WILAYAS, type Wilaya } from "./wilayas/wilayas.ts";

export type DeliveryMethod = "home" | "desk";

/** The store's delivery rates, for its checkout to show before the order. */
export async function listShippingRates(db: SiteDb, page: OffsetPage): Promise<List<ShippingRate>> {
  const [rates, total] = await Promise.all([findRates(db, page), countRates(db)]);
  return listAnswer(
    rates.map((rate) => renderRate(db, rate)),
    total,
    page,
  );
}

/** What a delivery costs. */
export interface ShippingQuote {
  /** Minor units, before promotions. */
  cost: number;
  /** The wilaya of the delivery; null when none was recognised. */
  wilaya_code: string | null;
}

/** Where a delivery goes, and how. */
export interface Destination {
  /** As a person wrote it: a wilaya's code, or its French or Arabic name. */
  wilaya: string | null;
  /** As a person wrote it. The wilaya is derived from it when `wilaya` is missing or not recognised. */
  commune: string | null;
  method: DeliveryMethod;
}

/**
 * What the store charges for a delivery, as a function of the order's subtotal in minor units, because some rates are free
 * from an amount on. The rate is that of the region, or else that of everywhere else. A method without a rate uses the
 * home rate. A store without rates delivers for nothing.
 */
export async function findShippingQuote(
  db: SiteDb,
  { wilaya, commune, method }: Destination,
): Promise<(subtotal: number) => ShippingQuote> {
  const code = db.country === "DZ" ? (findWilaya({ wilaya, commune })?.code ?? null) : null;
  const region = code ?? regionKey(wilaya ?? "");
  const rate = chooseRate(await findRatesForRegion(db, region), region, method);
  return (subtotal) => {
    const isFree = !rate || (rate.free_above !== null && subtotal >= rate.free_above);
    return { cost: isFree ? 0 : rate.price, wilaya_code: code };
  };
}

function chooseRate(rates: RateRow[], region: string, method: DeliveryMethod): RateRow | undefined {
  const precedence = [
    { region, method },
    { region: EVERYWHERE, method },
    { region, method: "home" },
    { region: EVERYWHERE, method: "home" },
  ];
  for (const key of precedence) {
    const found = rates.find((rate) => rate.region === key.region && rate.method === key.method);
    if (found) return found;
  }
  return undefined;
}

/** Where deliveries by these methods have a rate. Anywhere else, and where a shopper's region is not recognised, they are free. */
export async function ratedRegions(db: SiteDb, methods: string[]): Promise<"none" | "some" | "all"> {
  const found = await findCoverage(db, methods.includes("home") ? ["home"] : ["home", "desk"]); // desk uses home's rate
  if (!found?.has_rates) return "none";
  return found.has_rest ? "all" : "some";
}

/** What delivery costs before the address is known. */
export interface ShippingEstimate {
  /** Minor units, before promotions. */
  cost: number;
  /** Whether delivery costs the same everywhere. */
  isKnown: boolean;
}

/**
 * What the store charges for a delivery that has no address yet (`subtotal` in minor units): its usual rate, or its
 * highest one where the usual rate is free, so that a promotion with free delivery still counts as a saving.
 */
export async function estimateShipping(db: SiteDb, subtotal: number): Promise<ShippingEstimate> {
  const countable = Math.min(subtotal, Number.MAX_SAFE_INTEGER); // a cart that is only checked may exceed an order's limit
  const { lowest = null, highest = null, usual = null } = (await findCostRange(db, countable)) ?? {};
  const min = usual === null ? 0 : lowest; // without a rate for everywhere else, delivery there is free
  return { cost: usual || highest || 0, isKnown: (min ?? 0) === (highest ?? 0) };
}

/** The code of the wilaya that the text names; null when it names none, and outside Algeria. */
export const wilayaCode = ({ country }: Pick<SiteDb, "country">, text: string): string | null =>
  country === "DZ" ? (recogniseWilaya(text)?.code ?? null) : null;

/** Whether the whole text is the name of a wilaya or a commune. */
export const isPlaceName = (text: string): boolean =>
  recogniseWilaya(text) !== undefined || wilayasOfCommune(text).length > 0;
