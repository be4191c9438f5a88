import { attempt, type Post } from "@hanout/client/shop";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Breadcrumb } from "@/components/breadcrumb";
import { Html } from "@/components/html";
import { Picture } from "@/components/picture";
import { ProductGrid } from "@/components/product-grid";
import { SectionHead } from "@/components/section-head";
import { read, theBestSellers } from "@/lib/catalogue";
import { pathTo } from "@/lib/links";
import { type Locale, TAGS } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { pageMetadata } from "@/lib/page-metadata";
import { textsOf } from "@/lib/texts";

interface Props {
  params: Promise<{ locale: string; slug: string }>;
}

const thePost = cache(async (locale: Locale, slug: string): Promise<Post> => {
  const { data, error } = await attempt(
    read(locale, "content", `post ${slug}`, (shop) => shop.posts.get(slug, { pictures: true })),
  );
  if (error?.status === 404) notFound();
  if (error) throw error;
  return data;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale, slug } = await params;
  const post = await thePost(locale as Locale, slug);
  return pageMetadata(locale as Locale, {
    title: post.seo_title ?? nameOf(post.title, locale as Locale),
    description: post.seo_description ?? post.excerpt,
    path: `/blogs/${post.slug}`,
    image: post.featured_image,
  });
}

export default async function PostPage({ params }: Props) {
  const { slug, ...rest } = await params;
  const locale = rest.locale as Locale;
  const t = textsOf(locale);
  const [post, best] = await Promise.all([thePost(locale, slug), theBestSellers(locale)]);
  const day =
    post.published_at &&
    new Intl.DateTimeFormat(TAGS[locale], { dateStyle: "long" }).format(new Date(post.published_at));
  return (
    <div className="wide">
      <article className="mx-auto max-w-[1100px]">
        <Breadcrumb
          locale={locale}
          crumbs={[
            { name: t("home.journal"), path: "/blogs" },
            { name: post.title, path: `/blogs/${post.slug}` },
          ]}
        />
        <h1>
          <bdi dir="auto">{nameOf(post.title, locale)}</bdi>
        </h1>
        {post.excerpt && (
          <p className="mt-4 text-lg text-soft">
            <bdi dir="auto">{post.excerpt}</bdi>
          </p>
        )}
        {post.featured_image && (
          <div className="mt-8 aspect-[4/3] overflow-hidden rounded-picture lg:aspect-[2/1]">
            <Picture
              url={post.featured_image}
              pictures={post.pictures}
              name={post.title}
              locale={locale}
              isFirst
              isSilent
            />
          </div>
        )}
        {day && <p className="quiet mt-8 mb-5">{day}</p>}
        {post.body && (
          <div className="text-lg">
            <Html html={post.body} />
          </div>
        )}
      </article>
      <section className="section">
        <SectionHead title={t("home.best")} href={pathTo(locale, "/products")} link={t("home.all")} />
        <ProductGrid products={best.data} pictures={best.pictures} locale={locale} />
      </section>
    </div>
  );
}
