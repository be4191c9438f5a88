import { fill, type Text } from "@/lib/fill";
import type { Locale } from "@/lib/locales";
import { Money } from "./money";

interface Props {
  cost: number;
  currency: string;
  locale: Locale;
  /** The text `delivery.free`, for what costs nothing. */
  free: Text;
}

/** What a delivery costs. */
export const DeliveryPrice = ({ cost, currency, locale, free }: Props) =>
  cost === 0 ? fill(locale, free) : <Money amount={cost} currency={currency} locale={locale} />;
