import "server-only";
import { all } from "@hanout/client/shop";
import { theCategories, theCollections, thePages, thePosts } from "./catalogue";
import { currentStore, forAll } from "./hanout";
import { kept } from "./kept";
import { LOCALES, type Locale } from "./locales";

/** Most pages of a sitemap: in all languages they stay below the 50,000 addresses of its protocol. */
const MOST_PAGES = Math.floor(45_000 / LOCALES.length);

/** The pages of the catalogue and the content, without language: for search engines. Of too many products the newest. */
export async function everyPath(locale: Locale): Promise<{ path: string; changed?: string }[]> {
  const [categories, collections, pages, posts, products] = await Promise.all([
    theCategories(locale),
    theCollections(locale),
    thePages(locale),
    thePosts(locale),
    everyProduct(locale),
  ]);
  return [
    { path: "/" },
    { path: "/products" },
    { path: "/blogs" },
    ...categories.map(({ slug }) => ({ path: `/categories/${slug}` })),
    ...collections.map(({ slug, updated_at }) => ({ path: `/collections/${slug}`, changed: updated_at })),
    ...pages.map(({ slug, updated_at }) => ({ path: `/pages/${slug}`, changed: updated_at })),
    ...posts.map(({ slug, updated_at }) => ({ path: `/blogs/${slug}`, changed: updated_at })),
    ...products,
  ].slice(0, MOST_PAGES);
}

async function everyProduct(locale: Locale): Promise<{ path: string; changed: string }[]> {
  const [{ key }, shop] = [await currentStore(), await forAll(locale)];
  return kept(key, "catalogue", "every product", async () => {
    const products: { path: string; changed: string }[] = [];
    for await (const { slug, updated_at } of all(shop.products.list, { limit: 250, sort: "newest" })) {
      products.push({ path: `/products/${slug}`, changed: updated_at });
      if (products.length === MOST_PAGES) break;
    }
    return products;
  });
}
