import "server-only";
import { attempt, type HanoutError, type Order } from "@hanout/client/shop";
import { cache } from "react";
import { asBuyer } from "./customer";
import type { Locale } from "./locales";
import { allowedOrders } from "./placed";

interface Found {
  order?: Order;
  error?: HanoutError;
}

/** An order by its number, as the server shows it to this shopper. */
export const orderOf = cache(async (locale: Locale, number: string): Promise<Found> => {
  const { data, error } = await attempt((await asBuyer(locale)).orders.track(number));
  return { order: data, error };
});

const STAR = "*";

/** Whether this shopper may look at an order: it is the account's, or this browser placed it, or knew its phone number. */
export const mayLook = async ({ order_number, customer_phone }: Order): Promise<boolean> =>
  !customer_phone.includes(STAR) || (await allowedOrders()).includes(order_number);

/** Whether a phone number fits what the server shows of an order's: its last digits. */
export function fitsPhone({ customer_phone }: Order, phone: string): boolean {
  const [shown, typed] = [customer_phone.replace(/^.*\*/, ""), phone.replaceAll(/\D/g, "")];
  return typed.length >= 6 && typed.endsWith(shown.replaceAll(/\D/g, ""));
}
