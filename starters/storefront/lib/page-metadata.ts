import "server-only";
import type { Metadata } from "next";
import { pathTo } from "./links";
import { LOCALES, type Locale, TAGS } from "./locales";
import { originOf } from "./origin";
import { type Key, textsOf } from "./texts";

interface Page {
  title?: string;
  description?: string | null;
  /** The address without the language. */
  path: string;
  image?: string | null;
}

const MOST_LETTERS = 160;

/** What search engines and messengers are told of a page: its address in each language, title, description and picture. */
export async function pageMetadata(locale: Locale, { title, description, path, image }: Page): Promise<Metadata> {
  const origin = await originOf();
  const languages = Object.fromEntries(LOCALES.map((other) => [other, origin + pathTo(other, path)]));
  const url = origin + pathTo(locale, path);
  const short = description ? cut(description) : undefined;
  return {
    ...(title && { title }),
    ...(short && { description: short }),
    alternates: { canonical: url, languages: { ...languages, "x-default": origin + pathTo(LOCALES[0], path) } },
    openGraph: {
      type: "website",
      url,
      locale: TAGS[locale].split("-").slice(0, 2).join("_"),
      ...(title && { title }),
      ...(short && { description: short }),
      ...(image && { images: [image] }),
    },
  };
}

/** The `generateMetadata` of a page that is for the shopper alone, not for search engines. */
export const ownMetadata =
  (title: Key) =>
  async ({ params }: { params: Promise<{ locale: string }> }): Promise<Metadata> => ({
    title: textsOf((await params).locale as Locale)(title),
    robots: { index: false },
  });

const cut = (text: string): string =>
  text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1).trimEnd()}…` : text;
