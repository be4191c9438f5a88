import "server-only";
import { attempt, type Customer, type Shop } from "@hanout/client/shop";
import { redirect } from "next/navigation";
import { cache } from "react";
import { everybody, shopper } from "./hanout";
import { backFrom, pathTo } from "./links";
import type { Locale } from "./locales";

/** Who is signed in; null when nobody is, or when the token has ended. */
export const theCustomer = cache(async (locale: Locale): Promise<Customer | null> => {
  const { data, error } = await attempt((await shopper(locale)).account.current());
  if (error?.code === "invalid_token") return null;
  if (error) throw error;
  return data.customer;
});

/** Who is signed in. Others are sent to sign in, and come back. */
export async function signedIn(locale: Locale, path: string): Promise<Customer> {
  const customer = await theCustomer(locale);
  return customer ?? redirect(pathTo(locale, backFrom("/account/sign-in", path)));
}

/** The API as the customer, or as a guest when the token has ended. */
export const asBuyer = async (locale: Locale): Promise<Shop> =>
  (await theCustomer(locale)) ? shopper(locale) : everybody(locale);
