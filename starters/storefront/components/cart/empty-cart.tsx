import Link from "next/link";
import { wasOrdered } from "@/lib/cart";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";
import { Emptiness } from "../emptiness";
import { CallUs } from "../order/call-us";

/** An empty cart, and where to fill it; or that it was ordered already. */
export async function EmptyCart({ locale }: { locale: Locale }) {
  const t = textsOf(locale);
  if (await wasOrdered(locale))
    return (
      <Emptiness locale={locale} title={t("cart.ordered")} text={t("cart.orderedText")}>
        <CallUs locale={locale} text={t("tracking.lost")} />
        <Link className="button mt-5" href={pathTo(locale, "/orders")} prefetch={false}>
          {t("thanks.track")}
        </Link>
      </Emptiness>
    );
  return (
    <Emptiness locale={locale} title={t("cart.empty")} text={t("cart.emptyText")}>
      <Link className="button" href={`${pathTo(locale, "/products")}?sort=best_selling`} prefetch={false}>
        {t("cart.best")}
      </Link>
    </Emptiness>
  );
}
