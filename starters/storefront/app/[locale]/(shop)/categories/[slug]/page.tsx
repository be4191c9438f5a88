import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Breadcrumb } from "@/components/breadcrumb";
import { Listing } from "@/components/listing/listing";
import { Name } from "@/components/name";
import { theCategories } from "@/lib/catalogue";
import { readFilters, type SearchParams } from "@/lib/filters";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { pageMetadata } from "@/lib/page-metadata";
import { textsOf } from "@/lib/texts";

interface Props {
  params: Promise<{ locale: string; slug: string }>;
  searchParams: Promise<SearchParams>;
}

/** The category with those above it, the topmost first, and those right below. */
async function categoryOf({ params }: Pick<Props, "params">) {
  const { locale: given, slug } = await params;
  const locale = given as Locale;
  const all = await theCategories(locale);
  const category = all.find((one) => one.slug === slug) ?? notFound();
  const parent = all.find(({ id }) => id === category.parent_id);
  return { locale, category, parent, below: all.filter(({ parent_id }) => parent_id === category.id) };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, category } = await categoryOf({ params });
  return pageMetadata(locale, {
    title: nameOf(category.name, locale),
    description: category.description,
    path: `/categories/${category.slug}`,
    image: category.image_url,
  });
}

export default async function CategoryPage({ params, searchParams }: Props) {
  const { locale, category, parent, below } = await categoryOf({ params });
  const crumbs = [...(parent ? [parent] : []), category].map(({ name, slug }) => ({
    name,
    path: `/categories/${slug}`,
  }));
  return (
    <div className="wide">
      <Breadcrumb locale={locale} crumbs={crumbs} />
      <h1>
        <Name name={category.name} locale={locale} />
      </h1>
      {category.description && (
        <p className="mt-3 text-soft" dir="auto">
          {category.description}
        </p>
      )}
      {below.length > 0 && (
        <ul className="-mx-(--gutter) mt-4 flex gap-2 overflow-x-auto px-(--gutter) lg:hidden">
          <li className="shrink-0 rounded-full border-2 border-ink px-4 leading-10 font-semibold">
            {textsOf(locale)("list.all")}
          </li>
          {below.map(({ id, name, slug }) => (
            <li key={id} className="shrink-0">
              <Link
                href={pathTo(locale, `/categories/${slug}`)}
                prefetch={false}
                className="block rounded-full border border-edge px-4 leading-10"
              >
                <Name name={name} locale={locale} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <Listing
        locale={locale}
        scope={{ category: category.slug }}
        filters={readFilters(await searchParams)}
        below={below}
      />
    </div>
  );
}
