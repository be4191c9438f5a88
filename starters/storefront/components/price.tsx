import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";
import { Money } from "./money";

interface Props {
  price: number;
  /** What it cost before. */
  former: number | null;
  currency: string;
  locale: Locale;
  /** Whether other variants cost more. */
  isLowest?: boolean;
}

/** A price with what it was before, for cards and lists. */
export function Price({ price, former, currency, locale, isLowest = false }: Props) {
  const t = textsOf(locale);
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <span>
        {isLowest && <span className="text-soft">{t("product.from")} </span>}
        <span className="font-semibold">
          <Money amount={price} currency={currency} locale={locale} />
        </span>
      </span>
      {former !== null && former > price && (
        <s className="text-faint text-sm">
          <span className="sr-only">{t("product.before")} </span>
          <Money amount={former} currency={currency} locale={locale} />
        </s>
      )}
    </span>
  );
}
