import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Breadcrumb } from "@/components/breadcrumb";
import { Listing } from "@/components/listing/listing";
import { Name } from "@/components/name";
import { theCollections } from "@/lib/catalogue";
import { readFilters, type SearchParams } from "@/lib/filters";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { pageMetadata } from "@/lib/page-metadata";

interface Props {
  params: Promise<{ locale: string; slug: string }>;
  searchParams: Promise<SearchParams>;
}

async function collectionOf({ params }: Pick<Props, "params">) {
  const { locale: given, slug } = await params;
  const locale = given as Locale;
  return { locale, collection: (await theCollections(locale)).find((one) => one.slug === slug) ?? notFound() };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, collection } = await collectionOf({ params });
  return pageMetadata(locale, {
    title: collection.seo_title ?? nameOf(collection.title, locale),
    description: collection.seo_description ?? collection.description,
    path: `/collections/${collection.slug}`,
    image: collection.image_url,
  });
}

export default async function CollectionPage({ params, searchParams }: Props) {
  const { locale, collection } = await collectionOf({ params });
  return (
    <div className="wide">
      <Breadcrumb locale={locale} crumbs={[{ name: collection.title, path: `/collections/${collection.slug}` }]} />
      <h1>
        <Name name={collection.title} locale={locale} />
      </h1>
      {collection.description && (
        <p className="mt-3 text-soft" dir="auto">
          {collection.description}
        </p>
      )}
      <Listing locale={locale} scope={{ collection: collection.slug }} filters={readFilters(await searchParams)} />
    </div>
  );
}
