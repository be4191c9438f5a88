import "server-only";
import type { ShippingRate } from "@hanout/client/shop";
import { cache } from "react";
import { theRates, theStore } from "./catalogue";
import type { DeliveryRate, DeliveryTo, Method } from "./delivery-cost";
import { fold } from "./fold";
import type { Locale } from "./locales";
import { cookieOf } from "./set-cookie";
import { wilayaCode, wilayaNames } from "./wilayas";

const ELSEWHERE = "*";
const FREE: DeliveryRate = { price: 0, free_above: null };
const MOST_LETTERS = 100;

/** What delivery to the shopper's wilaya or region costs, or null before one is chosen. */
export const theDelivery = cache(async (locale: Locale): Promise<DeliveryTo | null> => {
  const region = await cookieOf("wilaya");
  return region ? deliveryTo(locale, region) : null;
});

/** What delivery to each wilaya costs, by their numbers. Other countries have none: there a region is typed. */
export async function theWilayas(locale: Locale): Promise<DeliveryTo[]> {
  const [rates, { country }] = [await theRates(locale), await theStore(locale)];
  return country === "DZ" ? wilayaNames(locale).map(([code, name]) => priced(rates, code, name)) : [];
}

/** What delivery to a wilaya by its code costs, or to a region of another country; null for what is none. */
export async function deliveryTo(locale: Locale, region: string): Promise<DeliveryTo | null> {
  const [rates, { country }] = [await theRates(locale), await theStore(locale)];
  const typed = region.trim().slice(0, MOST_LETTERS);
  if (country !== "DZ") return typed && typed !== ELSEWHERE ? priced(rates, typed, typed) : null;
  const [code, name] = wilayaNames(locale).find(([one]) => one === region) ?? [];
  return code && name ? priced(rates, code, name) : null;
}

/** By the server's rule: the rate of the region, or that of everywhere else; without rates it costs nothing. */
function priced(rates: ShippingRate[], code: string, name: string): DeliveryTo {
  const rateOf = (method: Method) => {
    const inside = (region: string) => rates.find((one) => one.method === method && fold(one.region) === fold(region));
    return inside(code) ?? inside(ELSEWHERE);
  };
  return { code, name, home: rateOf("home") ?? FREE, desk: rateOf("desk") ?? null };
}

/** The code of the wilaya that an address names by its code, or in French or Arabic; in other countries the region itself. */
export async function wilayaCodeOf(locale: Locale, state: string): Promise<string | undefined> {
  const { country } = await theStore(locale);
  return country === "DZ" ? wilayaCode(state.trim()) : state.trim() || undefined;
}
