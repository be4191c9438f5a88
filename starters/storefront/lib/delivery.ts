import "server-only";
import type { ShippingRate } from "@hanout/client/shop";
import { cache } from "react";
import { theRates } from "./catalogue";
import type { DeliveryRate, DeliveryTo, Method } from "./delivery-cost";
import { fold } from "./fold";
import type { Locale } from "./locales";
import { cookieOf } from "./set-cookie";

const ELSEWHERE = "*";
const FREE: DeliveryRate = { price: 0, free_above: null };

/** What delivery to the shopper's wilaya costs, or null before one is chosen. */
export const theDelivery = cache(async (locale: Locale): Promise<DeliveryTo | null> => {
  const code = await cookieOf("wilaya");
  return code ? deliveryTo(await theRates(locale), code, locale) : null;
});

/** What delivery to each wilaya costs, by their numbers. */
export async function theWilayas(locale: Locale): Promise<DeliveryTo[]> {
  const rates = await theRates(locale);
  const codes = new Set(rates.filter(({ region }) => region !== ELSEWHERE).map(({ region }) => region));
  return [...codes].map((code) => deliveryTo(rates, code, locale)).filter((one) => one !== null);
}

/** What delivery to a wilaya costs, by the server's rule; null for a code that is none. */
export function deliveryTo(rates: ShippingRate[], code: string, locale: Locale): DeliveryTo | null {
  const rateOf = (region: string, method: Method) =>
    rates.find((one) => one.region === region && one.method === method);
  const known = rates.find(({ region }) => region === code && region !== ELSEWHERE);
  if (!known) return null;
  const home = rateOf(code, "home") ?? rateOf(ELSEWHERE, "home");
  const desk = rateOf(code, "desk") ?? rateOf(ELSEWHERE, "desk");
  const name = locale === "ar" ? known.name_ar : known.name_fr;
  return { code, name: name ?? code, home: home ?? FREE, desk: desk ?? null };
}

/** The code of a wilaya that an address names by its code, or in French or Arabic. */
export async function wilayaCodeOf(locale: Locale, state: string): Promise<string | undefined> {
  const rates = await theRates(locale);
  const given = fold(state.trim());
  const names = ({ region, name_fr, name_ar }: ShippingRate) => [region, name_fr, name_ar];
  return rates.find((rate) => names(rate).some((name) => name && name !== ELSEWHERE && fold(name) === given))?.region;
}
