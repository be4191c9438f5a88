import "server-only";
import type { Category } from "@hanout/client/shop";
import { cache } from "react";
import { read, theCategories } from "./catalogue";
import type { Locale } from "./locales";
import type { Pictures } from "./picture-sizes";

/** A main category with its picture, if there is one. */
export interface Door {
  category: Category;
  picture: string | undefined;
  pictures?: Pictures | undefined;
}

const MOST_DOORS = 8;

/** The first main categories, each with its own picture, or else that of what sells best in it. */
export const theDoors = cache(async (locale: Locale): Promise<Door[]> => {
  const main = (await theCategories(locale)).filter(({ parent_id }) => parent_id === null).slice(0, MOST_DOORS);
  return Promise.all(
    main.map(async (category) =>
      category.image_url
        ? { category, picture: category.image_url }
        : { category, ...(await bestPicture(locale, category)) },
    ),
  );
});

async function bestPicture(locale: Locale, { slug }: Category): Promise<Omit<Door, "category">> {
  const best = await read(locale, "catalogue", `best ${slug}`, (shop) =>
    shop.products.list({ category: slug, sort: "best_selling", in_stock: true, limit: 1, pictures: true }),
  );
  return { picture: best.data[0]?.images[0]?.url, pictures: best.pictures };
}
