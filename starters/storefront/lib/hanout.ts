import "server-only";
import { createShop, type Shop } from "@hanout/client/shop";
import { cookies, headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { COOKIES } from "./cookies";
import type { Locale } from "./locales";
import { SERVER_URL, type StoreAccess, storeOfHost } from "./stores";

/** The store of this request. A host name that is none of ours has no pages. */
export const currentStore = cache(async (): Promise<StoreAccess> => {
  const host = (await headers()).get("host") ?? "";
  return storeOfHost(host) ?? notFound();
});

/** Who asks: limits of the server count by this address, so it must be the shopper's and not ours. */
async function shopperAddress(): Promise<Record<string, string>> {
  const address = (await headers()).get("x-forwarded-for");
  return address ? { "x-forwarded-for": address } : {};
}

/** Next keeps nothing of what is asked: what may be kept is in catalogue.ts. */
const unkept: typeof fetch = (input, init) => fetch(input, { ...init, cache: "no-store" });

/** The API for the shopper of this request, signed in or not. What it answers is never kept. */
export const shopper = cache(async (locale: Locale): Promise<Shop> => {
  const [{ key }, address, jar] = [await currentStore(), await shopperAddress(), await cookies()];
  return createShop({
    url: SERVER_URL,
    key,
    locale,
    headers: address,
    customerToken: jar.get(COOKIES.token)?.value,
    fetch: unkept,
  });
});

/** The API for what is kept and shown to others: not in the name of a shopper, whose limit is not theirs. */
export const forAll = cache(async (locale: Locale): Promise<Shop> => {
  const { key } = await currentStore();
  return createShop({ url: SERVER_URL, key, locale, fetch: unkept });
});

/** The API for what is the same for everybody. */
export const everybody = cache(async (locale: Locale): Promise<Shop> => {
  const [{ key }, address] = [await currentStore(), await shopperAddress()];
  return createShop({ url: SERVER_URL, key, locale, headers: address, fetch: unkept });
});
