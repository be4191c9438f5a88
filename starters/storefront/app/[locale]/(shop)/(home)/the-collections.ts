import "server-only";
import type { CollectionWithProducts } from "@hanout/client/shop";
import { read, theCollections, theStore } from "@/lib/catalogue";
import type { Locale } from "@/lib/locales";

const PREFIX = "collection:";

/** The collection of the hero, as `theme_settings.hero` says (`collection:artisanat`), or the first; and another one for below, `highlight`. */
export async function homeCollections(locale: Locale): Promise<(CollectionWithProducts | undefined)[]> {
  const [store, collections] = await Promise.all([theStore(locale), theCollections(locale)]);
  const { hero: wanted, highlight } = store.theme_settings ?? {};
  const named = (name: unknown) => collections.find(({ slug }) => name === PREFIX + slug);
  const full = collections.filter(({ products_count }) => products_count >= MOST_SHOWN);
  const hero = named(wanted) ?? full[0];
  const second = named(highlight) ?? full.find(({ slug }) => slug !== hero?.slug);
  return Promise.all([hero, second].map((one) => one && withProducts(locale, one.slug)));
}

const MOST_SHOWN = 5;

const withProducts = (locale: Locale, slug: string) =>
  read(locale, "catalogue", `collection ${slug}`, (shop) =>
    shop.collections.get(slug, { limit: MOST_SHOWN, pictures: true }),
  );
