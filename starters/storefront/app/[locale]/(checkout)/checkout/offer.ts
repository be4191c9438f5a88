import "server-only";
import type { Cart } from "@hanout/client/shop";
import { deliveryTo } from "@/lib/delivery";
import { methodOf } from "@/lib/delivery-cost";
import type { Locale } from "@/lib/locales";
import { westernDigits } from "@/lib/phone-problem";
import { quoteOf } from "@/lib/quote";
import type { Offer, Values } from "./state";

/** What the order would cost with these values. */
export async function offerFor(locale: Locale, cart: Cart, { wilaya, method: asked, phone }: Values): Promise<Offer> {
  const delivery = await deliveryTo(locale, wilaya);
  const method = methodOf(delivery, asked);
  const quote = await quoteOf(locale, cart, { delivery, method, phone: westernDigits(phone) });
  const coupon = quote.coupon?.isValid ? quote.coupon.code : "";
  return { quote, delivery, method, coupon, seen: `${cart.id} ${cart.updated_at} ${quote.total}` };
}
