import "server-only";
import type { Category, Collection, Menu, ShippingRate, Shop, Store } from "@hanout/client/shop";
import { cache } from "react";
import { currentStore, everybody } from "./hanout";
import { kept, type Tag } from "./kept";
import type { Locale } from "./locales";

/** What is the same for everybody, at most a minute old. `key` names the read with its arguments. */
export async function read<T>(locale: Locale, tag: Tag, key: string, ask: (shop: Shop) => Promise<T>): Promise<T> {
  const [store, shop] = [await currentStore(), await everybody(locale)];
  return kept(store.key, tag, `${locale} ${key}`, () => ask(shop));
}

const ALL = { limit: 100 };

export const theStore = cache(
  (locale: Locale): Promise<Store> => read(locale, "store", "store", (shop) => shop.store.get()),
);

export const theMenus = cache(
  async (locale: Locale): Promise<Menu[]> =>
    (await read(locale, "menus", "menus", (shop) => shop.menus.list(ALL))).data,
);

export const theCategories = cache(
  async (locale: Locale): Promise<Category[]> =>
    (await read(locale, "catalogue", "categories", (shop) => shop.categories.list(ALL))).data,
);

export const theCollections = cache(
  async (locale: Locale): Promise<Collection[]> =>
    (await read(locale, "catalogue", "collections", (shop) => shop.collections.list(ALL))).data,
);

/** All delivery prices: of 69 wilayas, two methods each, and those for everywhere else. */
export const theRates = cache(
  async (locale: Locale): Promise<ShippingRate[]> =>
    (await read(locale, "shipping", "rates", (shop) => shop.shippingRates.list({ limit: 250 }))).data,
);
