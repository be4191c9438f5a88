import "server-only";
import { attempt, type Cart } from "@hanout/client/shop";
import { cache } from "react";
import { shopper } from "./hanout";
import type { Locale } from "./locales";
import { cookieOf } from "./set-cookie";

/** The shopper's cart, or null when there is none: it was never begun, has ended, or became an order. */
export const theCart = cache(async (locale: Locale): Promise<Cart | null> => {
  const id = await cookieOf("cart");
  if (!id) return null;
  const { data, error } = await attempt((await shopper(locale)).cart.get(id));
  if (error?.code === "cart_not_found") return null;
  if (error) throw error;
  return data.status === "open" ? data : null;
});

/** Whether there is nothing in it, not even what has vanished. */
export const isEmpty = (cart: Cart | null): cart is null =>
  cart === null || (cart.items.length === 0 && cart.unavailable_items.length === 0);
