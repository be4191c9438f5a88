import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Breadcrumb } from "@/components/breadcrumb";
import { Html } from "@/components/html";
import { read, thePages } from "@/lib/catalogue";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { pageMetadata } from "@/lib/page-metadata";

interface Props {
  params: Promise<{ locale: string; slug: string }>;
}

/** A page that the merchant wrote. Only what the list has is asked for. */
async function pageOf({ params }: Props) {
  const { locale: given, slug } = await params;
  const locale = given as Locale;
  if (!(await thePages(locale)).some((one) => one.slug === slug)) notFound();
  return { locale, page: await read(locale, "content", `page ${slug}`, (shop) => shop.pages.get(slug)) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { locale, page } = await pageOf(props);
  return pageMetadata(locale, {
    title: page.seo_title ?? nameOf(page.title, locale),
    description: page.seo_description ?? page.excerpt,
    path: `/pages/${page.slug}`,
    image: page.featured_image,
  });
}

export default async function PageOfMerchant(props: Props) {
  const { locale, page } = await pageOf(props);
  return (
    <div className="wide">
      <div className="mx-auto max-w-[1100px]">
        <Breadcrumb locale={locale} crumbs={[{ name: page.title, path: `/pages/${page.slug}` }]} />
        <h1 className="mb-8">
          <bdi dir="auto">{nameOf(page.title, locale)}</bdi>
        </h1>
        {page.body && <Html html={page.body} />}
      </div>
    </div>
  );
}
