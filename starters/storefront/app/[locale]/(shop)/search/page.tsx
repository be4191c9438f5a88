import type { SearchResult } from "@hanout/client/shop";
import Link from "next/link";
import { Doors } from "@/components/doors";
import { Emptiness } from "@/components/emptiness";
import { ProductGrid } from "@/components/product-grid";
import { theCategories, thePosts, theStore } from "@/lib/catalogue";
import { contactOf } from "@/lib/contact";
import type { SearchParams } from "@/lib/filters";
import { fold } from "@/lib/fold";
import { everybody } from "@/lib/hanout";
import { pathTo } from "@/lib/links";
import type { Locale } from "@/lib/locales";
import { nameOf } from "@/lib/names";
import { ownMetadata } from "@/lib/page-metadata";
import { phoneLink, phoneText } from "@/lib/phone";
import { type Translate, textsOf } from "@/lib/texts";
import { SearchBox } from "./search-box";

interface Props {
  params: Promise<{ locale: string }>;
  searchParams: Promise<SearchParams>;
}

const MOST_LETTERS = 200;
const MOST_RESULTS = 48;

export const generateMetadata = ownMetadata("header.search");

/** Search: a form that JavaScript sends while the shopper types. */
export default async function SearchPage({ params, searchParams }: Props) {
  const locale = (await params).locale as Locale;
  const t = textsOf(locale);
  const words = String((await searchParams).q ?? "")
    .trim()
    .slice(0, MOST_LETTERS);
  return (
    <div className="wide">
      <h1 className="sr-only">{t("header.search")}</h1>
      <SearchBox action={pathTo(locale, "/search")} label={t("header.search")} words={words} />
      {words === "" ? (
        <section className="mt-12">
          <h2>{t("home.doors")}</h2>
          <Doors locale={locale} />
        </section>
      ) : (
        <Results locale={locale} words={words} />
      )}
    </div>
  );
}

async function Results({ locale, words }: { locale: Locale; words: string }) {
  const t = textsOf(locale);
  const shop = await everybody(locale);
  const [found, posts, categories] = await Promise.all([
    shop.products.search({ q: words, limit: MOST_RESULTS, facets: true, pictures: true }),
    thePosts(locale),
    theCategories(locale),
  ]);
  if (found.data.length === 0) return <NothingFound locale={locale} words={words} />;
  const counts = found.facets?.categories ?? [];
  const departments = categories.filter(
    ({ id, parent_id }) => parent_id !== null && counts.some((one) => one.id === id),
  );
  const articles = posts.filter(({ title, excerpt }) => fold(`${title} ${excerpt ?? ""}`).includes(fold(words)));
  const note = noteOf(found, t);
  return (
    <div className="mt-4 lg:grid lg:grid-cols-[minmax(0,4fr)_minmax(0,1fr)] lg:gap-18">
      <div>
        <p role="status" className="quiet">
          {note || t("list.count", { count: found.pagination.total })}
        </p>
        <h2 className="sr-only">{t("search.results")}</h2>
        <div className="mt-4">
          <ProductGrid products={found.data} pictures={found.pictures} locale={locale} words={words} />
        </div>
      </div>
      <div className="max-lg:mt-10">
        {departments.length > 0 && (
          <>
            <h2 className="font-semibold font-text text-lg">{t("search.departments")}</h2>
            <ul className="mt-3 flex flex-wrap gap-2">
              {departments.slice(0, 6).map(({ id, name, slug }) => (
                <li key={id}>
                  <Link
                    href={`${pathTo(locale, `/categories/${slug}`)}?${new URLSearchParams({ q: words })}`}
                    prefetch={false}
                    className="flex min-h-11 items-center gap-2 rounded-full border border-edge px-4"
                  >
                    <bdi dir="auto">{nameOf(name, locale)}</bdi>
                    <bdi className="text-soft">{counts.find((one) => one.id === id)?.count}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
        {articles.length > 0 && (
          <>
            <h2 className="mt-8 font-semibold font-text text-lg">{t("search.journal")}</h2>
            <ul className="mt-2">
              {articles.slice(0, 4).map(({ id, slug, title }) => (
                <li key={id}>
                  <Link href={pathTo(locale, `/blogs/${slug}`)} prefetch={false} className="link inline-block py-2">
                    <bdi dir="auto">{title}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}

async function NothingFound({ locale, words }: { locale: Locale; words: string }) {
  const t = textsOf(locale);
  const { phone } = contactOf(await theStore(locale));
  return (
    <>
      <Emptiness locale={locale} title={t("search.nothing", { words })} text={t("search.nothingText")}>
        {phone && (
          <a href={phoneLink(phone)} className="flex min-h-11 items-center justify-center font-semibold text-[22px]">
            <bdi dir="ltr">{phoneText(phone)}</bdi>
          </a>
        )}
      </Emptiness>
      <section className="section">
        <h2>{t("home.doors")}</h2>
        <Doors locale={locale} />
      </section>
    </>
  );
}

/** What stands above results that are not what was typed. */
function noteOf({ query, ignored_words, corrections }: SearchResult, t: Translate): string {
  const notes = [
    ...corrections.map(({ given, used }) => t("search.instead", { given, used })),
    ...ignored_words.map((word) => t("search.without", { word })),
  ];
  return notes.length > 0 ? [t("search.notExact", { words: query }), ...notes].join(" ") : "";
}
