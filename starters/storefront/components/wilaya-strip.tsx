import Link from "next/link";
import { theStore } from "@/lib/catalogue";
import { theDelivery } from "@/lib/delivery";
import { placeIn } from "@/lib/delivery-cost";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";
import { DeliveryPrice } from "./delivery-price";
import { Icon } from "./icon";

/** Under the header: where the shopper wants it delivered, and what that costs. */
export async function WilayaStrip({ locale }: { locale: Locale }) {
  const t = textsOf(locale);
  const [delivery, { currency, country }] = [await theDelivery(locale), await theStore(locale)];
  return (
    <p className="flex items-center gap-2">
      <span className="text-accent">
        <Icon name="pin" size={18} />
      </span>
      {delivery ? (
        <span>
          {t("wilaya.to")} <b className="font-semibold">{delivery.name}</b>
          <span className="text-soft">
            {" · "}
            <DeliveryPrice cost={delivery.home.price} currency={currency} locale={locale} free={t("delivery.free")} />
          </span>
        </span>
      ) : (
        t("wilaya.where")
      )}
      <Link
        className="link inline-flex min-h-11 items-center"
        href={pathTo(locale, "/wilaya")}
        prefetch={false}
        scroll={false}
      >
        {t(delivery ? "wilaya.change" : `${placeIn(country)}.choose`)}
      </Link>
    </p>
  );
}
