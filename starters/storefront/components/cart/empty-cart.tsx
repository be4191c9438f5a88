import Link from "next/link";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";
import { Emptiness } from "../emptiness";

/** An empty cart, and where to fill it. */
export function EmptyCart({ locale }: { locale: Locale }) {
  const t = textsOf(locale);
  return (
    <Emptiness locale={locale} title={t("cart.empty")} text={t("cart.emptyText")}>
      <Link className="button" href={`${pathTo(locale, "/products")}?sort=best_selling`} prefetch={false}>
        {t("cart.best")}
      </Link>
    </Emptiness>
  );
}
