import Link from "next/link";
import { theStore } from "@/lib/catalogue";
import { type DeliveryTo, placeIn } from "@/lib/delivery-cost";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import type { Quote } from "@/lib/quote";
import { textsOf } from "@/lib/texts";
import { Money } from "../money";
import { Sums } from "./sums";

interface Props {
  quote: Quote;
  delivery: DeliveryTo | null;
  locale: Locale;
}

/** What the courier takes, and the way on. */
export async function CartTotal({ quote, delivery, locale }: Props) {
  const t = textsOf(locale);
  const { country } = await theStore(locale);
  return (
    <div>
      <Sums
        quote={quote}
        delivery={delivery}
        method="home"
        locale={locale}
        texts={{ ...t.section("sums"), free: t("delivery.free") }}
      />
      <div className="mt-3 flex items-baseline justify-between gap-4 border-line border-t pt-3">
        <p className="font-semibold">{t(delivery ? "sums.toPay" : "sums.beforeDelivery")}</p>
        <p className="font-semibold text-[22px]">
          <Money amount={quote.total} currency={quote.currency} locale={locale} />
        </p>
      </div>
      {!delivery && (
        <p className="quiet">
          <Link className="link inline-flex min-h-11 items-center" href={pathTo(locale, "/wilaya")} prefetch={false}>
            {t(`${placeIn(country)}.seeDelivery`)}
          </Link>
        </p>
      )}
      {quote.count > 0 && (
        <Link className="button mt-4 w-full" href={pathTo(locale, "/checkout")} prefetch={false}>
          {t("cart.order")}
        </Link>
      )}
    </div>
  );
}
