import "server-only";
import { all } from "@hanout/client/shop";
import { read, theCategories, theCollections } from "./catalogue";
import { currentStore, everybody } from "./hanout";
import { kept } from "./kept";
import type { Locale } from "./locales";

/** Most addresses of a sitemap, as its protocol says, in three languages. */
const MOST_PRODUCTS = 16_000;

/** The pages of the catalogue and the content, without language: for search engines. */
export async function everyPath(locale: Locale): Promise<{ path: string; changed?: string }[]> {
  const content = (shop: Awaited<ReturnType<typeof everybody>>) =>
    Promise.all([shop.pages.list({ limit: 100 }), shop.posts.list({ limit: 100 })]);
  const [categories, collections, [pages, posts], products] = await Promise.all([
    theCategories(locale),
    theCollections(locale),
    read(locale, "content", "pages and posts", content),
    everyProduct(locale),
  ]);
  return [
    { path: "/" },
    { path: "/products" },
    { path: "/blogs" },
    ...categories.map(({ slug }) => ({ path: `/categories/${slug}` })),
    ...collections.map(({ slug, updated_at }) => ({ path: `/collections/${slug}`, changed: updated_at })),
    ...pages.data.map(({ slug, updated_at }) => ({ path: `/pages/${slug}`, changed: updated_at })),
    ...posts.data.map(({ slug, updated_at }) => ({ path: `/blogs/${slug}`, changed: updated_at })),
    ...products,
  ];
}

async function everyProduct(locale: Locale): Promise<{ path: string; changed: string }[]> {
  const [{ key }, shop] = [await currentStore(), await everybody(locale)];
  return kept(key, "catalogue", "every product", async () => {
    const products: { path: string; changed: string }[] = [];
    for await (const { slug, updated_at } of all(shop.products.list, { limit: 250, sort: "oldest" })) {
      products.push({ path: `/products/${slug}`, changed: updated_at });
      if (products.length === MOST_PRODUCTS) break;
    }
    return products;
  });
}
