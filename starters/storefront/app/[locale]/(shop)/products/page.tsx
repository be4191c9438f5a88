import type { Metadata } from "next";
import { Breadcrumb } from "@/components/breadcrumb";
import { Listing } from "@/components/listing/listing";
import { theCategories } from "@/lib/catalogue";
import { readFilters, type SearchParams } from "@/lib/filters";
import type { Locale } from "@/lib/locales";
import { pageMetadata } from "@/lib/page-metadata";
import { textsOf } from "@/lib/texts";

interface Props {
  params: Promise<{ locale: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = (await params).locale as Locale;
  return pageMetadata(locale, { title: textsOf(locale)("list.everything"), path: "/products" });
}

/** All products. */
export default async function ProductsPage({ params, searchParams }: Props) {
  const locale = (await params).locale as Locale;
  const title = textsOf(locale)("list.everything");
  const main = (await theCategories(locale)).filter(({ parent_id }) => parent_id === null);
  return (
    <div className="wide">
      <Breadcrumb locale={locale} crumbs={[{ name: title, path: "/products" }]} />
      <h1>{title}</h1>
      <Listing locale={locale} scope={{}} filters={readFilters(await searchParams)} below={main} />
    </div>
  );
}
