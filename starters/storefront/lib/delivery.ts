import "server-only";
import type { ShippingRate } from "@hanout/client/shop";
import { cookies } from "next/headers";
import { theRates } from "./catalogue";
import { COOKIES } from "./cookies";
import type { DeliveryTo } from "./delivery-cost";
import type { Locale } from "./locales";

/** What delivery to the shopper's wilaya costs, or null before one is chosen. */
export async function theDelivery(locale: Locale): Promise<DeliveryTo | null> {
  const code = (await cookies()).get(COOKIES.wilaya)?.value;
  return code ? deliveryTo(await theRates(locale), code, locale) : null;
}

/** What delivery to a wilaya costs, by each method; null for a code that is none. */
export function deliveryTo(rates: ShippingRate[], code: string, locale: Locale): DeliveryTo | null {
  const rateOf = (method: "home" | "desk") => rates.find((rate) => rate.region === code && rate.method === method);
  const home = rateOf("home");
  const name = locale === "ar" ? home?.name_ar : home?.name_fr;
  return home ? { code, name: name ?? code, home, desk: rateOf("desk") ?? null } : null;
}
