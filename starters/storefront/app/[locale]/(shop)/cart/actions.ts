"use server";

import { attempt } from "@hanout/client/shop";
import { refresh } from "next/cache";
import { isEmpty, theCart } from "@/lib/cart";
import { shopper } from "@/lib/hanout";
import { type Locale, localeOf } from "@/lib/locales";
import { refusalText } from "@/lib/refusals";
import { dropCookies, setCookie } from "@/lib/set-cookie";

/** What became of the last thing that was put into the cart. */
export interface Added {
  /** Why it was refused, in the shopper's language. */
  refusal?: string;
  /** How many things are in the cart now. */
  count?: number;
}

/** Puts a product into the cart: `locale`, `product_id`, `variant_id` (empty for a product without) and `quantity`. */
export async function addToCart(_before: Added, form: FormData): Promise<Added> {
  const locale = localeOf(form.get("locale"));
  const { data, error } = await attempt(
    (await shopper(locale)).cart.addItem(await openCart(locale), {
      product_id: String(form.get("product_id")),
      variant_id: String(form.get("variant_id") || "") || null,
      quantity: Number(form.get("quantity") ?? 1),
    }),
  );
  refresh();
  return error ? { refusal: refusalText(locale, error) } : { count: data.items_count };
}

/** The id of the shopper's cart. A new one is begun only when there is none. */
async function openCart(locale: Locale): Promise<string> {
  const id = (await theCart(locale))?.id ?? (await (await shopper(locale)).cart.create()).id;
  await setCookie("cart", id);
  return id;
}

/** Why a line was not changed. */
export interface Changed {
  refusal?: string;
}

/** Changes how many there are of a line, or removes it: `locale`, `item` and `quantity`, of which 0 removes. */
export async function changeLine(_before: Changed, form: FormData): Promise<Changed> {
  const locale = localeOf(form.get("locale"));
  const [item, quantity] = [String(form.get("item")), Number(form.get("quantity"))];
  const cart = await theCart(locale);
  refresh();
  if (isEmpty(cart)) return {};
  const { cart: calls } = await shopper(locale);
  const { error } = await attempt(
    quantity === 0 ? calls.removeItem(cart.id, item) : calls.changeItem(cart.id, item, { quantity }),
  );
  // It was removed in another tab: the page that is shown again says so by itself.
  return error && error.code !== "cart_item_not_found" ? { refusal: refusalText(locale, error) } : {};
}

/** Keeps the code that was typed; whether it applies is said wherever the cart is shown. An empty one takes it away. */
export async function setCoupon(form: FormData): Promise<void> {
  const code = String(form.get("code") ?? "").trim();
  if (code) await setCookie("coupon", code.slice(0, 200));
  else await dropCookies("coupon");
  refresh();
}
