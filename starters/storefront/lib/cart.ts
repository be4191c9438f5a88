import "server-only";
import { attempt, type Cart } from "@hanout/client/shop";
import { cache } from "react";
import { shopper } from "./hanout";
import type { Locale } from "./locales";
import { cookieOf } from "./set-cookie";

/** The cart that the cookie names, or null when there is none. */
const namedCart = cache(async (locale: Locale): Promise<Cart | null> => {
  const id = await cookieOf("cart");
  if (!id) return null;
  const { data, error } = await attempt((await shopper(locale)).cart.get(id));
  if (error?.code === "cart_not_found") return null;
  if (error) throw error;
  return data;
});

/** The shopper's cart, or null when there is none: it was never begun, has ended, or became an order. */
export async function theCart(locale: Locale): Promise<Cart | null> {
  const cart = await namedCart(locale);
  return cart?.status === "open" ? cart : null;
}

/** Whether the shopper's cart became an order, of which the browser was never told: the answer was lost. */
export const wasOrdered = async (locale: Locale): Promise<boolean> => (await namedCart(locale))?.status === "converted";

/** Whether there is nothing in it, not even what has vanished. */
export const isEmpty = (cart: Cart | null): cart is null =>
  cart === null || (cart.items.length === 0 && cart.unavailable_items.length === 0);
