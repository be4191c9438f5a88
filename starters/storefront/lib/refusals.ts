import "server-only";
import type { HanoutError } from "@hanout/client/shop";
import type { Locale } from "./locales";
import { textsOf } from "./texts";

/** What we say better than the server, because we know the page: what to do next. */
const OURS = [
  "cart_not_found",
  "cart_item_not_found",
  "cart_converted",
  "cart_full",
  "item_unavailable",
  "product_not_found",
  "variant_not_found",
  "variant_required",
  "order_not_found",
  "order_refused",
  "invalid_token",
  "invalid_credentials",
  "invalid_reset_token",
  "email_taken",
  "rate_limited",
  "overloaded",
  "unavailable",
  "idempotency_in_progress",
  "network_error",
  "unexpected_answer",
] as const;

const isOurs = (code: string): code is (typeof OURS)[number] => (OURS as readonly string[]).includes(code);

/** Why something was refused, for the shopper: a text of ours by its code, else the server's in the shopper's language. */
export function refusalText(locale: Locale, error: HanoutError): string {
  const t = textsOf(locale);
  // That of an order has the lines, and the server's sentence names them.
  if (error.code === "insufficient_stock" && !error.problem.lines) {
    const left = Number(error.problem.available ?? 0);
    return left > 0 ? t("refusals.stock_left", { count: left }) : t("refusals.stock_gone");
  }
  return isOurs(error.code) ? t(`refusals.${error.code}`) : (error.errors[0]?.message ?? error.detail);
}

/** What is wrong with each field, by its path. */
export const fieldErrors = (error: HanoutError): Record<string, string> =>
  Object.fromEntries(error.errors.map(({ path, message }) => [path, message]));
