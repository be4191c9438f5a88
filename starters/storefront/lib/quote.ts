import "server-only";
import { type AppliedDiscount, attempt, type Cart, type HanoutError } from "@hanout/client/shop";
import { asBuyer } from "./customer";
import { type DeliveryTo, deliveryCost, type Method } from "./delivery-cost";
import type { Locale } from "./locales";
import { refusalText } from "./refusals";
import { cookieOf } from "./set-cookie";

/** What the courier takes, and what it is made of. */
export interface Quote {
  currency: string;
  count: number;
  subtotal: number;
  discounts: AppliedDiscount[];
  discount: number;
  /** Whether a promotion gives the delivery, whichever way is chosen. */
  isFree: boolean;
  /** Null before a wilaya is chosen. */
  delivery: number | null;
  total: number;
  coupon: Coupon | null;
}

/** The code that was typed, and what the server says of it. */
export interface Coupon {
  code: string;
  isValid: boolean;
  message: string;
}

interface To {
  delivery: DeliveryTo | null;
  method: Method;
  /** Some coupons are for each customer once. */
  phone?: string;
}

/** What a cart costs. All amounts are the server's, and the browser adds nothing up. */
export async function quoteOf(locale: Locale, cart: Cart, { delivery: to, method, phone }: To): Promise<Quote> {
  const code = await cookieOf("coupon");
  const items = cart.items.map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity }));
  const { coupons } = await asBuyer(locale);
  const asked = { code, items, customer_phone: phone || undefined };
  const { data, error } = await attempt(coupons.validate(asked));
  // Without the code or the phone number that was refused: the promotions for everybody still apply.
  const answer = error ? await coupons.validate(withoutRefused(asked, error)) : data;
  const discounts = answer.applied_discounts;
  const discount = answer.discount_amount;
  const rate = to && (method === "desk" ? to.desk : to.home);
  const isFree = discounts.some(({ discount_type }) => discount_type === "free_shipping");
  const delivery = rate ? deliveryCost(rate, cart.subtotal, isFree) : null;
  return {
    currency: cart.currency,
    count: cart.items_count,
    subtotal: cart.subtotal,
    discounts,
    discount,
    isFree,
    delivery,
    total: sumOf(cart.subtotal, -discount, delivery ?? 0),
    coupon: code
      ? { code, isValid: !error && answer.valid, message: error ? refusalText(locale, error) : answer.message }
      : null,
  };
}

/** The question without what the error is about: who tries too many codes is only refused the code. Throws any other error. */
function withoutRefused<Asked extends { code?: string; customer_phone?: string }>(
  asked: Asked,
  error: HanoutError,
): Asked {
  const paths = error.code === "rate_limited" ? ["code"] : error.errors.map(({ path }) => path);
  const isTheirs = (path: string) => (path === "code" || path === "customer_phone") && asked[path] !== undefined;
  if (!paths.some(isTheirs)) throw error;
  return { ...asked, ...Object.fromEntries(paths.filter(isTheirs).map((path) => [path, undefined])) };
}

/** Amounts have three decimals at most; a sum of binary fractions has more. */
const sumOf = (...amounts: number[]): number =>
  Math.max(0, Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 1000) / 1000);
