import type { Locale } from "@/lib/locales";
import { moneyParts } from "@/lib/money";

/** An amount. The number stays left-to-right, and the whole on one line. */
export function Money({ amount, currency, locale }: { amount: number; currency: string; locale: Locale }) {
  const { number, symbol } = moneyParts(amount, currency, locale);
  return (
    <span className="whitespace-nowrap">
      <bdi dir="ltr">{number}</bdi>&nbsp;{symbol}
    </span>
  );
}
