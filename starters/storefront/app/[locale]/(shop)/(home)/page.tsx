import type { Metadata } from "next";
import { Doors } from "@/components/doors";
import { JsonLd } from "@/components/json-ld";
import { ProductGrid } from "@/components/product-grid";
import { SectionHead } from "@/components/section-head";
import { theBestSellers, theStore } from "@/lib/catalogue";
import { contactOf } from "@/lib/contact";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { originOf } from "@/lib/origin";
import { pageMetadata } from "@/lib/page-metadata";
import { phoneLink, phoneText } from "@/lib/phone";
import { textsOf } from "@/lib/texts";
import { Hero } from "./hero";
import { Highlight } from "./highlight";
import { Journal } from "./journal";
import { Promises } from "./promises";
import { Promotions } from "./promotions";

interface Props {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = (await params).locale as Locale;
  const store = await theStore(locale);
  const title = nameOf(store.name, locale);
  const page = await pageMetadata(locale, { description: store.description, path: "/", image: store.logo_url });
  return { ...page, title: { absolute: title } };
}

export default async function Home({ params }: Props) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  const [store, best, origin] = await Promise.all([theStore(locale), theBestSellers(locale), originOf()]);
  const { phone, email, address } = contactOf(store);
  return (
    <div className="wide">
      <Hero locale={locale} />
      <Promises locale={locale} />
      <section className="section">
        <h2>{t("home.doors")}</h2>
        <Doors locale={locale} />
      </section>
      <section className="section">
        <SectionHead
          title={t("home.best")}
          href={`${pathTo(locale, "/products")}?sort=best_selling`}
          link={t("home.all")}
        />
        <ProductGrid products={best.data} pictures={best.pictures} locale={locale} />
      </section>
      <Promotions locale={locale} />
      <Highlight locale={locale} />
      <Journal locale={locale} />
      {phone && (
        <section className="section text-center">
          <h2>{t("home.question")}</h2>
          <a
            href={phoneLink(phone)}
            className="mt-3 inline-flex min-h-11 items-center font-semibold text-[32px] lg:text-[40px]"
          >
            <bdi dir="ltr">{phoneText(phone)}</bdi>
          </a>
        </section>
      )}
      <JsonLd
        facts={{
          "@type": "OnlineStore",
          name: nameOf(store.name, locale),
          url: origin + pathTo(locale, "/"),
          description: store.description ?? undefined,
          logo: store.logo_url ?? undefined,
          telephone: phone,
          email,
          address: address && { "@type": "PostalAddress", streetAddress: address, addressCountry: store.country },
          currenciesAccepted: store.currency,
        }}
      />
    </div>
  );
}
