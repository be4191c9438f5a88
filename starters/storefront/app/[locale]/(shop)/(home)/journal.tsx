import Link from "next/link";
import { Picture } from "@/components/picture";
import { SectionHead } from "@/components/section-head";
import { read } from "@/lib/catalogue";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { textsOf } from "@/lib/texts";

const MOST_SHOWN = 4;

/** The newest posts. */
export async function Journal({ locale }: { locale: Locale }) {
  const t = textsOf(locale);
  const { data, pictures } = await read(locale, "content", "newest posts", ({ posts }) =>
    posts.list({ limit: MOST_SHOWN, pictures: true }),
  );
  const [first, ...others] = data;
  if (!first) return null;
  return (
    <section className="section">
      <SectionHead title={t("home.journal")} href={pathTo(locale, "/blogs")} link={t("home.allPosts")} />
      <div className="grid gap-x-18 gap-y-2 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Link href={pathTo(locale, `/blogs/${first.slug}`)} prefetch={false} className="group block">
          <span className="block aspect-[3/2] overflow-hidden rounded-picture">
            <Picture url={first.featured_image} pictures={pictures} name={first.title} locale={locale} isSilent />
          </span>
          <Words title={first.title} excerpt={first.excerpt} />
        </Link>
        <ul>
          {others.map(({ id, slug, title, excerpt }) => (
            <li key={id} className="border-line not-first:border-t">
              <Link href={pathTo(locale, `/blogs/${slug}`)} prefetch={false} className="group block pb-4">
                <Words title={title} excerpt={excerpt} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const Words = ({ title, excerpt }: { title: string; excerpt: string | null }) => (
  <>
    <span className="display mt-3 block text-[22px] group-hover:text-accent lg:text-[25px]">
      <bdi dir="auto">{title}</bdi>
    </span>
    {excerpt && (
      <span className="quiet mt-1 block">
        <bdi dir="auto">{excerpt}</bdi>
      </span>
    )}
  </>
);
