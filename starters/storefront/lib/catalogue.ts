import "server-only";
import {
  all,
  type Category,
  type Collection,
  type Menu,
  type PagesListResponse,
  type PostsListResponse,
  type ProductList,
  type ShippingRate,
  type Shop,
  type Store,
} from "@hanout/client/shop";
import { cache } from "react";
import { currentStore, forAll } from "./hanout";
import { kept, type Tag } from "./kept";
import type { Locale } from "./locales";

/** What is the same for everybody, at most a minute old. `key` names the read with its arguments. */
export async function read<T>(locale: Locale, tag: Tag, key: string, ask: (shop: Shop) => Promise<T>): Promise<T> {
  const [store, shop] = [await currentStore(), await forAll(locale)];
  return kept(store.key, tag, `${locale} ${key}`, () => ask(shop));
}

/** Size of a page of a list that is read to its end, and the most of it that is read. */
const PAGE = { limit: 250 };
const MOST = 5000;

/** All of a list that is the same for everybody. */
const readAll = <T>(locale: Locale, tag: Tag, key: string, ask: (shop: Shop) => AsyncIterable<T>): Promise<T[]> =>
  read(locale, tag, key, async (shop) => {
    const found: T[] = [];
    for await (const one of ask(shop)) if (found.push(one) >= MOST) break;
    return found;
  });

export const theStore = cache(
  (locale: Locale): Promise<Store> => read(locale, "store", "store", (shop) => shop.store.get()),
);

export const theMenus = cache(
  (locale: Locale): Promise<Menu[]> => readAll(locale, "menus", "menus", ({ menus }) => all(menus.list, PAGE)),
);

export const theCategories = cache(
  (locale: Locale): Promise<Category[]> =>
    readAll(locale, "catalogue", "categories", ({ categories }) => all(categories.list, PAGE)),
);

export const theCollections = cache(
  (locale: Locale): Promise<Collection[]> =>
    readAll(locale, "catalogue", "collections", ({ collections }) => all(collections.list, PAGE)),
);

/** The four products that sell best. */
export const theBestSellers = (locale: Locale): Promise<ProductList> =>
  read(locale, "catalogue", "best sellers", (shop) =>
    shop.products.list({ sort: "best_selling", limit: 4, pictures: true }),
  );

/** The merchant's pages, without their texts. */
export const thePages = cache(
  (locale: Locale): Promise<PagesListResponse["data"]> =>
    readAll(locale, "content", "pages", ({ pages }) => all(pages.list, PAGE)),
);

/** The posts, newest first, without their texts. */
export const thePosts = cache(
  (locale: Locale): Promise<PostsListResponse["data"]> =>
    readAll(locale, "content", "posts", ({ posts }) => all(posts.list, PAGE)),
);

/** All delivery prices: of 69 wilayas, two methods each, and those for everywhere else. */
export const theRates = cache(
  (locale: Locale): Promise<ShippingRate[]> =>
    readAll(locale, "shipping", "rates", ({ shippingRates }) => all(shippingRates.list, PAGE)),
);
