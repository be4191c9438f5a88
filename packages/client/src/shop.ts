import { type ClientSettings, makeCall, makeSend } from "./runtime/call.ts";
import { shopCalls } from "./shop/calls.gen.ts";

export * from "./runtime/runtime.ts";
export type * from "./shop/types.gen.ts";

export interface ShopSettings extends ClientSettings {
  /** The store's publishable key (`pk_…`), or on a server a secret one. Not needed where `headers` or `fetch` say who calls. */
  key?: string;
  /** The token that sign-up or sign-in answered. A function is called for each call. */
  customerToken?: string | null | (() => string | null | undefined);
  /** Language of messages. Without it the server uses what the browser prefers. */
  locale?: "ar" | "fr" | "en";
}

export type Shop = ReturnType<typeof shopCalls>;

/** A client of the storefront API: `await createShop({ url, key }).products.list({ limit: 3 })`. */
export function createShop({ key, customerToken, locale, ...settings }: ShopSettings): Shop {
  const headers = () => {
    const token = typeof customerToken === "function" ? customerToken() : customerToken;
    return { ...(key && { "x-api-key": key }), ...(token && { authorization: `Bearer ${token}` }) };
  };
  return shopCalls(makeCall(makeSend(settings, headers), settings, locale));
}
