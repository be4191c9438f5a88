"use server";

import { attempt } from "@hanout/client/shop";
import { cookies } from "next/headers";
import { COOKIES } from "@/lib/cookies";
import { shopper } from "@/lib/hanout";
import { isLocale, LOCALES } from "@/lib/locales";

/** What became of the last thing that was put into the cart. */
export interface Added {
  /** Why it was refused, in the shopper's language. */
  refusal?: string;
  /** How many things are in the cart now. */
  count?: number;
}

/** Puts a product into the cart: `locale`, `product_id`, `variant_id` (empty for a product without) and `quantity`. */
export async function addToCart(_before: Added, form: FormData): Promise<Added> {
  const given = String(form.get("locale"));
  const shop = await shopper(isLocale(given) ? given : LOCALES[0]);
  const jar = await cookies();
  const item = {
    product_id: String(form.get("product_id")),
    variant_id: String(form.get("variant_id") || "") || null,
    quantity: Number(form.get("quantity") ?? 1),
  };
  const id = jar.get(COOKIES.cart)?.value ?? (await shop.cart.create()).id;
  const { data, error } = await attempt(shop.cart.addItem(id, item));
  if (error) return { refusal: error.detail };
  jar.set(COOKIES.cart, id, { httpOnly: true, sameSite: "lax", path: "/", maxAge: 30 * 24 * 3600 });
  return { count: data.items_count };
}
