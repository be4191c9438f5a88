import { headers } from "next/headers";
import { WilayaList } from "@/components/wilaya-list";
import { theStore } from "@/lib/catalogue";
import { theDelivery, theWilayas } from "@/lib/delivery";
import { placeIn } from "@/lib/delivery-cost";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { ownMetadata } from "@/lib/page-metadata";
import { textsOf } from "@/lib/texts";

interface Props {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ q?: string; back?: string }>;
}

export const generateMetadata = ownMetadata("wilaya.where");

/** Where it is delivered, as a page: what the sheet shows, without JavaScript too. */
export default async function WilayaPage({ params, searchParams }: Props) {
  const [{ locale: given }, { q = "", back }] = [await params, await searchParams];
  const locale = given as Locale;
  const t = textsOf(locale);
  const { currency, country } = await theStore(locale);
  return (
    <div className="task max-w-xl pt-8 lg:pt-12">
      <h1>{t(`${placeIn(country)}.title`)}</h1>
      <div className="mt-6">
        <WilayaList
          locale={locale}
          wilayas={await theWilayas(locale)}
          chosen={(await theDelivery(locale))?.code}
          currency={currency}
          words={q}
          back={back ?? (await cameFrom(locale))}
          texts={{ ...t.section("wilaya"), free: t("delivery.free") }}
        />
      </div>
    </div>
  );
}

/** The page of ours that led here; home when it was none. */
async function cameFrom(locale: Locale): Promise<string> {
  const [referer, host] = [(await headers()).get("referer"), (await headers()).get("host")];
  const url = referer && URL.canParse(referer) ? new URL(referer) : null;
  const path = url?.host === host ? `${url.pathname}${url.search}` : "";
  return path.startsWith(`/${locale}`) && !path.startsWith(pathTo(locale, "/wilaya")) ? path : pathTo(locale, "/");
}
