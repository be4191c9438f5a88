import type { Metadata } from "next";
import Link from "next/link";
import { Breadcrumb } from "@/components/breadcrumb";
import { Picture } from "@/components/picture";
import { thePosts } from "@/lib/catalogue";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { pageMetadata } from "@/lib/page-metadata";
import { textsOf } from "@/lib/texts";

interface Props {
  params: Promise<{ locale: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = (await params).locale as Locale;
  return pageMetadata(locale, { title: textsOf(locale)("home.journal"), path: "/blogs" });
}

/** All posts, newest first. */
export default async function Posts({ params }: Props) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  const posts = await thePosts(locale);
  return (
    <div className="wide">
      <Breadcrumb locale={locale} crumbs={[{ name: t("home.journal"), path: "/blogs" }]} />
      <h1>{t("home.journal")}</h1>
      {posts.length === 0 && <p className="mt-6 text-soft">{t("post.none")}</p>}
      <ul className="mt-8 grid gap-x-(--gap) gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {posts.map(({ id, slug, title, excerpt, featured_image }, index) => (
          <li key={id}>
            <Link href={pathTo(locale, `/blogs/${slug}`)} prefetch={false} className="group block">
              <span className="block aspect-[3/2] overflow-hidden rounded-picture">
                <Picture url={featured_image} name={title} locale={locale} isSilent isFirst={index === 0} />
              </span>
              <h2 className="mt-3 text-[25px] group-hover:text-accent">
                <bdi dir="auto">{title}</bdi>
              </h2>
              {excerpt && (
                <p className="quiet mt-1" dir="auto">
                  {excerpt}
                </p>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
