import { Sheet } from "@/components/sheet";
import { WilayaList } from "@/components/wilaya-list";
import { theStore } from "@/lib/catalogue";
import { theDelivery, theWilayas } from "@/lib/delivery";
import { placeIn } from "@/lib/delivery-cost";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";

/** The wilayas over the page where one is. Reloaded, or without JavaScript, they are a page. */
export default async function WilayaSheet({ params }: { params: Promise<{ locale: string }> }) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  const { currency, country } = await theStore(locale);
  return (
    <Sheet title={t(`${placeIn(country)}.title`)} close={t("wilaya.close")} side="bottom">
      <WilayaList
        locale={locale}
        wilayas={await theWilayas(locale)}
        chosen={(await theDelivery(locale))?.code}
        currency={currency}
        texts={{ ...t.section("wilaya"), free: t("delivery.free") }}
      />
    </Sheet>
  );
}
