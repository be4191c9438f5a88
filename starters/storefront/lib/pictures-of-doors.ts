import "server-only";
import { cache } from "react";
import { read, theCategories } from "./catalogue";
import type { Locale } from "./locales";

/** A picture for each main category by its slug: its own, or else that of what sells best in it. */
export const firstPictures = cache(async (locale: Locale): Promise<Record<string, string | undefined>> => {
  const main = (await theCategories(locale)).filter(({ parent_id }) => parent_id === null);
  const pictures = await Promise.all(
    main.map(async ({ slug, image_url }) => {
      if (image_url) return image_url;
      const best = await read(locale, "catalogue", `best ${slug}`, (shop) =>
        shop.products.list({ category: slug, sort: "best_selling", in_stock: true, limit: 1 }),
      );
      return best.data[0]?.images[0]?.url;
    }),
  );
  return Object.fromEntries(main.map(({ slug }, index) => [slug, pictures[index]]));
});
